import { mailKeptMilliseconds } from '../mail/clear-old-mail.ts'
import type { Connection } from '../postgres/database.ts'

const atOnceMax = 500

/**
 * Deletes links that were asked for as long ago as mail is kept, and says how many: they open nothing after a quarter of an
 * hour. One that a mail still names stays until that mail is gone. The audit log keeps that they were asked for and used.
 */
export async function clearOldResets(db: Connection, now: Date): Promise<number> {
  const { rowCount } = await db.query({
    name: 'clear-old-resets',
    text: `
      delete from password_resets
       where id = any (array(
         select id from password_resets r
          where asked_at < $1
            and not exists (select from outgoing_mail where password_reset_id = r.id)
          order by asked_at
          limit ${atOnceMax}
            for update skip locked))`,
    values: [new Date(now.getTime() - mailKeptMilliseconds)],
  })
  return rowCount ?? 0
}
