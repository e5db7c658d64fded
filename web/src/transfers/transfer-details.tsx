import { formatMoney } from '@bank/contract/format-money'
import type { MeView } from '@bank/contract/profile/view'
import { pinHint } from '@bank/contract/rules/person'
import { referenceLengthMax, type TransferForm as Transfer } from '@bank/contract/transfers/form'
import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { type FieldErrors, type UseFormReturn, useWatch } from 'react-hook-form'
import { fetchWhenIdle } from '../ui/fetch-when-idle.ts'
import { Input } from '../ui/input.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { GroupedInput } from './grouped-input.tsx'
import { grouped, groupedIban } from './grouped-number.ts'
import { labels, type TransferControl, type TransferField, type TransferFields } from './transfer-fields.ts'

/**
 * The eight fields of a transfer (§3) and a reference. For a chosen payee the six fields that say whom it goes to are hidden, and
 * `summary` is in their place.
 */
export function TransferDetails({
  register,
  getValues,
  errors,
  control,
  me,
  summary,
  hasPin,
}: Pick<UseFormReturn<TransferFields, unknown, Transfer>, 'register' | 'getValues' | 'control'> & {
  errors: FieldErrors<TransferFields>
  me: MeView
  summary: ReactNode
  /** False while the review has the field of the PIN. */
  hasPin: boolean
}) {
  const { currency } = me.account
  const warnings = useBankCodeWarnings()
  const field = (name: TransferField) => ({
    label: labels[name],
    error: errors[name]?.message,
    ...register(name),
  })
  return (
    <div className="grid gap-section">
      {summary}
      <FieldGroup legend="Who you are paying" hidden={!!summary}>
        <Input {...field('account_name')} autoComplete="off" />
        <GroupedInput {...field('account_number')} group={grouped} />
      </FieldGroup>
      <FieldGroup legend="Their bank" hidden={!!summary}>
        <Input {...field('bank_name')} autoComplete="off" />
        <Input {...field('bank_address')} autoComplete="off" />
        <BankCode
          {...field('swift_code')}
          control={control}
          warningOf={warnings?.swiftCodeWarning}
          group={asTyped}
        />
        <BankCode
          {...field('routing_number')}
          control={control}
          warningOf={warnings?.routingNumberWarning}
          group={groupedIban}
        />
      </FieldGroup>
      <FieldGroup legend="How much">
        <MoneyInput
          {...field('amount')}
          defaultValue={getValues('amount')}
          currency={currency}
          hint={`At most ${formatMoney(me.transferLimit, currency)} at once.`}
          echo="You’re sending"
          className="text-h2"
        />
        <Input
          {...field('reference')}
          optional
          // One line, so that the field stays beside the amount.
          hint={`They see it. At most ${referenceLengthMax} characters.`}
          autoComplete="off"
        />
        {hasPin && (
          <SecretInput {...field('transaction_pin')} hint={pinHint} inputMode="numeric" autoComplete="off" />
        )}
      </FieldGroup>
    </div>
  )
}

type Warning = (code: string) => string | undefined

/** The warnings about bank codes, fetched after the first view: they block nothing. */
function useBankCodeWarnings() {
  const [warnings, setWarnings] = useState<Record<'swiftCodeWarning' | 'routingNumberWarning', Warning>>()
  useEffect(
    () =>
      fetchWhenIdle(async () => {
        const { swiftCodeWarning, routingNumberWarning } = await import('@bank/contract/transfers/bank-codes')
        setWarnings({ swiftCodeWarning, routingNumberWarning })
      }),
    [],
  )
  return warnings
}

const asTyped = (text: string) => text

/** A bank code with a checksum: a wrong one is warned about once the field is left, and can be sent. */
function BankCode({
  control,
  warningOf,
  ...field
}: Omit<ComponentProps<typeof GroupedInput>, 'name'> & {
  name: TransferField
  control: TransferControl
  warningOf: Warning | undefined
}) {
  const [typing, setTyping] = useState(false)
  const code = useWatch({ control, name: field.name })
  return (
    <GroupedInput
      {...field}
      onFocus={() => setTyping(true)}
      onBlur={(event) => {
        setTyping(false)
        field.onBlur?.(event)
      }}
      warning={typing ? '' : (warningOf?.(code) ?? '')}
      autoCapitalize="characters"
    />
  )
}

function FieldGroup({
  legend,
  hidden = false,
  children,
}: {
  legend: string
  hidden?: boolean
  children: ReactNode
}) {
  return (
    <fieldset hidden={hidden} className={clsx('min-w-0 gap-field sm:grid-cols-2', !hidden && 'grid')}>
      <legend className="float-start -mb-2 w-full text-h3 sm:col-span-2">{legend}</legend>
      {children}
    </fieldset>
  )
}
