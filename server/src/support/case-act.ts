import type { ActionName } from '@bank/contract/audit/actions'
import type { endpoints } from '@bank/contract/endpoints'
import type { PoolClient } from 'pg'
import { recordAdministratorAct } from '../admin/administrator-act.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { type LockedCase, lockCase, referenceOf } from './case.ts'

type CaseCall = Pick<Call<typeof endpoints.takeCase>, 'bank' | 'actor' | 'params' | 'now'>

/**
 * Runs an act of staff on the locked case of someone else, and writes its audit event, with what the act returns beside the reference. An act that
 * returns undefined has changed nothing.
 */
export async function actOnCase(
  { bank, actor, params: { id }, now }: CaseCall,
  action: ActionName,
  act: (connection: PoolClient, found: LockedCase) => Promise<Record<string, string> | undefined>,
): Promise<void> {
  await inTransaction(bank.db, async (connection) => {
    const found = await lockCase(connection, id)
    if (!found) throw new Refusal('support_message_not_found')
    if (found.userId === actor.userId) throw new Refusal('own_account_edited')
    const done = await act(connection, found)
    if (!done) return
    const details = { reference: referenceOf(id), ...done }
    await recordAdministratorAct(connection, actor, { action, target: id, details, now })
  })
}
