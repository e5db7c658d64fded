import { type Account, findMainAccount, requireOwnAccount } from '../../accounts/account.ts'
import type { Connection } from '../../postgres/database.ts'
import { Refusal } from '../../refusal.ts'

/**
 * The account of a user that an administrator's request names by its number; without one, the main account. Throws
 * `user_not_found`, and `account_not_found` for a number that is not this user's.
 */
export async function findChosenAccount(
  db: Connection,
  userId: string,
  number: string | undefined,
): Promise<Account> {
  const main = await findMainAccount(db, userId)
  if (!main) throw new Refusal('user_not_found')
  if (number === undefined || number === main.number) return main
  return requireOwnAccount(db, userId, number)
}
