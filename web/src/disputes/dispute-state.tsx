import { disputeCauses } from '@bank/contract/disputes/causes'
import type { DisputeView } from '@bank/contract/disputes/view'
import { linkTo } from '@bank/contract/pages'
import type { TransactionDetailsView } from '@bank/contract/transactions/view'
import { useState } from 'react'
import { Link } from 'react-router'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { DateText } from '../ui/date-text.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

type Payment = Pick<TransactionDetailsView, 'id' | 'amount' | 'currency' | 'dispute' | 'disputable'>

/** The last dispute of a payment, and the button that disputes it as long as that is possible. `refresh` reads the payment again. */
export function PaymentDispute({ payment, refresh }: { payment: Payment; refresh: () => void }) {
  const { dispute, disputable, currency } = payment
  const [isAsked, setIsAsked] = useState(false)
  if (!dispute && !disputable) return null
  return (
    <section aria-label="Dispute" className="no-print grid justify-items-start gap-3">
      {dispute && <DisputeState dispute={dispute} currency={currency} />}
      {disputable && (
        <>
          <Button look="secondary" onClick={() => setIsAsked(true)}>
            Dispute this payment
          </Button>
          <p className="text-caption text-muted-foreground">
            Possible until <DateText moment={disputable.until} />
          </p>
        </>
      )}
      <DisputeDialog
        payment={{ ...payment, amount: disputable?.most ?? payment.amount }}
        decidedBy={disputable?.decidedBy}
        refresh={refresh}
        open={isAsked}
        onClose={() => setIsAsked(false)}
      />
    </section>
  )
}

const DisputeDialog = lazyDialog(async () => (await import('./dispute-dialog.tsx')).DisputeDialog, false)

function DisputeState({
  dispute: { cause, amount, openedAt, dueAt, credit, end },
  currency,
}: {
  dispute: DisputeView
  currency: TransactionDetailsView['currency']
}) {
  const money = (value: string) => <Amount value={value} currency={currency} />
  return (
    <div className="grid gap-1 text-table">
      <h3 className="text-label">{end ? 'Your dispute has ended' : 'You dispute this payment'}</h3>
      <p>
        {disputeCauses[cause]}: {money(amount)}, <DateText moment={openedAt} time />
      </p>
      {credit && !end && (
        <p>We credited {money(credit.amount)} until we decide. If we decide for you, it is yours.</p>
      )}
      {!end && (
        <p>
          We decide by <DateText moment={dueAt} long time={false} />.
        </p>
      )}
      {end && (
        <>
          <p>
            {end.outcome === 'customer'
              ? 'We decided for you: the credit is yours.'
              : 'We decided that the payment was right.'}{' '}
            <DateText moment={end.at} time />
          </p>
          {end.takenBack !== '0.00' && <p>We took back {money(end.takenBack)} of the credit.</p>}
          {end.owed !== '0.00' && <p>You owe us {money(end.owed)} of the credit.</p>}
          <p className="wrap-anywhere">
            Reason: <bdi>{end.reason}</bdi>
          </p>
        </>
      )}
      <p>
        <Link to={linkTo('support')} className="link-alone">
          Write to us about it
        </Link>
      </p>
    </div>
  )
}
