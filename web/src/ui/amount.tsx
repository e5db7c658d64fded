import type { Currency } from '@bank/ledger/currency'
import { clsx } from 'clsx'

type AmountProps = {
  /** A decimal string, such as `1234.50`. */
  value: string
  currency: Currency
  /** In lists: a credit carries a plus sign, anything else a minus sign; without it the amount is a balance. */
  type?: string
  /** The one big figure of a screen; its cents are smaller. */
  hero?: boolean
  className?: string
}

/** An amount of money. It is never shortened, and reads as one number. */
export function Amount({ value, currency, type, hero, className }: AmountProps) {
  const text = `${signOf(value, type)}${formatMoney(value, currency)}`
  const point = text.lastIndexOf('.')
  return (
    <bdi
      className={clsx(
        hero ? 'text-hero-amount' : 'tabular',
        type !== undefined && (type === 'credit' ? 'text-credit' : 'text-debit'),
        className,
      )}
    >
      {hero ? (
        <>
          {text.slice(0, point)}
          <span className="text-[0.6em]">{text.slice(point)}</span>
        </>
      ) : (
        text
      )}
    </bdi>
  )
}

/** A decimal string as people read it: `1234.5` in USD is `$1,234.50`. Exact at any size. */
export function formatMoney(value: string, currency: Currency): string {
  // Intl reads the string itself, digit by digit; a number would round large amounts.
  return formatOf(currency).format(value as `${number}`)
}

function signOf(value: string, type: string | undefined): string {
  if (type === undefined || /^[-0.]*$/.test(value)) return ''
  return type === 'credit' ? '+' : '-'
}

const formats = new Map<Currency, Intl.NumberFormat>()

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
