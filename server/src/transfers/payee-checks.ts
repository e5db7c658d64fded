import type { Connection } from '../postgres/database.ts'

// More payees than anyone pays for the first time in an hour, and too few to collect names.
const checksMax = 20
const period = '1 hour'

/**
 * Counts a check of a payee. Returns false, without counting it, after 20 in the hour since the first one: the condition before the
 * insert spares the write, the one after the update decides among checks at once.
 */
export async function countPayeeCheck(db: Connection, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'count-payee-check',
    text: `
      insert into payee_checks as c (user_id, count, since)
      select $1, 1, $2::timestamptz
       where not exists (select from payee_checks where user_id = $1 and count >= $4 and since > $2 - $3::interval)
      on conflict (user_id) do update
         set count = case when c.since <= $2 - $3::interval then 1 else c.count + 1 end,
             since = case when c.since <= $2 - $3::interval then $2 else c.since end
       where c.count < $4 or c.since <= $2 - $3::interval`,
    values: [userId, now, period, checksMax],
  })
  return rowCount === 1
}
