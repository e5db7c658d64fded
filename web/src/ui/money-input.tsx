import { formatMoney } from '@bank/contract/format-money'
import { amountError, typedAmount } from '@bank/contract/typed-amount'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import { clsx } from 'clsx'
import { type ComponentProps, type FocusEvent, useState } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'
import { pressEnded } from './press-ended.ts'

/**
 * An amount in any usual notation: `1,234.5`, `1234,50`, with spaces. It is not masked while typing. When the field is left it
 * becomes the canonical `1234.50`; a line below repeats it formatted, so that 50.00 and 5000 cannot be confused. A text that is no
 * amount has its error then, until it is changed.
 */
export function MoneyInput({
  currency,
  echo,
  typed,
  className,
  onBlur,
  ...rest
}: FieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'defaultValue'> & {
    currency: Currency
    /** The words before the amount, such as "You’re sending". */
    echo: string
    /** What is in the field, from its form: the line below never repeats anything else. */
    typed: string
  }) {
  const key = rest.id ?? rest.name
  const [left, setLeft] = useState('')
  const error = rest.error ?? (left === typed && typed.trim() !== '' ? amountError(typed) : undefined)
  // A refused amount is not repeated below its error.
  const canonical = error ? undefined : canonicalOf(typed)

  // Written into the control before the form reads it, so that the form has the canonical text.
  function canonicalize(control: HTMLInputElement) {
    const amount = canonicalOf(control.value)
    if (amount !== undefined) control.value = amount
  }

  return (
    <Field {...rest} error={error} describedBy={canonical && `${key}-echo`}>
      {(control) => (
        <>
          <input
            defaultValue={typed}
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            onBlur={async (event) => {
              const control = event.target
              canonicalize(control)
              onBlur?.(event)
              await pressEnded()
              setLeft(control.value)
            }}
            onKeyDown={(event) => {
              // Enter sends the form without leaving the field.
              if (event.key !== 'Enter') return
              canonicalize(event.currentTarget)
              onBlur?.(event as unknown as FocusEvent<HTMLInputElement>)
            }}
            className={clsx(controlClass, 'tabular', className)}
          />
          {canonical && (
            <p id={`${key}-echo`} className="text-caption text-muted-foreground">
              {echo} {formatMoney(canonical, currency)}
            </p>
          )}
        </>
      )}
    </Field>
  )
}

function canonicalOf(typed: string): string | undefined {
  const amountMinor = typedAmount(typed)
  return amountMinor === undefined ? undefined : formatMinor(amountMinor)
}
