import type { Connection } from '../postgres/database.ts'
import { mailKeptMilliseconds } from './clear-old-mail.ts'

const atOnceMax = 500

/** Each table of links that are mailed, and the column by which a mail names its link. */
const mailColumns = { password_resets: 'password_reset_id', email_changes: 'email_change_id' } as const

/**
 * Deletes the links of a table that were asked for as long ago as mail is kept, and returns how many: they open nothing any
 * more. One that a mail still names stays until that mail is deleted. The audit log keeps that they were asked for and used.
 */
export async function clearOldLinks(
  db: Connection,
  table: keyof typeof mailColumns,
  now: Date,
): Promise<number> {
  const { rowCount } = await db.query({
    name: `clear-old-links-of-${table}`,
    text: `
      delete from ${table}
       where id = any (array(
         select id from ${table} l
          where asked_at < $1
            and not exists (select from outgoing_mail where ${mailColumns[table]} = l.id)
          order by asked_at
          limit ${atOnceMax}
            for update skip locked))`,
    values: [new Date(now.getTime() - mailKeptMilliseconds)],
  })
  return rowCount ?? 0
}
