import type { Beneficiary } from '@bank/ledger/transaction'

/** What the sender reads of a transfer in lists and statements: one line with the whole beneficiary (departure 18). */
export function descriptionOf(to: Beneficiary): string {
  const where = `${to.accountName}, ${to.accountNumber}, ${to.bankName}, ${to.bankAddress}`
  return `Transfer to ${where}, SWIFT ${to.swiftCode}, routing ${to.routingNumber}`
}
