import type { Beneficiary } from '@bank/ledger/transaction'

/** The sender's description of a transfer: one line with the whole beneficiary (departure 18). */
export function descriptionOf(to: Beneficiary): string {
  const where = `${to.accountName}, ${to.accountNumber}, ${to.bankName}, ${to.bankAddress}`
  return `Transfer to ${where}, SWIFT ${to.swiftCode}, routing ${to.routingNumber}`
}

/** The receiver's description of a transfer inside the bank. */
export function receivedDescriptionOf(senderName: string): string {
  return `${receivedFrom}${senderName}`
}

/** The sender's name in a receiver's description; undefined when the money did not come from a customer. */
export function senderNameIn(description: string): string | undefined {
  return description.startsWith(receivedFrom) ? description.slice(receivedFrom.length) : undefined
}

const receivedFrom = 'Transfer from '
