import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { HiddenAmounts } from '../ui/hidden-amounts.ts'

/**
 * A movement of money as a slip of paper beside its form (`besideSlip`): it is filled in while the customer types, is then reviewed,
 * and becomes the receipt. `children` are rows (`SlipRow`).
 */
export function Slip({
  label,
  amountMinor = 0n,
  currency,
  to,
  number,
  corner,
  isReceipt = false,
  note,
  children,
}: {
  label: string
  /** In minor units; undefined before an amount is typed. */
  amountMinor?: bigint | undefined
  currency: Currency
  /** The name of the payee; empty before one is typed. */
  to: ReactNode
  /** The number of the payee's account, likewise. */
  number?: ReactNode
  /** Beside the amount: the way back to the form, or the status. */
  corner?: ReactNode
  /** Whether the money was moved: then it is opened again later, and its amount is hidden with the others. */
  isReceipt?: boolean
  /** Below the name of a receipt: what has become of the money. */
  note?: ReactNode
  children: ReactNode
}) {
  const amount = formatMinor(amountMinor)
  return (
    <section aria-label={label} className="slip">
      <div aria-hidden className="guilloche" />
      <div className="@container px-card pt-3 pb-6">
        <div className="relative grid grid-cols-1 gap-3 border-b border-dashed pb-4">
          {corner && <div className="absolute end-0 top-0 flex h-5 items-center">{corner}</div>}
          <dl className="grid grid-cols-1 gap-3">
            <div>
              <dt className="text-caption text-muted-foreground">Amount</dt>
              <dd className={clsx(amountMinor === 0n && 'text-muted-foreground')}>
                {/* What is about to be sent is checked here. */}
                <HiddenAmounts value={isReceipt ? undefined : false}>
                  <Amount value={amount} currency={currency} hero className={sizeOf(amount)} />
                </HiddenAmounts>
              </dd>
            </div>
            <div>
              <dt className="text-caption text-muted-foreground">To</dt>
              <dd className="text-h2">{to || <Blank />}</dd>
            </div>
            {number !== undefined && (
              <div>
                <dt className="text-caption text-muted-foreground">Account number</dt>
                <dd>{number || <Blank />}</dd>
              </div>
            )}
          </dl>
          {note}
        </div>
        <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 pt-4 text-table">
          {children}
        </dl>
      </div>
    </section>
  )
}

/**
 * The grid of a form beside its slip, in an `@container`: side by side where there is room, which a tablet has when no menu is beside
 * the page. What is not the slip is in the first column.
 */
export const besideSlip =
  'grid items-start gap-section [&_input]:scroll-mb-36 @min-[43rem]:grid-cols-[minmax(0,1fr)_clamp(17rem,40%,26rem)] @min-[43rem]:grid-rows-[auto_1fr]'

/** The grid of a receipt, in an `@container`: the slip is in the main place, and what can be done next beside it. */
export const besideReceipt = 'grid items-start gap-section @min-[43rem]:grid-cols-[minmax(0,1fr)_17rem]'

/** The place of the slip, which stays in sight, and of a warning below it. */
export const slipPlace =
  'grid min-w-0 gap-3 @min-[43rem]:sticky @min-[43rem]:top-[calc(var(--bar-height)+24px)] @min-[43rem]:col-start-2 @min-[43rem]:row-span-2 @min-[43rem]:row-start-1'

/** A row of a slip. Without `children` it is a line that is not filled in. `starts` leaves a space above it. */
export function SlipRow({
  name,
  starts,
  className,
  children,
}: {
  name: ReactNode
  starts?: boolean
  className?: string
  children?: ReactNode
}) {
  const place = clsx(className, starts && 'pt-4')
  return (
    <>
      <dt className={clsx('text-muted-foreground', place)}>{name}</dt>
      <dd className={clsx('min-w-0 text-end wrap-anywhere', place)}>{children || <Blank />}</dd>
    </>
  )
}

/** What has become of the money, with a tick when it has arrived. */
export function SlipNote({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-table">
      {isDone && (
        <svg
          aria-hidden="true"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          className="size-6 shrink-0 text-success"
        >
          <path d="M4 13l5.5 5.5L20 6" pathLength="1" strokeDasharray="1" className="animate-draw" />
        </svg>
      )}
      <span className="min-w-0">{children}</span>
    </p>
  )
}

/** The button of a step. On a phone it stays at the foot of the screen. */
export function StepButton(button: ComponentProps<typeof Button>) {
  return (
    <div className="sticky bottom-0 z-10 -mx-gutter border-t bg-background px-gutter py-3 md:static md:mx-0 md:border-0 md:p-0 @min-[43rem]:static @min-[43rem]:mx-0 @min-[43rem]:border-0 @min-[43rem]:p-0">
      <Button type="submit" wide {...button} />
    </div>
  )
}

/** For a form with `StepButton`: the browser alone would let it cover what has the focus. */
export function revealFocused({ target }: { target: Element }): void {
  if (target.matches('input')) target.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

/** A line of a form on paper before something is written on it. */
function Blank() {
  return (
    <>
      <span aria-hidden className="inline-block w-28 border-b border-dotted border-input-border" />
      <span className="sr-only">–</span>
    </>
  )
}

/** In units of the width of the slip: a longer amount is set smaller, because it is never broken. */
function sizeOf({ length }: string): string {
  return clsx(
    'font-semibold leading-tight tracking-tight',
    length <= 10 ? 'text-[length:min(12cqi,3.25rem)]' : 'text-[length:7cqi]',
  )
}
