import { type Currency, currencySymbol } from '@bank/ledger/currency'

/**
 * An amount as people read it: `1234.5` in USD is `$1,234.50`, thousands grouped and always two decimals. Takes a decimal
 * string, so nothing is rounded. By hand: a telephone needs longer to make an `Intl.NumberFormat` than to draw a page.
 */
export function formatMoney(decimal: string, currency: Currency): string {
  const [whole = '', decimals = ''] = decimal.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${decimal.startsWith('-') ? '-' : ''}${currencySymbol[currency]}${grouped}.${decimals.padEnd(2, '0')}`
}
