import { formatMoney } from '@bank/contract/format-money'
import type { Currency } from '@bank/ledger/currency'
import { clsx } from 'clsx'
import { useAmountsHidden, useAmountsMark } from './hidden-amounts.ts'

type AmountProps = {
  /** A decimal string, such as `1234.50`. */
  value: string
  currency: Currency
  /** In lists: a credit has a plus sign, any other type a minus sign. Without a type the amount is a balance. */
  type?: string
  /** Money that stays the customer's own: its sign has no colour. */
  neutral?: boolean
  /** The one large figure of a screen. Its cents are smaller, unless it has many digits. A `className` sets its size. */
  hero?: boolean
  className?: string
}

/** An amount of money. It is never shortened, and screen readers read it as one number. */
export function Amount({ value, currency, type, neutral, hero, className }: AmountProps) {
  const hidden = useAmountsHidden()
  const mark = useAmountsMark()
  const sign = signOf(value, type)
  const text = `${sign}${formatMoney(value, currency)}`
  const look = clsx(
    hero ? (className ?? heroSize(hidden ? '' : text)) : 'tabular',
    sign === '+' && !neutral && 'text-credit',
    !hero && className,
  )
  if (hidden) return <HiddenAmount look={look} />
  const point = text.lastIndexOf('.')
  return (
    <bdi {...mark} className={look}>
      {hero && text.length <= 17 ? (
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

/** A longer amount is set smaller, because it is never shortened. */
function heroSize({ length }: string): string {
  if (length <= 13) return 'text-hero-amount'
  return length <= 17 ? 'text-hero-long' : 'text-hero-longest'
}

/** A placeholder whose width does not depend on the amount. */
function HiddenAmount({ look }: { look: string }) {
  return (
    <span className={look}>
      <span aria-hidden>••••••</span>
      <span className="sr-only">Amount hidden</span>
    </span>
  )
}

function signOf(value: string, type: string | undefined): string {
  if (type === undefined || /^[-0.]*$/.test(value)) return ''
  return type === 'credit' ? '+' : '-'
}
