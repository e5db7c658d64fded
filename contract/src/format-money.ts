import { type Currency, currencySymbol } from '@bank/ledger/currency'
import { groupThousands } from './group-thousands.ts'

/** An amount for display: `1234.5` in USD is `$1,234.50`. Takes a decimal string, so nothing is rounded. */
export function formatMoney(decimal: string, currency: Currency): string {
  const [whole = '', decimals = ''] = decimal.replace('-', '').split('.')
  return `${decimal.startsWith('-') ? '-' : ''}${currencySymbol[currency]}${groupThousands(whole)}.${decimals.padEnd(2, '0')}`
}
