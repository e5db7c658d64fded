import type { BeneficiaryForm } from './form.ts'

/** A key for an account at a bank that ignores case and spaces. */
export function accountKeyOf({
  account_number,
  bank_name,
}: Pick<BeneficiaryForm, 'account_number' | 'bank_name'>): string {
  return `${plain(account_number)} ${plain(bank_name)}`
}

function plain(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase()
}
