import { allAccounts } from '@bank/contract/accounts/all-accounts'
import type { Endpoint } from '@bank/contract/endpoint'
import { requireOwnAccount } from '../../accounts/account.ts'
import type { Bank } from '../../bank.ts'
import type { Actor } from '../../call.ts'

/**
 * The customer with the account that the query of the request names, instead of their main one. Throws `account_not_found` for the
 * number of another customer's account, as for one that does not exist, and for all accounts where the endpoint is of one.
 */
export async function withChosenAccount(
  { db }: Pick<Bank, 'db'>,
  actor: Actor,
  { audience }: Endpoint,
  query: unknown,
): Promise<Actor> {
  const { account: number } = (query ?? {}) as { account?: string }
  if (!('isOfAccount' in audience)) return actor
  if (audience.isOfAccount === 'or all' && number === allAccounts) return actor
  if (number === undefined || number === actor.account.number) return actor
  return { ...actor, account: await requireOwnAccount(db, actor.userId, number) }
}
