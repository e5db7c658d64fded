import type { Verb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { findEmail } from '../../users/user.ts'
import { recordAdministratorAct } from '../administrator-act.ts'

/** An administrator writes a note about a user for the other staff. It is kept with its author, and never changed. */
export const writeUserNote: Verb<'writeUserNote'> = async ({ bank, actor, params, input, now }) => {
  const { id } = params
  await inTransaction(bank.db, async (connection) => {
    if ((await findEmail(connection, id)) === undefined) throw new Refusal('user_not_found')
    const { rowCount } = await connection.query(
      `insert into user_notes (id, user_id, author_id, text, written_at) values ($1, $2, $3, $4, $5)
       on conflict (id) do nothing`,
      [input.noteId, id, actor.userId, input.text, now],
    )
    if (rowCount === 0) return
    const event = { action: 'note_written', target: id, now } as const
    await recordAdministratorAct(connection, actor, event)
  })
}
