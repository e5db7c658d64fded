import type { Currency } from '@bank/ledger/currency'

const formats = new Map<Currency, Intl.NumberFormat>()

/** An amount as people read it: `1234.5` in USD is `$1,234.50`. Takes a decimal string, so nothing is rounded. */
export function formatMoney(decimal: string, currency: Currency): string {
  // Intl reads the string itself, digit by digit; a number would round large amounts.
  return formatOf(currency).format(decimal as `${number}`)
}

/** The formatter for a currency: its narrow symbol, thousands grouped, always two decimals. */
function formatOf(currency: Currency): Intl.NumberFormat {
  let format = formats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    })
    formats.set(currency, format)
  }
  return format
}
