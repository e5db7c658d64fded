import type { PinLock, Rows, Sender } from '@bank/ledger/snapshot'
import { bigintArray, timestampArray, uuidArray } from '../../postgres/binary-array.ts'
import { milliseconds } from '../../postgres/milliseconds.ts'
import type { Statement } from '../../postgres/pipelined-connection.ts'

/** The salt and hash of a sender's PIN. */
export type PinSecret = { readonly salt: Buffer; readonly hash: Buffer }

/** A PIN that was right under the previous key, hashed again with the same salt under the current one. */
export type RekeyedPin = { readonly userId: string; readonly hash: Buffer; readonly keyId: string }

/** One row for each account of a sender, and for each pot of the batch. */
type SenderRow = {
  user_id: string
  id: bigint
  is_active: boolean
  is_main: boolean
  /** Only of a main account. */
  is_frozen: boolean
  salt: Buffer | null
  hash: Buffer | null
  wrong_count: number | null
  last_attempt: string | null
  locked_until_ms: bigint | null
  missed_count: number | null
  missed_since_ms: bigint | null
  has_guards: boolean | null
}

// An account is activated and deactivated under the lock of its ledger account, the main one under the locks of all its owner's.
// This batch holds that of the account it debits, or with a pot that of the pot's account, so what this statement reads of it stays
// true until the commit.
export const lockSenders: Statement<SenderRow> = {
  name: 'books-lock-senders',
  text: `
  with locked as materialized (
    select user_id, salt, hash, wrong_count, locked_until, last_attempt, missed_count, missed_since, has_guards
      from pins
     where user_id = any($1::uuid[])
     order by user_id
       for no key update
  ), sources as (
    select user_id, id, is_active, is_main, frozen_at is not null as is_frozen
      from accounts
     where user_id = any($1::uuid[])
     union all
    select a.user_id, pot.id, a.is_active, false, false
      from pots pot
      join accounts a on a.id = pot.account_id
     where pot.id = any($2::bigint[])
  )
  select s.user_id, s.id, s.is_active, s.is_main, s.is_frozen, p.salt, p.hash, p.wrong_count, p.last_attempt,
         (${milliseconds('p.locked_until')})::bigint as locked_until_ms, p.missed_count,
         (${milliseconds('p.missed_since')})::bigint as missed_since_ms, p.has_guards
    from sources s
    left join locked p on p.user_id = s.user_id`,
}

/** The senders of the rows, with what their guards and paid beneficiaries allow. */
export function sendersIn(
  rows: readonly SenderRow[],
  guards: ReadonlyMap<string, Sender['guards']>,
  paidBeneficiaries: ReadonlyMap<string, Sender['paidBeneficiaries']>,
): Map<string, Sender> {
  const senders = new Map<string, Sender>()
  const mainsActive = new Map<string, boolean>()
  for (const row of rows) {
    if (!row.is_main) continue
    const standings = new Map([[row.id, row.is_active]])
    senders.set(row.user_id, {
      standings,
      isFrozen: row.is_frozen,
      guards: guards.get(row.user_id) ?? none,
      paidBeneficiaries: paidBeneficiaries.get(row.user_id) ?? none,
      pin: pinLockOf(row),
    })
    mainsActive.set(row.user_id, row.is_active)
  }
  for (const row of rows) {
    const sender = senders.get(row.user_id)
    if (row.is_main || !sender) continue
    // While the main account is inactive, so are the others.
    const isActive = row.is_active && mainsActive.get(row.user_id) === true
    senders.set(row.user_id, { ...sender, standings: new Map([...sender.standings, [row.id, isActive]]) })
  }
  return senders
}

/** The senders who have guards, as far as their rows tell. */
export function guardedIn(rows: readonly SenderRow[]): string[] {
  return rows.flatMap(({ user_id, has_guards }) => (has_guards === false ? [] : [user_id]))
}

const none: Sender['guards'] & Sender['paidBeneficiaries'] = new Map()

function pinLockOf(row: SenderRow): PinLock | null {
  const { wrong_count: wrongCount, last_attempt, locked_until_ms, missed_count, missed_since_ms } = row
  if (wrongCount === null) return null
  const lockedUntil = locked_until_ms === null ? null : Number(locked_until_ms)
  const pin = { wrongCount, lockedUntil, lastAttempt: last_attempt }
  return missed_since_ms === null
    ? pin
    : { ...pin, misses: { count: missed_count!, since: Number(missed_since_ms) } }
}

export function pinSecretsIn(rows: readonly SenderRow[]): Map<string, PinSecret> {
  return new Map(rows.flatMap(({ user_id, salt, hash }) => (salt && hash ? [[user_id, { salt, hash }]] : [])))
}

export const writePins: Statement = {
  name: 'books-write-pins',
  text: `
  update pins p
     set wrong_count = n.wrong_count, locked_until = n.locked_until, last_attempt = n.last_attempt,
         missed_count = n.missed_count, missed_since = n.missed_since
    from unnest($1::uuid[], $2::bigint[], $3::timestamptz[], $4::uuid[], $5::bigint[], $6::timestamptz[])
      as n (user_id, wrong_count, locked_until, last_attempt, missed_count, missed_since)
   where p.user_id = n.user_id`,
}

export function pinValues({ pins }: Rows): Buffer[] {
  return [
    uuidArray(pins.map(({ userId }) => userId)),
    bigintArray(pins.map(({ wrongCount }) => BigInt(wrongCount))),
    timestampArray(pins.map(({ lockedUntil }) => lockedUntil)),
    uuidArray(pins.map(({ lastAttempt }) => lastAttempt)),
    bigintArray(pins.map(({ misses }) => BigInt(misses?.count ?? 0))),
    timestampArray(pins.map(({ misses }) => misses?.since ?? null)),
  ]
}

// The row is locked since the first trip, so the PIN is the one that was compared.
export const rekeyPin: Statement = {
  name: 'books-rekey-pin',
  text: 'update pins set hash = $2::bytea, key_id = $3::text where user_id = $1::uuid',
}
