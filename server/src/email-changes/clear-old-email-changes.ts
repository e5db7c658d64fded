import { mailKeptMilliseconds } from '../mail/clear-old-mail.ts'
import type { Connection } from '../postgres/database.ts'

const atOnceMax = 500

/**
 * Deletes email changes that were asked for as long ago as mail is kept, and returns how many. One that a mail still names
 * stays until that mail is deleted. The audit log keeps that they were asked for and used.
 */
export async function clearOldEmailChanges(db: Connection, now: Date): Promise<number> {
  const { rowCount } = await db.query({
    name: 'clear-old-email-changes',
    text: `
      delete from email_changes
       where id = any (array(
         select id from email_changes c
          where asked_at < $1
            and not exists (select from outgoing_mail where email_change_id = c.id)
          order by asked_at
          limit ${atOnceMax}
            for update skip locked))`,
    values: [new Date(now.getTime() - mailKeptMilliseconds)],
  })
  return rowCount ?? 0
}
