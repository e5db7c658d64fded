import { setTimeout as wait } from 'node:timers/promises'
import { onOneConnection } from '@bank/server/postgres/connect-once'
import type { DatabaseAddress } from '@bank/server/postgres/database-address'
import type { Options } from './arguments.ts'
import { query, watchDatabase } from './database.ts'
import { openOpenLoop } from './open-loop.ts'
import { watchProcess } from './processes.ts'
import { timeRequest, timesOf } from './reading.ts'
import { type Findings, figure, whole } from './report.ts'
import { checkpoint, openScene, requireBooked } from './scene.ts'
import type { SeededCustomer } from './seed.ts'

const dueCount = 100_000
const foreseenCount = 500
const perSecond = 500
const timesOfForecast = 100
// Long enough to insert them.
const secondsAhead = 20

/** Measures payments that are due at one moment beside transfers of customers at even, planned moments, and forecasts of many payments. */
export async function measureSchedules(
  { seconds }: Options,
  cleanup: AsyncDisposableStack,
): Promise<Findings> {
  const { bank, customers, database } = await openScene(cleanup)
  const { place } = database
  const sender = openOpenLoop(bank.address, customers)
  cleanup.defer(() => sender.close())
  // Programs are slower in their first seconds: these transfers do not count.
  await sender.send({ perSecond, seconds })
  const alone = timesOf((await sender.send({ perSecond, seconds })).milliseconds)

  const dueAt = Date.now() + secondsAhead * 1_000
  await insertSchedules(place, customers.slice(1), dueCount, dueAt)
  await insertSchedules(place, customers.slice(0, 1), foreseenCount, dueAt + 86_400_000)
  await query(place, 'vacuum analyze schedules')
  await checkpoint(database)
  await wait(Math.max(dueAt - Date.now(), 0))

  const stopBank = watchProcess(bank.pid)
  const stopDatabase = await watchDatabase(place)
  const begin = performance.now()
  let madeIn = 0
  const made = untilMade(place).then(() => {
    madeIn = (performance.now() - begin) / 1_000
  })
  const milliseconds: number[] = []
  let acknowledged = 0
  while (madeIn === 0) {
    const sent = await sender.send({ perSecond, seconds: 1 })
    if (sent.lost.length > 0) throw new Error(`${sent.lost.length} transfers were lost: ${sent.lost[0]}`)
    milliseconds.push(...sent.milliseconds)
    acknowledged += sent.acknowledged
  }
  await made
  const use = await stopDatabase()
  requireBooked(acknowledged + dueCount, use)
  const beside = timesOf(milliseconds)
  const microseconds = (processor: number) => (processor * 1e6) / (acknowledged + dueCount)
  const forecasts = []
  for (let turn = 0; turn < timesOfForecast; turn++)
    forecasts.push(await timeRequest(`${bank.address}/api/upcoming`, customers[0]!.token))
  const foreseen = timesOf(forecasts)
  return {
    part: 'schedules',
    figures: [
      figure(`${whole(dueCount)} scheduled payments of one moment are made in`, madeIn, ' s', { atMost: 60 }),
      figure('Transfers of customers meanwhile', acknowledged / madeIn, ' a second'),
      figure('p50 of these transfers', beside.p50, ' ms'),
      figure('p99 of these transfers', beside.p99, ' ms'),
      figure('p99 of transfers before', alone.p99, ' ms'),
      figure(
        'Processor time of the bank per payment or transfer',
        microseconds(stopBank().processorSeconds),
        ' µs',
      ),
      figure(
        'Processor time of PostgreSQL per payment or transfer',
        microseconds(use.processorSeconds),
        ' µs',
      ),
      figure(`p50 of a forecast of ${foreseenCount} schedules`, foreseen.p50, ' ms'),
      figure(`p99 of a forecast of ${foreseenCount} schedules`, foreseen.p99, ' ms', { atMost: 50 }),
    ],
  }
}

/** Waits until no payment is due. */
async function untilMade(place: DatabaseAddress): Promise<void> {
  await onOneConnection(place, async (client) => {
    const isDue = `select exists (select from schedules where state = 'active' and due_at <= now()) as due`
    while ((await client.query<{ due: boolean }>(isDue)).rows[0]!.due) await wait(250)
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from schedule_runs where outcome = 'booked'`,
    )
    if (rows[0]!.count !== dueCount) throw new Error(`${rows[0]!.count} scheduled payments were booked.`)
  })
}

/** Schedules payments to another bank, of these customers in turn, every second one weekly and the others monthly. */
function insertSchedules(
  place: DatabaseAddress,
  customers: readonly SeededCustomer[],
  count: number,
  dueAt: number,
) {
  const ids = customers.map(({ accountId }) => accountId)
  return onOneConnection(place, (client) => client.query(insert, [ids, count, new Date(dueAt), beneficiary]))
}

const beneficiary = {
  accountName: 'Erik Holm',
  accountNumber: '9876543210',
  bankName: 'First Harbor Bank',
  bankAddress: '1 Main Street',
  swiftCode: 'FHBKUS33',
  routingNumber: '011000015',
}

const insert = `
  insert into schedules (id, user_id, account_id, movement, first_day, repeat, every, on_holiday, state, next_number, next_day,
                         due_day, due_at, created_at)
  select gen_random_uuid(), a.user_id, a.id,
         jsonb_build_object('kind', 'transfer', 'from', a.id::text, 'currency', 'USD', 'amountMinor', '100', 'madeBy', a.user_id,
                            'reference', null, 'beneficiary', $4::jsonb),
         due.day, (array['weekly', 'monthly'])[1 + n % 2], 1, 'day_after', 'active', 0, due.day, due.day, due.at, now()
    from (select $3::timestamptz as at, $3::timestamptz::date as day) due
   cross join generate_series(0, $2::int - 1) n
    join accounts a on a.id = ($1::bigint[])[1 + n % cardinality($1::bigint[])]`
