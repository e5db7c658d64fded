import type { Currency } from '@bank/ledger/currency'
import { Amount } from '../ui/amount.tsx'

/** The balance after a row, below its amount. */
export function BalanceBelow({ value, currency }: { value: string; currency: Currency }) {
  return (
    <span className="block text-end text-caption font-normal whitespace-nowrap text-muted-foreground">
      {' '}
      {/* A narrow table has no room for the word, such as beside the details. */}
      <span className="md:in-medium:sr-only">Balance </span>
      <Amount value={value} currency={currency} />
    </span>
  )
}
