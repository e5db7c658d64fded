import { createHash } from 'node:crypto'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'

// 5 wrong attempts in a row block for 15 minutes, the next 5 for 30, then for 60 each. A day without any resets the count.
const failuresMax = 5
const blockMinutes = [15, 30, 60]
const resetAfter = '1 day'

/** A hash of a purpose and a subject, under which attempts are counted. The database does not see the subject. */
export type AttemptKey = Buffer

export function attemptKey(
  purpose: 'email' | 'device' | 'devices' | 'passcode' | 'code',
  subject: string,
): AttemptKey {
  return createHash('sha256').update(`${purpose} ${subject}`).digest()
}

/**
 * Counts an attempt as wrong before it is verified, so that concurrent attempts in any number of processes cannot exceed
 * the limit; `clearAttempts` reverses that. Throws the refusal `too_many_attempts` while the key is blocked. `isLast` is true
 * when this attempt, if wrong, has started a block.
 */
export async function countAttempt(db: Connection, key: AttemptKey, now: Date): Promise<{ isLast: boolean }> {
  const { rows } = await db.query<{ failures: number }>({
    name: 'count-attempt',
    text: `
      insert into sign_in_attempts as a (key, failures, last_at) values ($1, 1, $2::timestamptz)
      on conflict (key) do update
         set failures      = case when a.failures >= $3 or a.last_at < $2 - $4::interval then 1 else a.failures + 1 end,
             blocks        = case when a.last_at < $2 - $4::interval then 0
                                  when a.failures = $3 - 1 then a.blocks + 1
                                  else a.blocks end,
             blocked_until = case when a.failures = $3 - 1 and a.last_at >= $2 - $4::interval
                                  then $2 + interval '1 minute' * ($5::integer[])[least(a.blocks, $6) + 1] end,
             last_at       = $2
       where a.blocked_until is null or a.blocked_until <= $2
      returning failures`,
    values: [key, now, failuresMax, resetAfter, blockMinutes, blockMinutes.length - 1],
  })
  if (rows[0]) return { isLast: rows[0].failures === failuresMax }
  throw await blockedUntil(db, key, now)
}

// Six times what starts a block: more than a user mistypes in a day, and too few for guessing.
const deviceFailuresMax = 30

/**
 * Counts an attempt from a known device in the total of the user's devices for the day. Returns false, without counting it,
 * after 30 wrong attempts on this day.
 */
export async function countDeviceAttempt(db: Connection, totalKey: AttemptKey, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'count-device-attempt',
    text: `
      insert into sign_in_attempts as a (key, failures, last_at) values ($1, 1, $2::timestamptz)
      on conflict (key) do update
         set failures = a.failures + 1, last_at = $2
       where a.failures < $3`,
    values: [totalKey, now, deviceFailuresMax],
  })
  return rowCount === 1
}

/** Reverses the count of an attempt that was not verified. */
export async function uncountAttempt(db: Connection, key: AttemptKey): Promise<void> {
  await db.query(
    `update sign_in_attempts
        set failures      = greatest(failures - 1, 0),
            blocks        = case when blocked_until is null then blocks else blocks - 1 end,
            blocked_until = null
      where key = $1`,
    [key],
  )
}

/**
 * Clears the wrong attempts of a key after a right one, and every count that is older than a day. In the total of the devices
 * only the right attempt is subtracted; the wrong ones before it still count.
 */
export async function clearAttempts(
  db: Connection,
  key: AttemptKey,
  now: Date,
  deviceTotal: AttemptKey | null = null,
): Promise<void> {
  await db.query({
    name: 'clear-attempts',
    text: `
      with cleared as (
        delete from sign_in_attempts where key = $1 or last_at < $2::timestamptz - $3::interval)
      update sign_in_attempts set failures = greatest(failures - 1, 0) where key = $4`,
    values: [key, now, resetAfter, deviceTotal],
  })
}

async function blockedUntil(db: Connection, key: AttemptKey, now: Date): Promise<Refusal> {
  const { rows } = await db.query<{ blocked_until: Date | null }>(
    'select blocked_until from sign_in_attempts where key = $1',
    [key],
  )
  const milliseconds = (rows[0]?.blocked_until ?? now).getTime() - now.getTime()
  return new Refusal('too_many_attempts', { minutes: Math.max(1, Math.ceil(milliseconds / 60_000)) })
}
