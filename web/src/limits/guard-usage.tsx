import { formatMoney } from '@bank/contract/format-money'
import type { GuardView } from '@bank/contract/guards/view'
import { minorOf } from '@bank/ledger/money'

/** What was sent today or in this month, drawn as a share of the lower of the customer's and the bank's limit. */
export function GuardUsage({
  guard: { currency, limits, bank, sent },
  kind,
}: {
  guard: GuardView
  kind: 'day' | 'month'
}) {
  if (!sent) return null
  const limit = lowerOf(limits[kind], bank[kind])
  const during = kind === 'day' ? 'today' : 'this month'
  return (
    <div className="grid gap-1 text-caption text-muted-foreground">
      <p className="tabular">
        <bdi>
          {formatMoney(sent[kind], currency)} {limit && `of ${formatMoney(limit, currency)} `}sent {during}
        </bdi>
      </p>
      {limit && (
        <svg aria-hidden="true" width="100%" height="8" className="block rounded-full bg-sunken">
          <rect width={`${shareOf(sent[kind], limit)}%`} height="8" className="fill-chart-out" />
        </svg>
      )}
    </div>
  )
}

function lowerOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return minorOf(one) < minorOf(other) ? one : other
}

/** In per cent, at most 100: a limit can be lowered below what was sent. */
function shareOf(sent: string, limit: string): number {
  const share = Number((minorOf(sent) * 1000n) / minorOf(limit)) / 10
  return Math.min(share, 100)
}
