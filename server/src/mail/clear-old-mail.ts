import type { Connection } from '../postgres/database.ts'

/**
 * Three months: long enough to answer who asks what they were written. A mail that could not be sent for so long has long
 * been given up, or there is no way to send it.
 */
export const mailKeptMilliseconds = 90 * 24 * 60 * 60_000

// All of a long absence at once would keep others waiting.
const atOnceMax = 500

/** Deletes mail that was written long ago, whatever became of it, and says how many that were. */
export async function clearOldMail(db: Connection, now: Date): Promise<number> {
  const { rowCount } = await db.query({
    name: 'clear-old-mail',
    text: `
      delete from outgoing_mail
       where id = any (array(
         select id from outgoing_mail
          where created_at < $1
          order by created_at
          limit ${atOnceMax}
            for update skip locked))`,
    values: [new Date(now.getTime() - mailKeptMilliseconds)],
  })
  return rowCount ?? 0
}
