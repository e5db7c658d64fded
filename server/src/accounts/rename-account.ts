import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { findOwnAccount, storeAccountName } from './account.ts'

/** Gives one of the caller's accounts a name, which only the caller and administrators see; an empty one removes it. */
export async function renameAccount({
  bank: { db },
  actor,
  params,
  input,
}: Call<typeof endpoints.renameAccount>): Promise<undefined> {
  const account = await findOwnAccount(db, actor.userId, params.number)
  if (!account) throw new Refusal('account_not_found')
  await storeAccountName(db, account.id, input.name || null)
}
