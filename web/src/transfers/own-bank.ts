import { ownNumberOf } from '@bank/contract/beneficiaries/account-key'
import type { PayeeField } from '../beneficiaries/beneficiaries.ts'
import { publicConfig } from '../public-config.ts'

/** The form's fields about the payee's bank, filled in with this bank's own name, address and codes. */
export function ownBankFields() {
  const { bankName, bankAddress, bankSwift, bankRouting } = publicConfig
  return {
    bank_name: bankName,
    bank_address: bankAddress,
    swift_code: bankSwift,
    routing_number: bankRouting,
  } satisfies { [Field in PayeeField]?: string }
}

/** Whether a transfer stays inside the bank: by the bank's name, or because the account number is an IBAN of this bank. */
export function isInside(form: Parameters<typeof ownNumberOf>[0]): boolean {
  return ownNumberOf(form, publicConfig) !== undefined
}

/** Whether a field says something of the payee's bank. */
export function isBankField(field: string): boolean {
  return field in ownBankFields()
}

/** Whether all that a form says of the payee's bank is what this bank fills in. An IBAN stands in place of the routing number. */
export function hasOwnBankFields(form: Readonly<Record<PayeeField, string>>): boolean {
  const { routing_number, ...others } = ownBankFields()
  const isRouted = [routing_number, form.account_number].includes(form.routing_number)
  return isRouted && Object.entries(others).every(([name, value]) => form[name as PayeeField] === value)
}
