import type { RegistrationFields } from '@bank/contract/registration/form'
import type { FieldLabels } from '../ui/error-summary.tsx'

type FieldName = keyof RegistrationFields

/** The fifteen fields in four sections. `staffTitle` is the title when an administrator creates the user. */
export const sections: readonly { title: string; staffTitle?: string; fields: readonly FieldName[] }[] = [
  {
    title: 'About you',
    staffTitle: 'Customer',
    fields: ['name', 'dob', 'gender', 'employment_status'],
  },
  {
    title: 'Contact and address',
    fields: ['email', 'phone', 'country', 'address', 'city', 'state', 'zip'],
  },
  { title: 'Your account', staffTitle: 'Account', fields: ['accountType', 'currency'] },
  { title: 'Security', fields: ['password', 'pin'] },
]

/** The fields' labels, in the order of the form. */
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

/** For each section, whether all its fields are filled in. */
export function sectionsFilled(values: Partial<RegistrationFields>): boolean[] {
  return sections.map(({ fields }) => fields.every((field) => !!values[field]))
}
