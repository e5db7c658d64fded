import type { TransactionDetailsView } from '@bank/contract/transactions/view'
import type { Currency } from '@bank/ledger/currency'
import { type KindName, kinds } from '@bank/ledger/kinds'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { Amount } from '../ui/amount.tsx'
import { DateText } from '../ui/date-text.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type Step = TransactionDetailsView['timeline'][number]
type Side = TransactionDetailsView['type']

/** The statuses of a transaction as sentences, oldest first. */
export function StatusTimeline({
  type,
  currency,
  kind,
  timeline,
}: {
  type: Side
  currency: Currency
  kind: KindName
  /** Undefined while it is loading. */
  timeline: readonly Step[] | undefined
}) {
  return (
    <section aria-label="Status history" className="relative grid min-h-11 gap-2">
      {timeline ? (
        <ol className="grid gap-3">
          {timeline.map(({ status, at, balanceAfter, reason, ...step }, position) => {
            const { icon: Icon, look } = looks[status]
            return (
              <li key={`${at} ${status}`} className="flex gap-3">
                <Icon aria-hidden size={20} className={`mt-0.5 shrink-0 ${look}`} />
                <div>
                  <p>
                    {inWords(type, status, {
                      isFirst: position === 0,
                      isLast: position === timeline.length - 1,
                      kind,
                      ...step,
                    })}
                  </p>
                  <p className="text-caption text-muted-foreground">
                    <DateText moment={at} time />
                  </p>
                  {reason && (
                    <p className="no-print wrap-anywhere text-caption">
                      Reason: <bdi>{reason}</bdi>
                    </p>
                  )}
                  {/* A printed receipt is shown to others. */}
                  {balanceAfter && (
                    <p className="no-print text-caption text-muted-foreground">
                      Balance <Amount value={balanceAfter} currency={currency} />
                    </p>
                  )}
                </div>
              </li>
            )
          })}
        </ol>
      ) : (
        <>
          <LoadingText />
          <Skeleton className="h-11 w-full" />
        </>
      )}
    </section>
  )
}

const looks = {
  pending: { icon: Clock, look: 'text-pending' },
  success: { icon: CircleCheck, look: 'text-success' },
  failed: { icon: CircleAlert, look: 'text-failed' },
}

type StepFacts = Pick<Step, 'isTakenBack' | 'isRelease'> &
  Readonly<Record<'isFirst' | 'isLast', boolean>> & { readonly kind: KindName }

function inWords(
  type: Side,
  status: Step['status'],
  { isFirst, isLast, isTakenBack, isRelease, kind }: StepFacts,
): string {
  if (type === 'debit') {
    if (isRelease) {
      return status === 'success'
        ? 'Sent: the money is in the payee’s account'
        : 'Returned: the payee’s account could not receive the money'
    }
    if (kind === 'taking_back' || kind === 'credit_taking_back') return 'Taken back by the bank'
    if (status === 'success') return 'Arrived'
    if (isTakenBack) return 'Taken back by you: the money is in your account'
    if (status === 'failed') return 'Returned: the money is back in your account'
    if (!isFirst) return 'On its way again'
    if (kinds[kind].waitsForUndo) {
      return isLast
        ? 'The money left your account, and is sent when your undo time is over'
        : 'The money left your account, and waited for your undo time'
    }
    return isLast
      ? 'Sent: the money left your account and is on its way'
      : 'Sent: the money left your account'
  }
  if (status === 'success') return 'Arrived in your account'
  if (status === 'failed') return 'Taken back: the money is with its sender again'
  return isFirst ? 'On its way to you' : 'On its way to you again: not in your balance until it arrives'
}
