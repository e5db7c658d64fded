import { accountTypes, currencyOptions, employmentStatuses, genders } from '@bank/contract/option-lists'
import type { RegistrationFields } from '@bank/contract/registration/form'
import { pinHint } from '@bank/contract/rules/person'
import type { ReactNode } from 'react'
import { type Control, type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form'
import { NewPinInput } from '../settings/new-pin-input.tsx'
import { Input } from '../ui/input.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { Select } from '../ui/select.tsx'
import { AddressInputs, PhoneInput } from './contact-fields.tsx'
import { labels, sections } from './registration-fields.ts'

/** The fifteen fields in four fieldsets, all on one page, so that the browser can fill them in. */
export function RegistrationFieldsets({
  control,
  register,
  errors,
  isForStaff = false,
}: {
  control: Control<RegistrationFields>
  register: UseFormRegister<RegistrationFields>
  errors: FieldErrors<RegistrationFields>
  /** True when an administrator fills in the form for the customer. */
  isForStaff?: boolean
}) {
  const [country, pin, dob] = useWatch({ control, name: ['country', 'pin', 'dob'] })
  const field = (name: keyof RegistrationFields) => ({
    label: labels[name],
    error: errors[name]?.message,
    ...register(name),
  })
  return (
    <>
      <Fieldset position={0} isForStaff={isForStaff}>
        <Input {...field('name')} autoComplete="name" />
        <Input {...field('dob')} type="date" min="1900-01-01" autoComplete="bday" />
        <Select {...field('gender')} options={genders} placeholder="Choose" autoComplete="sex" />
        <Select {...field('employment_status')} options={employmentStatuses} placeholder="Choose" />
      </Fieldset>
      <Fieldset position={1} isForStaff={isForStaff}>
        <Input {...field('email')} type="email" autoComplete="email" />
        <PhoneInput field={field} country={country} />
        <AddressInputs field={field} country={country} />
      </Fieldset>
      <Fieldset position={2} isForStaff={isForStaff}>
        <Wide>
          <RadioCards
            legend={labels.accountType}
            options={accountTypes}
            error={errors.accountType?.message}
            {...register('accountType')}
          />
        </Wide>
        <Wide>
          <RadioCards
            legend={labels.currency}
            options={currencyOptions}
            columns="three"
            error={errors.currency?.message}
            {...register('currency')}
          />
        </Wide>
      </Fieldset>
      <Fieldset position={3} isForStaff={isForStaff}>
        <SecretInput {...field('password')} autoComplete="new-password" placeholder="Minimum 8 characters" />
        <NewPinInput {...field('pin')} typed={pin} dob={dob} placeholder={pinHint} />
      </Fieldset>
    </>
  )
}

function Fieldset({
  position,
  isForStaff,
  children,
}: {
  position: number
  isForStaff: boolean
  children: ReactNode
}) {
  const { title, staffTitle = title } = sections[position]!
  return (
    <fieldset className="grid min-w-0 gap-field border-t pt-5 sm:grid-cols-2">
      <legend className="float-start w-full text-h2 sm:col-span-2">
        <span className="text-muted-foreground">{position + 1}</span> {isForStaff ? staffTitle : title}
      </legend>
      {children}
    </fieldset>
  )
}

function Wide({ children }: { children: ReactNode }) {
  return <div className="sm:col-span-2">{children}</div>
}
