import type { RegistrationFields } from '@bank/contract/registration-form'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { FieldProps } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { useCountries } from './countries.ts'

/** How a customer is reached: the fields of registration that can be edited later as well. */
export type ContactFields = Pick<
  RegistrationFields,
  'phone' | 'country' | 'address' | 'city' | 'state' | 'zip'
>

type FieldOf<Name extends string> = (name: Name) => FieldProps & UseFormRegisterReturn

/** The telephone number. The hint names the dial code of the country that is chosen in the form. */
export function PhoneInput({ field, country }: { field: FieldOf<'phone'>; country: string | undefined }) {
  const dialCode = useCountries(country).find(({ name }) => name === country)?.phonecode
  return (
    <Input
      {...field('phone')}
      type="tel"
      autoComplete="tel"
      hint={dialCode && `Numbers in ${country} begin with +${dialCode}`}
    />
  )
}

/** Country, street address, city, state and zip code, for a grid of one or two columns. */
export function AddressInputs({
  field,
  country,
}: {
  field: FieldOf<Exclude<keyof ContactFields, 'phone'>>
  country: string | undefined
}) {
  const countries = useCountries(country)
  return (
    <>
      <div className="sm:col-span-2">
        <Select
          {...field('country')}
          autoComplete="country-name"
          placeholder="Choose"
          options={countries.map(({ name }) => ({ label: name, value: name }))}
        />
      </div>
      <div className="sm:col-span-2">
        <Input {...field('address')} autoComplete="street-address" />
      </div>
      <div className="grid gap-field sm:col-span-2 sm:grid-cols-3">
        <Input {...field('city')} autoComplete="address-level2" />
        <Input {...field('state')} autoComplete="address-level1" />
        <Input {...field('zip')} autoComplete="postal-code" />
      </div>
    </>
  )
}
