import { formatMoney } from '@bank/contract/format-money'
import { pinHint } from '@bank/contract/rules/person'
import { routingNumberWarning, swiftCodeWarning } from '@bank/contract/transfers/bank-codes'
import type { Currency } from '@bank/ledger/currency'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form'
import { Input } from '../ui/input.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { labels, type TransferControl, type TransferField, type TransferFields } from './transfer-fields.ts'

/** The eight fields of a transfer (§3). */
export function TransferDetails({
  register,
  errors,
  control,
  currency,
  limit,
}: {
  register: UseFormRegister<TransferFields>
  errors: FieldErrors<TransferFields>
  control: TransferControl
  currency: Currency
  /** The limit of one transfer, as a decimal string. */
  limit: string
}) {
  const field = (name: TransferField) => ({
    label: labels[name],
    error: errors[name]?.message,
    ...register(name),
  })
  return (
    <div className="grid gap-section">
      <FieldGroup legend="Who you are paying">
        <Input {...field('account_name')} autoComplete="off" />
        <Input {...field('account_number')} autoComplete="off" spellCheck={false} className="tabular" />
      </FieldGroup>
      <FieldGroup legend="Their bank">
        <Input {...field('bank_name')} autoComplete="off" />
        <Input {...field('bank_address')} autoComplete="off" />
        <BankCode {...field('swift_code')} control={control} warningOf={swiftCodeWarning} />
        <BankCode {...field('routing_number')} control={control} warningOf={routingNumberWarning} />
      </FieldGroup>
      <FieldGroup legend="How much">
        <MoneyInput
          {...field('amount')}
          currency={currency}
          hint={`At most ${formatMoney(limit, currency)} at once.`}
          echo="You’re sending"
          className="text-h2"
        />
        <SecretInput {...field('transaction_pin')} hint={pinHint} inputMode="numeric" autoComplete="off" />
      </FieldGroup>
    </div>
  )
}

/** A bank code with a checksum: a wrong one is warned about once the field is left, and can be sent. */
function BankCode({
  control,
  warningOf,
  ...field
}: Omit<ComponentProps<typeof Input>, 'name'> & {
  name: TransferField
  control: TransferControl
  warningOf: (code: string) => string | undefined
}) {
  const [typing, setTyping] = useState(false)
  const code = useWatch({ control, name: field.name })
  return (
    <Input
      {...field}
      onFocus={() => setTyping(true)}
      onBlur={(event) => {
        setTyping(false)
        field.onBlur?.(event)
      }}
      warning={typing ? '' : (warningOf(code) ?? '')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      className="tabular"
    />
  )
}

function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-field sm:grid-cols-2">
      <legend className="float-start -mb-2 w-full text-h3 sm:col-span-2">{legend}</legend>
      {children}
    </fieldset>
  )
}
