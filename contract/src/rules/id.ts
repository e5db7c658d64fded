import * as z from 'zod/mini'

/** A UUID in either case, converted to lower case, as ids are stored and compared. */
export function id(missing: string) {
  return z.uuid(missing).check(z.overwrite((text) => text.toLowerCase()))
}

/** The id of a user in a path or form (the specification's message, §5). */
export const userId = id('User ID is required')

/** The id of a transaction in a path or form (the specification's message, §5). */
export const transactionId = id('Transaction ID is required')

/** The path of a transaction. */
export const transactionPath = z.object({ id: transactionId })
