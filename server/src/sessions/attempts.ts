import { createHash } from 'node:crypto'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'

// 5 wrong tries in a row block for 15 minutes, the next 5 for 30, then for 60 each. A day without any starts anew.
const failuresMax = 5
const blockMinutes = [15, 30, 60]
const forgottenAfter = '1 day'

/** What tries are counted under: a purpose and who it is about, unreadable in the database. */
export type AttemptKey = Buffer

export function attemptKey(
  purpose: 'email' | 'device' | 'devices' | 'passcode' | 'code',
  who: string,
): AttemptKey {
  return createHash('sha256').update(`${purpose} ${who}`).digest()
}

/**
 * Counts a try as wrong before anybody looks whether it is right, so that tries at the same time cannot outrun the
 * count, over any number of processes; `forgetAttempts` takes it back. Throws the refusal `too_many_attempts` while the
 * key is blocked. Says whether this try, if it is wrong, has closed the block.
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
    values: [key, now, failuresMax, forgottenAfter, blockMinutes, blockMinutes.length - 1],
  })
  if (rows[0]) return { isLast: rows[0].failures === failuresMax }
  throw await blockedUntil(db, key, now)
}

// Six times what closes a block: more than a household mistypes in a day, and few enough to add to what a stranger may try.
const deviceFailuresMax = 30

/**
 * Counts a try of a known device in the total of the user's devices, whose key names the user and the day. False, and it is
 * not counted, when 30 were wrong on this day.
 */
export async function countInTotal(db: Connection, total: AttemptKey, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'count-in-total',
    text: `
      insert into sign_in_attempts as a (key, failures, last_at) values ($1, 1, $2::timestamptz)
      on conflict (key) do update
         set failures = a.failures + 1, last_at = $2
       where a.failures < $3`,
    values: [total, now, deviceFailuresMax],
  })
  return rowCount === 1
}

/** Takes back a try that nobody came to look at. */
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
 * Forgets the wrong tries of a key: the right one has come. Where the right one was counted in a total, it is taken out of
 * it; the wrong ones before it stay there. Also clears what a day has made meaningless.
 */
export async function forgetAttempts(
  db: Connection,
  key: AttemptKey,
  now: Date,
  total: AttemptKey | null = null,
): Promise<void> {
  await db.query({
    name: 'forget-attempts',
    text: `
      with forgotten as (
        delete from sign_in_attempts where key = $1 or last_at < $2::timestamptz - $3::interval)
      update sign_in_attempts set failures = greatest(failures - 1, 0) where key = $4`,
    values: [key, now, forgottenAfter, total],
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
