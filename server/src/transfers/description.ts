import type { Beneficiary } from '@bank/ledger/transaction'

/** What the sender reads of a transfer in lists and statements: one line with the whole beneficiary (departure 18). */
export function descriptionOf(to: Beneficiary): string {
  const where = `${to.accountName}, ${to.accountNumber}, ${to.bankName}, ${to.bankAddress}`
  return `Transfer to ${where}, SWIFT ${to.swiftCode}, routing ${to.routingNumber}`
}

/** What the receiver of a transfer inside the bank reads. */
export function receivedDescriptionOf(senderName: string): string {
  return `${receivedFrom}${senderName}`
}

/** The sender's name in what a receiver reads; undefined where the money did not come from another customer. */
export function senderNameIn(description: string): string | undefined {
  return description.startsWith(receivedFrom) ? description.slice(receivedFrom.length) : undefined
}

const receivedFrom = 'Transfer from '
