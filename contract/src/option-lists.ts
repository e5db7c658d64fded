import { currencies, currencySymbol } from '@bank/ledger/currency'

/** An entry of a list: its label and the stored value. */
export type Option<Value extends string = string> = { readonly label: string; readonly value: Value }

/** The specification's option lists (§3). `checking` is stored without its trailing space. */
export const accountTypes = [
  { label: 'Checking Account', value: 'checking' },
  { label: 'Online Account', value: 'online' },
  { label: 'Current Account', value: 'current' },
  { label: 'Corporate Account', value: 'corporate' },
  { label: 'Offshore Account', value: 'offshore' },
  { label: 'Joint Account', value: 'joint' },
] as const satisfies readonly Option[]

export const genders = [
  { label: 'Male', value: 'male' },
  { label: 'Female', value: 'female' },
  { label: 'Others', value: 'others' },
] as const satisfies readonly Option[]

export const employmentStatuses = [
  { label: 'Employed', value: 'employed' },
  { label: 'Unemployed', value: 'unemployed' },
  { label: 'Self-employed', value: 'self-employed' },
  { label: 'Retired', value: 'retired' },
] as const satisfies readonly Option[]

export const currencyOptions = currencies.map((code) => ({
  label: `${code} (${currencySymbol[code]})`,
  value: code,
}))

export type AccountType = (typeof accountTypes)[number]['value']
export type Gender = (typeof genders)[number]['value']

/** The label of a stored value: `checking` is "Checking Account". */
export function labelOf(options: readonly Option[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value
}
