import type { GuardView } from '@bank/contract/guards/view'
import { minorOf } from '@bank/ledger/money'
import { Amount } from '../ui/amount.tsx'
import { DateText } from '../ui/date-text.tsx'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { ShareBar } from '../ui/share-bar.tsx'

/** What was sent today or in this month, drawn as a share of the lower of the customer's and the bank's limit. */
export function GuardUsage({
  guard: { currency, limits, bank, sent },
  span,
}: {
  guard: GuardView
  span: 'day' | 'month'
}) {
  if (!sent) return null
  const during = span === 'day' ? 'today' : 'this month'
  const limit = lowerOf(limits[span], bank[span])
  return <Usage sent={sent[span]} limit={limit} what={`sent ${during}`} currency={currency} />
}

/** The bank's limit for new beneficiaries, which the customer cannot change, and how much of it is used. */
export function NewBeneficiariesUsage({ guard: { currency, newBeneficiaries } }: { guard: GuardView }) {
  if (!newBeneficiaries) return null
  const { limit, sent } = newBeneficiaries
  return (
    <section className="grid gap-2">
      <h3 className="text-label">To new payees</h3>
      <p className="text-caption text-muted-foreground">
        The bank’s limit is <Amount value={limit} currency={currency} /> for all payees together that you
        first paid less than 24 hours ago.
      </p>
      <Usage sent={sent} limit={limit} what="sent to them" currency={currency} />
    </section>
  )
}

/** The bank's limit after a forgotten PIN was replaced, or two-factor was reset, which the customer cannot change, and how much of it is used. */
export function RecoveryUsage({ guard: { currency, recovery } }: { guard: GuardView }) {
  if (!recovery) return null
  const { limit, sent, until } = recovery
  return (
    <section className="grid gap-2">
      <h3 className="text-label">After a forgotten PIN or a reset</h3>
      <p className="text-caption text-muted-foreground">
        Until <DateText moment={until} long /> you can send up to <Amount value={limit} currency={currency} />{' '}
        from all your accounts together.
      </p>
      <Usage sent={sent} limit={limit} what="sent since then" currency={currency} />
    </section>
  )
}

/** A sum as a share of a limit. */
export function Usage({
  sent,
  limit,
  what,
  currency,
}: {
  sent: string
  limit: string | null
  what: string
  currency: GuardView['currency']
}) {
  const isHidden = useAmountsHidden()
  return (
    <div className="grid gap-1 text-caption text-muted-foreground">
      <p className="tabular">
        <bdi>
          <Amount value={sent} currency={currency} />{' '}
          {limit && (
            <>
              of <Amount value={limit} currency={currency} />{' '}
            </>
          )}
          {what}
        </bdi>
      </p>
      {limit && !isHidden && <ShareBar percent={shareOf(sent, limit)} aria-hidden />}
    </div>
  )
}

/** The lower of two limits, where null is none. */
export function lowerOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return minorOf(one) < minorOf(other) ? one : other
}

/** In per cent, at most 100: a limit can be lowered below what was sent. */
function shareOf(sent: string, limit: string): number {
  const share = Number((minorOf(sent) * 1000n) / minorOf(limit)) / 10
  return Math.min(share, 100)
}
