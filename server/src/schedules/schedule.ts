import type { ScheduleEnd, ScheduleView } from '@bank/contract/schedules/view'
import type { Kind } from '@bank/ledger/kind'
import { detailOf, kinds } from '@bank/ledger/kinds'
import { formatMinor } from '@bank/ledger/money'
import type { Beneficiary, Movement } from '@bank/ledger/transaction'
import type { PoolClient } from 'pg'
import { derivedId } from '../books/derived-id.ts'
import { movementFrom, movementJson } from '../movements/stored-movement.ts'
import { hasFewer } from '../postgres/bounded-count.ts'
import type { Connection } from '../postgres/database.ts'
import type { Days, NextRun } from './next-run.ts'
import { endWaiting, type ScheduleRun } from './schedule-run.ts'

/** What a schedule tells the books on each of its days, without the id. */
export type ScheduledMovement = Omit<Movement, 'id'> & {
  readonly from: bigint
  readonly beneficiary: Beneficiary | null
  readonly reference: string | null
}

/** A payment that is made later, once or repeatedly. Its PIN was right when it was given. */
export type Schedule = {
  readonly id: string
  readonly userId: string
  readonly movement: ScheduledMovement
  /** The pot that it pays into, by its name in addresses; null for any other. */
  readonly potId: string | null
  readonly days: Days
  readonly state: ScheduleView['state']
  readonly endedBecause: ScheduleEnd | null
  /** Null after the end. */
  readonly next: NextRun | null
  readonly version: number
}

type Row = Omit<Schedule, 'movement' | 'potId' | 'days' | 'next'> &
  Days & { movement: string; pot: [id: string, name: string] | null } & {
    [Field in keyof NextRun]: NextRun[Field] | null
  }

const columns = `s.id, s.user_id as "userId", s.movement::text, s.first_day::text as "firstDay", s.repeat, s.every,
  s.last_day::text as "lastDay", s.times, s.on_holiday as "onHoliday", s.state, s.ended_because as "endedBecause",
  s.next_number as "nextNumber", s.next_day::text as "nextDay", s.due_day::text as "dueDay", s.due_at as "dueAt", s.version,
  (select array[p.opening_id::text, p.name] from pots p where p.id = (s.movement->>'to')::bigint) as pot`

/** The id of the transaction of a run: the same in every process and after every restart, so that a day is booked once. */
export function transactionIdOf({ id }: Pick<Schedule, 'id'>, day: string): string {
  return derivedId(`schedule ${id} ${day}`)
}

export async function findSchedule(db: Connection, id: string): Promise<Schedule | undefined> {
  const { rows } = await db.query<Row>({
    name: 'find-schedule',
    text: `select ${columns} from schedules s where s.id = $1`,
    values: [id],
  })
  return rows[0] && scheduleOf(rows[0])
}

/** The schedules of an account that have not ended, by their next day, and then the last ones that have. */
export async function findSchedules(
  db: Connection,
  accountId: bigint,
  endedMax: number,
): Promise<Schedule[]> {
  const { rows } = await db.query<Row>({
    name: 'find-schedules',
    text: `
      (select ${columns} from schedules s where s.account_id = $1 and s.ended_at is null order by s.due_day, s.id)
      union all
      (select ${columns} from schedules s where s.account_id = $1 and s.ended_at is not null
        order by s.ended_at desc, s.id limit $2)`,
    values: [accountId, endedMax],
  })
  return rows.map(scheduleOf)
}

/**
 * A schedule with the lock of its row, which a run holds, too. Taken before the lock of the PIN, as the books take theirs within
 * a run.
 */
export async function lockSchedule(connection: PoolClient, id: string): Promise<Schedule | undefined> {
  const { rows } = await connection.query<Row>(
    `select ${columns} from schedules s where s.id = $1 for no key update`,
    [id],
  )
  return rows[0] && scheduleOf(rows[0])
}

// The schedules of a customer that pay from one of their accounts, or into it or one of their pots, and have not ended.
const selectUsing = `select ${columns} from schedules s
  where s.user_id = $1 and s.ended_at is null and (s.account_id = $2 or s.movement->>'to' = $2::text)`

/** A customer and one of their accounts or pots. */
type Used = { readonly userId: string; readonly id: bigint }

/**
 * The schedules that use an account or a pot of a customer and have not ended, locked. Taken before the locks of the books, which a
 * run waits for.
 */
export async function lockSchedulesUsing(connection: PoolClient, { userId, id }: Used): Promise<Schedule[]> {
  const { rows } = await connection.query<Row>(`${selectUsing} order by s.id for no key update`, [userId, id])
  return rows.map(scheduleOf)
}

/** A schedule that has a next run. */
export type ActiveSchedule = Schedule & { readonly next: NextRun }

/** The schedules that use an account of a customer and are neither paused nor ended. */
export async function findActiveUsing(db: Connection, { userId, id }: Used): Promise<ActiveSchedule[]> {
  const { rows } = await db.query<Row>({
    name: 'find-active-schedules-using',
    text: `${selectUsing} and s.state = 'active' order by s.due_at, s.id`,
    values: [userId, id],
  })
  return rows.map(scheduleOf).filter((schedule): schedule is ActiveSchedule => schedule.next !== null)
}

/** Ends schedules because an account or a pot that they use is closed. */
export async function endSchedules(
  connection: PoolClient,
  schedules: readonly Schedule[],
  { closed, now }: { closed: bigint; now: Date },
): Promise<void> {
  const ends = schedules.map((schedule) =>
    endOf(schedule, schedule.movement.from === closed ? 'account_closed' : 'payee_closed'),
  )
  if (ends.length === 0) return
  await storeProgress(connection, ends, now)
  await endWaiting(
    connection,
    ends.map(({ id }) => id),
  )
}

/** Schedules with a run that is due, the longest waiting first, locked. The others skip them. */
export async function lockDueSchedules(
  connection: PoolClient,
  now: Date,
  limit: number,
): Promise<Schedule[]> {
  const { rows } = await connection.query<Row>({
    name: 'lock-due-schedules',
    text: `
      select ${columns} from schedules s
       where s.state = 'active' and s.due_at <= $1
       order by s.due_at, s.id limit $2 for no key update skip locked`,
    values: [now, limit],
  })
  return rows.map(scheduleOf)
}

/** How many schedules of a user have not ended. */
export async function countOpenSchedules(connection: PoolClient, userId: string): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    'select count(*)::int as count from schedules where user_id = $1 and ended_at is null',
    [userId],
  )
  return rows[0]!.count
}

const dueRuns = `schedules where state = 'active' and due_at <= $1`

/** Whether a run is due, also one that another process has locked. */
export async function hasDueRun(db: Connection, now: Date): Promise<boolean> {
  return !(await hasFewer(db, dueRuns, 1, [now]))
}

/** How many runs are due. */
export async function countDueRuns(db: Connection, now: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`select count(*)::integer as count from ${dueRuns}`, [
    now,
  ])
  return rows[0]!.count
}

export async function insertSchedule(
  connection: PoolClient,
  { id, movement, days, next }: Pick<Schedule, 'id' | 'movement' | 'days'> & { next: NextRun },
  now: Date,
): Promise<void> {
  await connection.query(
    `insert into schedules (id, user_id, account_id, state, created_at, movement, first_day, repeat, every, last_day, times,
                            on_holiday, next_number, next_day, due_day, due_at)
     values ($1, $2, $3, 'active', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [id, movement.madeBy, movement.from, now, ...changeable({ movement, days, next })],
  )
}

/** Replaces what a schedule pays and when. */
export async function storeChange(
  connection: PoolClient,
  id: string,
  change: Pick<Schedule, 'movement' | 'days'> & { next: NextRun },
): Promise<void> {
  await connection.query(
    `update schedules
        set version = version + 1, movement = $2, first_day = $3, repeat = $4, every = $5, last_day = $6, times = $7,
            on_holiday = $8, next_number = $9, next_day = $10, due_day = $11, due_at = $12
      where id = $1`,
    [id, ...changeable(change)],
  )
}

function changeable({ movement, days, next }: Pick<Schedule, 'movement' | 'days'> & { next: NextRun }) {
  const { firstDay, repeat, every, lastDay, times, onHoliday } = days
  const { nextNumber, nextDay, dueDay, dueAt } = next
  const run = [nextNumber, nextDay, dueDay, dueAt]
  return [movementJson(movement), firstDay, repeat, every, lastDay, times, onHoliday, ...run]
}

/** How a schedule goes on: at its next run, or with the reason for which it has ended. */
export type Progress = Pick<Schedule, 'id' | 'state' | 'next' | 'endedBecause'>

/** Stores how schedules go on. The caller has their locks. */
export async function storeProgress(
  connection: PoolClient,
  progress: readonly Progress[],
  now: Date,
): Promise<void> {
  const next = progress.map((each) => each.next)
  await connection.query({
    name: 'store-schedule-progress',
    text: `
      update schedules s
         set version = s.version + 1, state = n.state, ended_because = n.ended_because,
             ended_at = case when n.state = 'ended' then $8::timestamptz end,
             next_number = n.next_number, next_day = n.next_day, due_day = n.due_day, due_at = n.due_at
        from unnest($1::uuid[], $2::text[], $3::text[], $4::integer[], $5::date[], $6::date[], $7::timestamptz[])
          as n (id, state, ended_because, next_number, next_day, due_day, due_at)
       where s.id = n.id`,
    values: [
      progress.map(({ id }) => id),
      progress.map(({ state }) => state),
      progress.map(({ endedBecause }) => endedBecause),
      next.map((run) => run?.nextNumber ?? null),
      next.map((run) => run?.nextDay ?? null),
      next.map((run) => run?.dueDay ?? null),
      next.map((run) => run?.dueAt ?? null),
      now,
    ],
  })
}

/** The progress of a schedule to its next run; without one it has ended. */
export function progressTo(
  { id, state }: Pick<Schedule, 'id' | 'state'>,
  next: NextRun | undefined,
): Progress {
  return next
    ? { id, state, next, endedBecause: null }
    : { id, state: 'ended', next: null, endedBecause: 'finished' }
}

/** The progress of a schedule that ends. */
export function endOf({ id }: Pick<Schedule, 'id'>, endedBecause: ScheduleEnd): Progress {
  return { id, state: 'ended', next: null, endedBecause }
}

/** What the customer calls the payee: its name, the number of their other account, or the name of the pot. */
export function payeeOf({ beneficiary, debitDetail }: ScheduledMovement): string {
  return beneficiary?.accountName ?? debitDetail ?? ''
}

/** By what right its customer instructs it: the PIN where it names a beneficiary, the session for what stays their own otherwise. */
export function rightOf({ kind, beneficiary }: ScheduledMovement): 'pin' | 'own' {
  const { instructedBy }: Kind = kinds[kind]
  return beneficiary === null && instructedBy.includes('own') ? 'own' : 'pin'
}

/** Whether what it pays is told by the number of the customer's other account, and not by the name of a payee or a pot. */
export function isToOwnAccount({ kind, beneficiary }: ScheduledMovement): boolean {
  return detailOf('debit', kind, beneficiary !== null) === 'account'
}

/** A schedule as its customer sees it, with its last runs. */
export function scheduleView(schedule: Schedule, runs: readonly ScheduleRun[]) {
  const { id, version, state, endedBecause, movement, potId, days, next } = schedule
  const { kind, amountMinor, currency, beneficiary, reference } = movement
  return {
    id,
    version,
    state,
    endedBecause,
    amount: formatMinor(amountMinor),
    currency,
    kind,
    payee: payeeOf(movement),
    account: isToOwnAccount(movement) ? payeeOf(movement) : null,
    potId,
    beneficiary,
    reference,
    rhythm: days,
    next: next && { day: next.nextDay, dueDay: next.dueDay },
    runs: runs.map(({ day, outcome, reason, transactionId, at }) => ({
      day,
      outcome,
      reason,
      transactionId,
      at,
    })),
  }
}

function scheduleOf(row: Row): Schedule {
  const { id, userId, state, endedBecause, version } = row
  const { firstDay, repeat, every, lastDay, times, onHoliday } = row
  const { nextNumber, nextDay, dueDay, dueAt } = row
  const movement = movementFrom<ScheduledMovement>(row.movement)
  const [potId, potName] = row.pot ?? [null]
  return {
    id,
    userId,
    state,
    endedBecause,
    version,
    // The pot may have been renamed since.
    movement: potName === undefined ? movement : { ...movement, debitDetail: potName },
    potId,
    days: { firstDay, repeat, every, lastDay, times, onHoliday },
    next: nextNumber === null ? null : { nextNumber, nextDay: nextDay!, dueDay: dueDay!, dueAt: dueAt! },
  }
}
