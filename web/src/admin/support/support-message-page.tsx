import { endpoints } from '@bank/contract/endpoints'
import { linkTo, pages } from '@bank/contract/pages'
import { entryLengthMax } from '@bank/contract/support/form'
import type { CaseView } from '@bank/contract/support/view'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { LoadFailure } from '../../api/load-failure.tsx'
import { reasonOf } from '../../api/problem.ts'
import { queryOf } from '../../api/query-of.ts'
import { publicConfig } from '../../public-config.ts'
import { useSignedIn } from '../../sessions/session.ts'
import { CaseEntry } from '../../support/case-entry.tsx'
import { EntryForm } from '../../support/entry-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Fact } from '../../ui/fact.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { DisputeCard, disputeQuery } from '../disputes/dispute-card.tsx'
import { refreshPanel } from '../refresh-panel.ts'
import { useMay } from '../use-may.ts'
import { CaseStateText, DueText } from './case-state.tsx'

/** `/admin/support-messages/{id}`: a message to the bank with its answers, notes and files, and what staff do with it. */
export function SupportMessagePage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...queryOf(['admin', 'support-message'], endpoints.readCase, { params: { id } }),
    refetchInterval: 20_000,
  })
  return (
    <div className="grid gap-4">
      <PageHeading>{pages.supportMessage.title}</PageHeading>
      {!data && error ? (
        <LoadFailure title="The message could not be loaded" error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <LoadingText />
      ) : (
        <div className="grid gap-section xl:grid-cols-[minmax(0,1fr)_17rem] xl:items-start">
          <div className="grid min-w-0 gap-4">
            {data.kind === 'dispute' && <DisputeCard id={data.id} />}
            <Conversation key={data.id} one={data} />
          </div>
          <Card className="grid gap-4">
            <Facts one={data} />
            <Marks one={data} />
          </Card>
        </div>
      )}
    </div>
  )
}

function Conversation({ one }: { one: CaseView }) {
  const mayAnswer = useMay()('answer_messages')
  return (
    <Card className="grid min-w-0 gap-4">
      <h2 className="wrap-anywhere text-h2">
        <bdi>{one.subject}</bdi>
      </h2>
      <ol className="grid gap-3 text-table">
        {one.entries.map((entry) => (
          <CaseEntry
            key={entry.id}
            entry={entry}
            by={
              <>
                {entry.side === 'bank' && entry.id === one.id
                  ? 'Written for the customer by '
                  : sides[entry.side]}
                <bdi>{entry.by?.name ?? one.email}</bdi>
              </>
            }
          />
        ))}
      </ol>
      {mayAnswer && <Writing one={one} />}
    </Card>
  )
}

const sides = { customer: '', bank: 'Answered by ', note: 'Internal note of ' } as const

/** An answer, or a note that the customer never sees. */
function Writing({ one }: { one: CaseView }) {
  const [chosen, choose] = useState('answer')
  const tabs = [
    { name: 'answer', title: 'Answer', panel: <Answer one={one} /> },
    { name: 'note', title: 'Internal note', panel: <Note id={one.id} /> },
  ]
  return <Tabs label="What to write" tabs={tabs} chosen={chosen} onChoose={choose} />
}

function Answer({ one: { id, email, user, owner } }: { one: CaseView }) {
  const client = useQueryClient()
  const me = useSignedIn().user.id
  if (owner && owner.id !== me) {
    return (
      <p className="text-table">
        Taken by <bdi className="font-semibold">{owner.name}</bdi>. Give it back first if they cannot answer
        it.
      </p>
    )
  }
  return (
    <div className="grid gap-3">
      {!publicConfig.mail && (
        <Notice tone="pending">Mail is off: the answer will be kept, and not sent.</Notice>
      )}
      <EntryForm
        purpose={`answer to ${id}`}
        label="Answer"
        hint={`Goes to ${email}, up to ${entryLengthMax.toLocaleString('en-US')} characters.${
          user ? ' Files are read under Help, and not mailed.' : ''
        }`}
        action="Send answer"
        send={(body) => call(endpoints.answerCase, { params: { id }, body })}
        // A visitor reads answers by mail only.
        attach={user ? endpoints.attachFile : undefined}
        onSent={() => {
          if (publicConfig.mail) toast.success(staffTexts.sendAnswer.done)
          else toast.error(`Mail is off: the answer for ${email} is kept and was not sent`)
          void refreshPanel(client)
        }}
        onFailed={() => toast.error(staffTexts.sendAnswer.failed)}
      />
    </div>
  )
}

function Note({ id }: { id: string }) {
  const client = useQueryClient()
  return (
    <EntryForm
      purpose={`note on ${id}`}
      label="Internal note"
      hint="Only staff read it."
      action="Add note"
      send={(body) => call(endpoints.writeCaseNote, { params: { id }, body })}
      attach={endpoints.attachFile}
      onSent={() => {
        toast.success(staffTexts.noteOnMessage.done)
        void refreshPanel(client)
      }}
      onFailed={() => toast.error(staffTexts.noteOnMessage.failed)}
    />
  )
}

function Facts({ one }: { one: CaseView }) {
  const { email, user, addressOwner, reference, transactionId, createdAt, dueAt } = one
  return (
    <dl className="grid gap-3 text-table">
      <Fact name="State">
        <CaseStateText one={one} />
      </Fact>
      {dueAt && (
        <Fact name="Answer by">
          <DueText dueAt={dueAt} />
        </Fact>
      )}
      <Fact name="From">
        <bdi>{email}</bdi>
      </Fact>
      <Fact name="Logged in as">
        {user ? (
          <Link to={linkTo('user', { id: user.id })} className="link-alone">
            <bdi>{user.name}</bdi>
          </Link>
        ) : (
          'Not logged in'
        )}
      </Fact>
      {addressOwner && (
        <Fact name="The address belongs to">
          <Link to={linkTo('user', { id: addressOwner.id })} className="link-alone">
            <bdi>{addressOwner.name}</bdi>
          </Link>{' '}
          (not verified: anybody can type it)
        </Fact>
      )}
      {transactionId && (
        <Fact name="About transaction">
          <Link
            to={linkTo('allTransactions', { q: transactionId, open: transactionId })}
            className="link-alone tabular"
          >
            {transactionId}
          </Link>
        </Fact>
      )}
      <Fact name="Reference">
        <bdi className="tabular">{reference}</bdi>
      </Fact>
      <Fact name="Received">
        <DateText moment={createdAt} time />
      </Fact>
    </dl>
  )
}

/** Takes the message, gives it back, closes it and opens it again. */
function Marks({ one: { id, kind, owner, state } }: { one: CaseView }) {
  const mayAnswer = useMay()('answer_messages')
  const isDispute = kind === 'dispute'
  const dispute = useQuery({ ...disputeQuery(id), enabled: isDispute })
  const params = { id }
  if (!mayAnswer) return null
  return (
    <div className="flex flex-wrap gap-3">
      {owner ? (
        <ActButton texts={staffTexts.releaseMessage} act={() => call(endpoints.releaseCase, { params })}>
          Give back
        </ActButton>
      ) : (
        <ActButton texts={staffTexts.takeMessage} act={() => call(endpoints.takeCase, { params })}>
          Take
        </ActButton>
      )}
      {state !== 'open' && (
        <ActButton texts={staffTexts.reopenMessage} act={() => call(endpoints.reopenCase, { params })}>
          Reopen
        </ActButton>
      )}
      {/* The end of a dispute closes its message. */}
      {state !== 'closed' && (!isDispute || dispute.data?.end) && (
        <ActButton texts={staffTexts.closeMessage} act={() => call(endpoints.closeCase, { params })}>
          Close
        </ActButton>
      )}
    </div>
  )
}

function ActButton({
  texts,
  act,
  children,
}: {
  texts: { done: string; failed: string }
  act: () => Promise<unknown>
  children: string
}) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: () => toast.success(texts.done),
    onError: (error) => toast.error(texts.failed, { description: reasonOf(error) }),
    onSettled: () => refreshPanel(client),
  })
  return (
    <Button look="secondary" busy={isPending} onClick={() => mutate()}>
      {children}
    </Button>
  )
}
