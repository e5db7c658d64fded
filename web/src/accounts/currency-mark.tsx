import { type Currency, currencySymbol } from '@bank/ledger/currency'

/** The symbol of an account's currency, as a coin. */
export function CurrencyMark({ currency }: { currency: Currency }) {
  return (
    <span
      aria-hidden
      className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-hero text-h3 text-hero-foreground"
    >
      {currencySymbol[currency]}
    </span>
  )
}
