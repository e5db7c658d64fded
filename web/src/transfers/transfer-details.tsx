import type { Currency } from '@bank/ledger/currency'
import type { ReactNode } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { Input } from '../ui/input.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { labels, type TransferField, type TransferFields } from './transfer-fields.ts'

/** The eight fields of a transfer (§3). */
export function TransferDetails({
  register,
  errors,
  currency,
}: {
  register: UseFormRegister<TransferFields>
  errors: FieldErrors<TransferFields>
  currency: Currency
}) {
  const field = (name: TransferField) => ({
    label: labels[name],
    error: errors[name]?.message,
    ...register(name),
  })
  const code = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, className: 'tabular' }
  return (
    <div className="grid gap-section">
      <Part legend="Who you are paying">
        <Input {...field('account_name')} autoComplete="off" />
        <Input {...field('account_number')} autoComplete="off" spellCheck={false} className="tabular" />
      </Part>
      <Part legend="Their bank">
        <Input {...field('bank_name')} autoComplete="off" />
        <Input {...field('bank_address')} autoComplete="off" />
        <Input {...field('swift_code')} {...code} />
        <Input {...field('routing_number')} {...code} />
      </Part>
      <Part legend="How much">
        <MoneyInput {...field('amount')} currency={currency} echo="You're sending" className="text-h2" />
        <SecretInput {...field('transaction_pin')} inputMode="numeric" autoComplete="off" />
      </Part>
    </div>
  )
}

function Part({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-field sm:grid-cols-2">
      <legend className="float-start -mb-2 w-full text-h3 sm:col-span-2">{legend}</legend>
      {children}
    </fieldset>
  )
}
