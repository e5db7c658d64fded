import type { ApprovalView } from '@bank/contract/admin/approvals/view'
import { endpoints } from '@bank/contract/endpoints'
import { linkTo, pages } from '@bank/contract/pages'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ActDialog } from '../../api/act-dialog.tsx'
import { call } from '../../api/call.ts'
import { LoadFailure } from '../../api/load-failure.tsx'
import { queryOf } from '../../api/query-of.ts'
import { useSignedIn } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date-text.tsx'
import type { DialogState } from '../../ui/dialog-props.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Fact } from '../../ui/fact.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { replacingId, toast } from '../../ui/toast.ts'
import { refreshPanel } from '../refresh-panel.ts'
import { ReasonDialog } from '../users/reason-dialog.tsx'

/** `/admin/approvals`: the acts of staff that wait for a second person, to approve and to decline. */
export function ApprovalsPage() {
  const { data, error, refetch } = useQuery({
    ...queryOf(['admin', 'approvals'], endpoints.listApprovals),
    refetchInterval: 20_000,
  })
  return (
    <div className="grid gap-4">
      <PageHeading>{pages.approvals.title}</PageHeading>
      <p className="max-w-prose text-muted-foreground">
        What needs a second person, the longest waiting first. You cannot approve what you asked for. After 7
        days it can only be asked for again.
      </p>
      {!data && error ? (
        <LoadFailure title="The approvals could not be loaded" error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <LoadingText />
      ) : data.approvals.length === 0 ? (
        <Card>
          <EmptyState title="Nothing waits for approval" />
        </Card>
      ) : (
        <ul className="grid gap-4">
          {data.approvals.map((approval) => (
            <WaitingAct key={approval.id} approval={approval} />
          ))}
        </ul>
      )}
    </div>
  )
}

function WaitingAct({ approval }: { approval: ApprovalView }) {
  const { sentence, user, accountNumber, maker, reason, requestedAt, expiresAt, mayDecide } = approval
  const isOwn = useSignedIn().user.id === maker.id
  const [open, setOpen] = useState<'approval' | 'decline' | null>(null)
  const close = () => setOpen(null)
  const isFound = useLocation().hash === `#${approval.id}`
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isFound) item.current?.focus()
  }, [isFound])
  return (
    <li ref={item} id={approval.id} tabIndex={isFound ? -1 : undefined} className="rounded-card">
      <Card className="grid gap-4">
        <div className="grid gap-0.5">
          <h2 className="wrap-anywhere text-h3">
            <bdi>{sentence}</bdi>
          </h2>
          <Link
            to={linkTo('user', { id: user.id, account: accountNumber ?? undefined })}
            dir="auto"
            className="link-alone w-fit max-w-full truncate"
          >
            {user.name}
          </Link>
        </div>
        <dl className="grid gap-x-8 gap-y-4 text-table sm:grid-cols-2 md:grid-cols-4">
          <Fact name="Asked for by">
            <bdi>{maker.name}</bdi>
          </Fact>
          <Fact name="Reason">
            <bdi>{reason}</bdi>
          </Fact>
          <Fact name="Asked for">
            <DateText moment={requestedAt} time />
          </Fact>
          <Fact name="Waits until">
            <DateText moment={expiresAt} time />
          </Fact>
        </dl>
        {mayDecide ? (
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setOpen('approval')}>
              Approve<span className="sr-only">: {sentence}</span>
            </Button>
            <Button look="secondary" onClick={() => setOpen('decline')}>
              Decline<span className="sr-only">: {sentence}</span>
            </Button>
          </div>
        ) : (
          <p className="text-table text-muted-foreground">
            {isOwn ? 'You asked for this. Someone else must approve it.' : 'Someone else must approve this.'}
          </p>
        )}
        <ApprovalDialog approval={approval} open={open === 'approval'} onClose={close} />
        <DeclineDialog approval={approval} open={open === 'decline'} onClose={close} />
      </Card>
    </li>
  )
}

/** Asks for confirmation before an act is approved, which carries it out. */
function ApprovalDialog({ approval, ...dialog }: DialogState & { approval: ApprovalView }) {
  const { id, sentence, user, maker, reason } = approval
  const client = useQueryClient()
  const { busy, done, failed } = staffTexts.approve
  return (
    <ActDialog
      {...dialog}
      title="Approve this?"
      description={`${sentence}, for ${user.name}. ${maker.name} asked for it with the reason “${reason}”. It happens immediately.`}
      look="primary"
      action="Approve"
      busyLabel={busy}
      act={() => call(endpoints.approveAct, { params: { id } })}
      onDone={() => {
        toast.success(done)
        void refreshPanel(client)
      }}
      onFailed={() => toast.error(failed)}
    />
  )
}

/** Asks why an act is declined, and declines it. */
function DeclineDialog({ approval, ...dialog }: DialogState & { approval: ApprovalView }) {
  const { id, sentence, user } = approval
  const { busy, done, failed } = staffTexts.decline
  const purpose = `decline of ${id}`
  return (
    <ReasonDialog
      {...dialog}
      title="Decline this?"
      description={`${sentence}, for ${user.name}. Nothing is done.`}
      purpose={purpose}
      act={(body) => call(endpoints.declineAct, { params: { id }, body })}
      action="Decline"
      busyLabel={busy}
      look="destructive"
      onDone={() => toast.success(done, { id: replacingId(purpose) })}
      failed={failed}
    />
  )
}
