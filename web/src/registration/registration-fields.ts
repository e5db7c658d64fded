import type { RegistrationFields } from '@bank/contract/registration/form'
import type { FieldLabels } from '../ui/error-summary.tsx'

type FieldName = keyof RegistrationFields

/** Four short questions instead of fifteen fields. */
export const sections: readonly { title: string; fields: readonly FieldName[] }[] = [
  { title: 'About you', fields: ['name', 'dob', 'gender', 'employment_status'] },
  {
    title: 'Contact and address',
    fields: ['email', 'phone', 'country', 'address', 'city', 'state', 'zip'],
  },
  { title: 'Your account', fields: ['accountType', 'currency'] },
  { title: 'Security', fields: ['password', 'pin'] },
]

/** What people call each field, in the order in which they stand. */
export const labels = {
  name: 'Name',
  dob: 'Date of birth',
  gender: 'Gender',
  employment_status: 'Employment status',
  email: 'Email',
  phone: 'Phone number',
  country: 'Country',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'Zip code',
  accountType: 'Account type',
  currency: 'Currency',
  password: 'Password',
  pin: 'Transaction PIN',
} as const satisfies Record<FieldName, string> & FieldLabels

/** How many of the sections, from the first on, have every field filled in. */
export function sectionsFilled(values: Partial<RegistrationFields>): boolean[] {
  return sections.map(({ fields }) => fields.every((field) => !!values[field]))
}
