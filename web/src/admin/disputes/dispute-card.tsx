import type { DisputeForStaff } from '@bank/contract/admin/disputes/view'
import { disputeCauses } from '@bank/contract/disputes/causes'
import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import { linkTo } from '@bank/contract/pages'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { sendOnce } from '../../api/idempotency-key.ts'
import { LoadFailure } from '../../api/load-failure.tsx'
import { reasonOf } from '../../api/problem.ts'
import { queryOf } from '../../api/query-of.ts'
import { requestTimeout } from '../../api/request-outcome.ts'
import { useSignedIn } from '../../sessions/session.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Fact } from '../../ui/fact.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshPanel } from '../refresh-panel.ts'
import type { DisputeAct } from './dispute-dialogs.tsx'

/** The dispute of the case with this id. */
export function disputeQuery(id: string) {
  return queryOf(['admin', 'dispute'], endpoints.readDispute, { params: { id } })
}

/** The dispute of a case: what was paid, what was credited, and what staff do with it. */
export function DisputeCard({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({ ...disputeQuery(id), refetchInterval: 20_000 })
  return (
    <Card className="grid gap-4">
      <h2 className="text-h2">Dispute</h2>
      {!data && error ? (
        <LoadFailure title="The dispute could not be loaded" error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <LoadingText />
      ) : (
        <Dispute dispute={data} />
      )}
    </Card>
  )
}

function Dispute({ dispute }: { dispute: DisputeForStaff }) {
  const { cause, amount, currency, payment, openedAt, openedBy, user, dueAt, credit, end, waitingCredit } =
    dispute
  const [act, setAct] = useState<DisputeAct>('credit')
  const [isOpen, setIsOpen] = useState(false)
  const open = (chosen: DisputeAct) => {
    setAct(chosen)
    setIsOpen(true)
  }
  const money = (value: string) => <Amount value={value} currency={currency} />
  return (
    <>
      <dl className="grid gap-x-8 gap-y-4 text-table sm:grid-cols-2 md:grid-cols-3">
        <Fact name="What is wrong">{disputeCauses[cause]}</Fact>
        <Fact name="Disputed">
          {money(amount)} of {money(payment.amount)}
        </Fact>
        <Fact name="Paid to">
          <bdi>{payment.payee}</bdi>, <DateText moment={payment.createdAt} />
        </Fact>
        <Fact name="Opened">
          <DateText moment={openedAt} time />
          {openedBy.id !== user.id && (
            <>
              {' '}
              by <bdi>{openedBy.name}</bdi>
            </>
          )}
        </Fact>
        {!end && (
          <Fact name="Decide by">
            <DateText moment={dueAt} />
          </Fact>
        )}
        <Fact name="Provisional credit">{creditText(dispute, money)}</Fact>
        {end && (
          <Fact name={end.outcome === 'customer' ? 'Ended for the customer' : 'Ended for the bank'}>
            <DateText moment={end.at} time />
          </Fact>
        )}
        {end && (
          <Fact name="Reason" className="wrap-anywhere">
            <bdi>{end.reason}</bdi>
          </Fact>
        )}
      </dl>
      {waitingCredit && (
        <p className="text-table">
          A credit{' '}
          <Link to={linkTo('approvals')} className="link-alone">
            waits for the approval of a second person
          </Link>
          .
        </p>
      )}
      {dispute.mayDecide && !end && (
        <div className="flex flex-wrap gap-3">
          {!credit && !waitingCredit && <Button onClick={() => open('credit')}>Credit the customer</Button>}
          {credit && (
            <Button look="secondary" onClick={() => open('customer')}>
              End for the customer
            </Button>
          )}
          {!waitingCredit && (
            <Button look="secondary" onClick={() => open('bank')}>
              End for the bank
            </Button>
          )}
        </div>
      )}
      {dispute.mayDecide && end && end.owed !== '0.00' && <CollectButton dispute={dispute} owed={end.owed} />}
      <DisputeDialog dispute={dispute} act={act} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** Takes back what is owed, as far as the balance covers it. */
function CollectButton({ dispute: { id, currency }, owed }: { dispute: DisputeForStaff; owed: string }) {
  const client = useQueryClient()
  const person = useSignedIn().user.id
  const purpose = `collecting after dispute ${id}`
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      sendOnce({ person, purpose }, (collectionId) =>
        call(endpoints.collectOwed, { params: { id }, body: { collectionId }, signal: requestTimeout() }),
      ),
    onSuccess: () => toast.success(staffTexts.collect.done),
    onError: (error) => toast.error(staffTexts.collect.failed, { description: reasonOf(error) }),
    onSettled: () => void refreshPanel(client),
  })
  return (
    <Button
      look="secondary"
      className="w-fit"
      busy={isPending}
      busyLabel={staffTexts.collect.busy}
      onClick={() => mutate()}
    >
      Collect {formatMoney(owed, currency)}
    </Button>
  )
}

const DisputeDialog = lazyDialog(async () => (await import('./dispute-dialogs.tsx')).DisputeDialog)

function creditText({ credit, end }: DisputeForStaff, money: (value: string) => ReactNode): ReactNode {
  if (!credit) return 'None'
  if (end?.outcome !== 'bank') return money(credit.amount)
  return (
    <>
      {money(credit.amount)}, taken back {money(end.takenBack)}
      {end.owed !== '0.00' && <>, owed {money(end.owed)}</>}
    </>
  )
}
