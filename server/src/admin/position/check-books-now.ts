import { requestCheckRun } from '../../books/check/check-run.ts'
import type { Verb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { recordAdministratorAct } from '../administrator-act.ts'

/** Asks for a check of the books, which a job makes. Changes nothing while one is waiting or under way. */
export const checkBooksNow: Verb<'checkBooksNow'> = async ({ bank, actor, now }) => {
  await inTransaction(bank.db, async (connection) => {
    if (!(await requestCheckRun(connection, actor.userId, now))) return
    const event = { action: 'books_check_asked', target: null, now } as const
    await recordAdministratorAct(connection, actor, event)
  })
}
