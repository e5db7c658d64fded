import { publicConfig } from '../public-config.ts'

/** Whether a bank's name is this bank's, which compares without case and spaces. A transfer to a customer then stays inside. */
export function isOwnBank(bankName: string): boolean {
  const plain = (name: string) => name.replace(/\s/g, '').toLowerCase()
  return plain(bankName) === plain(publicConfig.bankName)
}

/** When the money arrives: at once inside the bank; at another bank it is pending until then. */
export function arrivalAt(bankName: string): string {
  return isOwnBank(bankName)
    ? `At once, if the account is with ${publicConfig.bankName}`
    : 'Usually within 3 working days. It is pending until then.'
}
