import type { RegistrationFields } from '@bank/contract/registration/form'
import type { FieldLabels } from '../ui/error-summary.tsx'

export type FieldName = keyof RegistrationFields

type Section = {
  readonly title: string
  /** The title when an administrator creates the user. */
  readonly staffTitle?: string
  /** The step of the registration on a small screen, from 1. */
  readonly step: number
  readonly fields: readonly FieldName[]
}

/** The fifteen fields in four sections. */
export const sections: readonly Section[] = [
  {
    title: 'About you',
    step: 1,
    staffTitle: 'Customer',
    fields: ['name', 'dob', 'gender', 'employment_status'],
  },
  {
    title: 'Contact and address',
    step: 2,
    fields: ['email', 'phone', 'country', 'address', 'city', 'state', 'zip'],
  },
  { title: 'Your account', staffTitle: 'Account', step: 3, fields: ['accountType', 'currency'] },
  { title: 'Security', step: 3, fields: ['password', 'pin'] },
]

export const stepCount = 3

/** The fields of each step. */
export const stepFields: readonly (readonly FieldName[])[] = [1, 2, 3].map((step) =>
  sections.filter((section) => section.step === step).flatMap(({ fields }) => fields),
)

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
  state: 'State or region',
  zip: 'Zip code',
  accountType: 'Account type',
  currency: 'Currency',
  password: 'Password',
  pin: 'Transaction PIN',
} as const satisfies Record<FieldName, string> & FieldLabels

/** For each section, whether all its fields are filled in, and how many of them are wrong. */
export function sectionStates(
  values: Partial<RegistrationFields>,
  errors: Readonly<Record<string, unknown>>,
): { isFilled: boolean; wrong: number }[] {
  return sections.map(({ fields }) => ({
    isFilled: fields.every((field) => !!values[field]),
    wrong: fields.filter((field) => errors[field]).length,
  }))
}
