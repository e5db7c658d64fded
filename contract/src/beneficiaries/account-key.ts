import { comparable } from '../comparable.ts'
import { numberInOwnIban } from '../iban.ts'
import type { BeneficiaryForm } from './form.ts'

type Account = Pick<BeneficiaryForm, 'account_number' | 'bank_name'>

/** What this bank is called, and its part of the IBANs of its accounts (`BANK_CODE`), if it has one. */
export type OwnBank = { readonly bankName: string; readonly bankCode?: string | undefined }

/** An account number without spaces and in lower case; of an IBAN of this bank, the number of the account that it names. */
export function plainNumberOf(accountNumber: string, { bankCode }: OwnBank): string {
  return numberInOwnIban(accountNumber, bankCode) ?? comparable(accountNumber)
}

/**
 * The number of the account of this bank that a payment goes to, whether there is such an account or not; undefined for a payment to
 * another bank. An IBAN names its bank, so that one of ours is ours under any bank's name; a number is ours under this bank's name.
 */
export function ownNumberOf({ account_number, bank_name }: Account, bank: OwnBank): string | undefined {
  const isOwn =
    comparable(bank_name) === comparable(bank.bankName) ||
    numberInOwnIban(account_number, bank.bankCode) !== undefined
  return isOwn ? plainNumberOf(account_number, bank) : undefined
}

/** A key for an account at a bank that ignores case and spaces. The number and the IBAN of an account of ours have one key. */
export function accountKeyOf(account: Account, bank: OwnBank): string {
  const isOwn = ownNumberOf(account, bank) !== undefined
  return `${plainNumberOf(account.account_number, bank)} ${comparable(isOwn ? bank.bankName : account.bank_name)}`
}
