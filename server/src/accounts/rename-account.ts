import type { Verb } from '../call.ts'
import { requireOwnAccount, storeAccountName } from './account.ts'

/** Gives one of the caller's accounts a name, which only the caller and administrators see; an empty one removes it. */
export const renameAccount: Verb<'renameAccount'> = async ({ bank, actor, params, input }) => {
  const account = await requireOwnAccount(bank.db, actor.userId, params.number)
  await storeAccountName(bank.db, account.id, input.name || null)
}
