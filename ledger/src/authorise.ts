import type { Authorisation, PinAuthorisation } from './authorisation.ts'
import type { BooksRefusal } from './command.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds.ts'
import { tryPayee } from './payee-misses.ts'
import { tryPin } from './pin-lock.ts'
import type { PinLock } from './snapshot.ts'
import type { TransactionFacts } from './transaction.ts'
import type { Worksheet } from './worksheet.ts'

/**
 * Returns the reason why a transaction may not be opened by this right now, or null. Whether there is enough money is decided when it
 * is booked (`sufficient-balance.ts`). Counts a wrong PIN, and a payee's number that does not exist, which is all that a refusal writes.
 * While the PIN is locked, none is compared, so further guesses reveal nothing.
 */
export function authorise(
  worksheet: Worksheet,
  authorisation: Authorisation,
  facts: Pick<TransactionFacts, 'kind' | 'route'> & { readonly isPayeeFound: boolean },
  now: number,
): BooksRefusal | null {
  const { kind: name, route } = facts
  const kind: Kind = kinds[name]
  if (!kind.instructedBy.includes(authorisation.by)) {
    throw new Error(`A ${name} may not be instructed by ${authorisation.by}`)
  }
  if (authorisation.by === 'bank') return null
  const sender = worksheet.sender(authorisation.userId)
  const isActive = sender?.standings.get(route.source)
  if (!sender || isActive === undefined) return { code: 'account_missing' }
  if (!isActive) return { code: 'account_inactive' }
  if (kind.obeysFreeze && sender.isFrozen) return { code: 'payments_frozen' }
  if (kind.staysWithCustomer && !sender.standings.has(route.destination)) return { code: 'account_missing' }
  return authorisation.by === 'pin' ? comparePin(worksheet, authorisation, sender.pin, facts, now) : null
}

/** Whether a kind pays a customer of this bank whom the sender names by an account number. */
export function namesPayee(name: TransactionFacts['kind']): boolean {
  const { destination, beneficiary }: Kind = kinds[name]
  return destination === 'account' && beneficiary === 'always'
}

function comparePin(
  worksheet: Worksheet,
  { userId, ...pinTry }: PinAuthorisation,
  pin: PinLock | null,
  { kind, isPayeeFound: isFound }: Pick<TransactionFacts, 'kind'> & { readonly isPayeeFound: boolean },
  now: number,
): BooksRefusal | null {
  if (!pin) return { code: 'pin_incorrect', triesLeft: 0 }
  const compared = tryPin(pin, pinTry, now)
  const after =
    compared.refusal === null && namesPayee(kind)
      ? tryPayee(compared.pin, pin, { attempt: pinTry.attempt, isFound }, now)
      : compared
  if (after.pin !== pin) worksheet.setPin(userId, after.pin)
  return after.refusal
}
