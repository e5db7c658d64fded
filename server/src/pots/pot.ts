import { messageOf } from '@bank/contract/errors'
import type { PotForm } from '@bank/contract/pots/form'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import type { PoolClient } from 'pg'
import { closeLedgerAccount } from '../accounts/account.ts'
import { hasFewer } from '../postgres/bounded-count.ts'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'
import { mayComeBack, releasedKinds } from '../transactions/release.ts'

/** Money that a customer has put aside. Its id is that of its ledger account. */
export type Pot = {
  readonly id: bigint
  /** Its name in addresses; made by the customer's browser. */
  readonly openingId: string
  readonly accountId: bigint
  readonly accountNumber: string
  readonly ownerId: string
  readonly currency: Currency
  readonly name: string
  /** Minor units; null without a goal. */
  readonly goalMinor: bigint | null
  /** Days of the bank, `YYYY-MM-DD`. */
  readonly targetDay: string | null
  readonly lockedUntil: string | null
  readonly openedAt: Date
  readonly isClosed: boolean
  /** The last entry of the account that was rounded up into it; null while round-up is off. */
  readonly roundedSeq: bigint | null
  /** For display and for closing: the books decide under their own locks. */
  readonly balanceMinor: bigint
}

const pots = `
  select p.id, p.opening_id as "openingId", p.account_id as "accountId", a.number as "accountNumber",
         a.user_id as "ownerId", l.currency, p.name, p.goal_minor as "goalMinor", p.target_day::text as "targetDay",
         p.locked_until::text as "lockedUntil", p.opened_at as "openedAt", l.closed_at is not null as "isClosed",
         p.rounded_seq as "roundedSeq", l.balance_minor as "balanceMinor"
    from pots p
    join accounts a on a.id = p.account_id
    join ledger_accounts l on l.id = p.id`

/** The open pots of an account, oldest first. */
export async function findOpenPots(db: Connection, accountId: bigint): Promise<Pot[]> {
  const { rows } = await db.query<Pot>({
    name: 'find-open-pots',
    text: `${pots} where p.account_id = $1 and l.closed_at is null order by p.id`,
    values: [accountId],
  })
  return rows
}

/** The pot that was opened under this id, of any customer, also closed; undefined when none was. */
export async function findPot(db: Connection, openingId: string): Promise<Pot | undefined> {
  const { rows } = await db.query<Pot>({
    name: 'find-pot',
    text: `${pots} where p.opening_id = $1`,
    values: [openingId],
  })
  return rows[0]
}

/** An open pot of a user. Throws `pot_not_found` for a closed or another user's one, as for one that does not exist. */
export async function requireOpenPot(db: Connection, userId: string, openingId: string): Promise<Pot> {
  const pot = await requireOwnPot(db, userId, openingId)
  if (pot.isClosed) throw new Refusal('pot_not_found')
  return pot
}

/** The same, also closed: for a movement that may be a repeat. */
export async function requireOwnPot(db: Connection, userId: string, openingId: string): Promise<Pot> {
  const pot = await findPot(db, openingId)
  if (pot?.ownerId !== userId) throw new Refusal('pot_not_found')
  return pot
}

/** Opens a pot with its ledger account. */
export async function insertPot(
  connection: PoolClient,
  {
    openingId,
    account,
    form: { name, goal, targetDay, lockedUntil },
    now,
  }: {
    openingId: string
    account: { readonly id: bigint; readonly currency: Currency }
    form: PotForm
    now: Date
  },
): Promise<void> {
  await connection.query(
    `with opened as (
       insert into ledger_accounts (kind, currency, floor_minor) values ('pot', $1, 0) returning id
     )
     insert into pots (id, opening_id, account_id, name, goal_minor, target_day, locked_until, opened_at)
     select id, $2, $3, $4, $5, $6, $7, $8 from opened`,
    [account.currency, openingId, account.id, name, goal, targetDay, lockedUntil, now],
  )
}

export async function storePot(
  db: Connection,
  id: bigint,
  { name, goal, targetDay, lockedUntil }: PotForm,
): Promise<void> {
  await db.query(
    'update pots set name = $2, goal_minor = $3, target_day = $4, locked_until = $5 where id = $1',
    [id, name, goal, targetDay, lockedUntil],
  )
}

/**
 * Closes a pot unless it has money in it, and returns whether it did. Takes the lock under which the books decide, after that of the
 * pot's row: a round of round-up holds the row while it waits for the books.
 */
export async function storeClosing(connection: PoolClient, id: bigint, now: Date): Promise<boolean> {
  await connection.query('select from pots where id = $1 for no key update', [id])
  if (!(await closeLedgerAccount(connection, id, now))) return false
  await stopRoundUp(connection, id)
  return true
}

/** Rounds later transfers from the account up into this pot, and into no other; those before are not rounded up. */
export async function startRoundUp(
  connection: PoolClient,
  { id, accountId }: Pick<Pot, 'id' | 'accountId'>,
): Promise<void> {
  await connection.query(
    'update pots set rounded_seq = null where account_id = $1 and id <> $2 and rounded_seq is not null',
    [accountId, id],
  )
  await connection.query(
    `update pots p set rounded_seq = l.entry_seq from ledger_accounts l
      where p.id = $1 and p.rounded_seq is null and l.id = p.account_id`,
    [id],
  )
}

const withNewEntries = `
          pots p
         join ledger_accounts l on l.id = p.account_id
        where p.rounded_seq is not null and l.entry_seq > p.rounded_seq`

/** Whether `findRoundUps` may find some: it joins three more tables, so planning it takes longer than this. */
export async function mayFindRoundUps(db: Connection): Promise<boolean> {
  return !(await hasFewer(db, withNewEntries, 1))
}

/**
 * Pots whose accounts have entries that are not rounded up yet, up to `limit` of them. The first of these entries is no transfer that its
 * sender can still take back.
 */
export async function findRoundUps(
  db: Connection,
  { limit, releasedUntil }: { limit: number; releasedUntil: Date | null },
): Promise<string[]> {
  const { rows } = await db.query<{ opening_id: string }>({
    name: 'find-round-ups',
    text: `
      select p.opening_id
        from ${withNewEntries}
         and not exists (
           select from entries e
             join postings f on f.id = e.posting_id
             join transactions t on t.id = f.transaction_id
            where e.ledger_account_id = p.account_id and e.seq = p.rounded_seq + 1
              and f.id = t.id and ${mayComeBack('$2', '$3')})
       limit $1`,
    values: [limit, releasedUntil, releasedKinds],
  })
  return rows.map(({ opening_id }) => opening_id)
}

/** Locks a pot for a round of round-up and returns its last rounded entry; undefined when it is locked or switched off. */
export async function lockRoundUp(connection: PoolClient, openingId: string): Promise<bigint | undefined> {
  const { rows } = await connection.query<{ rounded_seq: bigint }>(
    `select rounded_seq from pots
      where opening_id = $1 and rounded_seq is not null
        for no key update skip locked`,
    [openingId],
  )
  return rows[0]?.rounded_seq
}

export async function storeRoundedSeq(connection: PoolClient, id: bigint, seq: bigint): Promise<void> {
  await connection.query('update pots set rounded_seq = $2 where id = $1', [id, seq])
}

export async function stopRoundUp(db: Connection, id: bigint): Promise<void> {
  await db.query('update pots set rounded_seq = null where id = $1', [id])
}

/** A pot as its owner sees it. */
export function potView(pot: Pot) {
  return {
    id: pot.openingId,
    account: pot.accountNumber,
    name: pot.name,
    currency: pot.currency,
    balance: formatMinor(pot.balanceMinor),
    goal: pot.goalMinor === null ? null : formatMinor(pot.goalMinor),
    targetDay: pot.targetDay,
    lockedUntil: pot.lockedUntil,
    roundsUp: pot.roundedSeq !== null,
    openedAt: pot.openedAt,
  }
}

/** Throws for a target day that is not after today: days of the bank, `YYYY-MM-DD`. */
export function requireTargetDay(targetDay: string, today: string): void {
  if (targetDay > today) return
  const detail = messageOf('pot_day_past')
  throw new Refusal('pot_day_past', {}, [{ pointer: '/targetDay', detail }])
}
