import type { Movement } from '@bank/ledger/transaction'

/** A movement as it is stored in a column until its day. */
export function movementJson(movement: Partial<Movement>): string {
  return JSON.stringify(movement, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
}

const bigintFields = ['amountMinor', 'from', 'to'] satisfies (keyof Movement)[] as string[]

/** The movement of a stored text. The caller knows whether it has an id. */
export function movementFrom<Stored extends Partial<Movement>>(json: string): Stored {
  return JSON.parse(json, (field, value) => (bigintFields.includes(field) ? BigInt(value) : value))
}
