import { endpoints } from '@bank/contract/endpoints'
import type { ContactForm } from '@bank/contract/profile/form'
import { postcodeWarning } from '@bank/contract/profile/postcode'
import type { MeView } from '@bank/contract/profile/view'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { call } from '../api/call.ts'
import type { FieldProps } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { useIsHydrated } from '../ui/is-hydrated.ts'
import { pressEnded } from '../ui/press-ended.ts'
import { Select } from '../ui/select.tsx'

type ListedCountry = { readonly name: string; readonly phonecode?: string; readonly isoCode?: string }

type FieldOf<Name extends string> = (name: Name) => FieldProps & UseFormRegisterReturn

/** The telephone number. The hint has the dial code of the chosen country. */
export function PhoneInput({ field, country }: { field: FieldOf<'phone'>; country: string | undefined }) {
  const dialCode = useCountries(country).find(({ name }) => name === country)?.phonecode
  const input = field('phone')
  const dialHint = dialCode && `Numbers in ${country} begin with +${dialCode}`
  return <Input {...input} type="tel" autoComplete="tel" hint={input.hint || dialHint} />
}

/** Country, street address, city, state and zip code, for a grid of one or two columns. */
export function AddressInputs({
  field,
  country,
}: {
  field: FieldOf<Exclude<keyof ContactForm, 'phone'>>
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
        <PostcodeInput field={field} country={countries.find(({ name }) => name === country)} />
      </div>
    </>
  )
}

/** Warns of a postcode that the country cannot have, once it is typed. */
function PostcodeInput({ field, country }: { field: FieldOf<'zip'>; country: ListedCountry | undefined }) {
  const [typed, setTyped] = useState('')
  const input = field('zip')
  const warning = country?.isoCode && postcodeWarning({ ...country, isoCode: country.isoCode }, typed)
  return (
    <Input
      {...input}
      autoComplete="postal-code"
      warning={warning}
      onBlur={async (event) => {
        const { value } = event.target
        await input.onBlur(event)
        // The warning moves what is below it away from a press that has begun.
        await pressEnded()
        setTyped(value)
      }}
    />
  )
}

/** The initial values of the telephone number and the address. */
export function contactOf({ phone, country, street, city, state, zip }: ContactDetails): ContactForm {
  return {
    phone: provided(phone),
    country: provided(country),
    address: provided(street),
    city: provided(city),
    state: provided(state),
    zip: provided(zip),
  }
}

type ContactDetails = Pick<MeView, 'phone' | 'country' | 'street' | 'city' | 'state' | 'zip'>

/** An empty text instead of "Not provided", which the profile of the first administrator has at first. */
export function provided(text: string | null): string {
  return text === null || text === 'Not provided' ? '' : text
}

/** The countries by name. While they are loading only the chosen one, so that a choice is never lost. */
function useCountries(chosen: string | undefined): readonly ListedCountry[] {
  const { data } = useQuery({
    queryKey: ['countries'],
    queryFn: ({ signal }) => call(endpoints.listCountries, { signal }),
    staleTime: 'static',
    // All of them in a rendered page would delay its first paint.
    enabled: useIsHydrated(),
  })
  return data ?? (chosen ? [{ name: chosen }] : [])
}
