import { setTimeout as wait } from 'node:timers/promises'
import { onOneConnection } from '@bank/server/postgres/connect-once'
import type { Options } from './arguments.ts'
import { type Database, query, watchDatabase } from './database.ts'
import { openOpenLoop } from './open-loop.ts'
import { watchProcess } from './processes.ts'
import { timeRequest, timesOf } from './reading.ts'
import { type Findings, figure } from './report.ts'
import { checkpoint, openScene } from './scene.ts'

const dueCount = 100_000
const foreseenCount = 500
const perSecond = 500

/** Measures payments that are due at one moment beside transfers of customers at even, planned moments, and forecasts. */
export async function measureSchedules({ seconds }: Options, stack: AsyncDisposableStack): Promise<Findings> {
  const { bank, customers, database } = await openScene(stack)
  const sender = openOpenLoop(bank.address, customers)
  stack.defer(() => sender.close())
  // Programs are slower in their first seconds: these transfers do not count.
  await sender.send({ perSecond, seconds })
  const alone = timesOf((await sender.send({ perSecond, seconds })).milliseconds)

  const dueAt = Date.now() + 20_000
  const [first, ...others] = customers.map(({ accountId }) => accountId)
  await onOneConnection(database.place, async (client) => {
    await client.query(insert, [others, dueCount, new Date(dueAt)])
    await client.query(insert, [[first], foreseenCount, new Date(dueAt + 86_400_000)])
  })
  await query(database.place, 'vacuum analyze schedules')
  await checkpoint(database)
  await wait(Math.max(dueAt - Date.now(), 0))

  const stopDatabase = await watchDatabase(database.place)
  const stopBank = watchProcess(bank.pid)
  const begin = performance.now()
  let madeIn = 0
  const made = untilMade(database).finally(() => {
    madeIn = (performance.now() - begin) / 1_000
  })
  // A lost transfer ends the database while this waits.
  made.catch(() => {})
  const milliseconds: number[] = []
  while (madeIn === 0) {
    const sent = await sender.send({ perSecond, seconds: 1 })
    if (sent.lost.length > 0) throw new Error(`${sent.lost.length} transfers were lost: ${sent.lost[0]}`)
    milliseconds.push(...sent.milliseconds)
  }
  await made
  const booked = milliseconds.length + dueCount
  const [own, use] = [stopBank(), await stopDatabase()]
  const beside = timesOf(milliseconds)
  const forecasts = []
  for (let turn = 0; turn < 100; turn++)
    forecasts.push(await timeRequest(`${bank.address}/api/upcoming`, customers[0]!.token))
  const figures = [
    figure(`${dueCount} scheduled payments of one moment`, madeIn, ' s', { atMost: 60 }),
    figure('Transfers of customers meanwhile', milliseconds.length / madeIn, ' a second'),
    figure('p50 of these transfers', beside.p50, ' ms'),
    figure('p99 of these transfers', beside.p99, ' ms'),
    figure('p99 of transfers before', alone.p99, ' ms'),
    figure('Processor time of the bank for each of both', (own.processorSeconds * 1e6) / booked, ' µs'),
    figure('Processor time of PostgreSQL for each of both', (use.processorSeconds * 1e6) / booked, ' µs'),
    figure(`p99 of a forecast of ${foreseenCount} schedules`, timesOf(forecasts).p99, ' ms', { atMost: 50 }),
  ]
  return { part: 'schedules', figures }
}

/** Waits until no payment is due. */
function untilMade({ place }: Database): Promise<void> {
  return onOneConnection(place, async (client) => {
    const due = `select from schedules where state = 'active' and due_at <= now() limit 1`
    for (let turn = 0; turn < 2_400 && (await client.query(due)).rowCount; turn++) await wait(250)
    const { rowCount } = await client.query(`select from schedule_runs where outcome = 'booked'`)
    if (rowCount !== dueCount) throw new Error(`${rowCount} scheduled payments were booked.`)
  })
}

// Payments to another bank, of some accounts in turn, every second one weekly and the others monthly.
const insert = `
  insert into schedules (id, user_id, account_id, movement, first_day, repeat, every, on_holiday, state, next_number, next_day,
                         due_day, due_at, created_at)
  select gen_random_uuid(), a.user_id, a.id,
         '{"kind": "transfer", "currency": "USD", "amountMinor": "100", "beneficiary": {"accountName": "Erik Holm", "bankAddress": "Oslo",
           "accountNumber": "9876543210", "bankName": "Harbor Bank", "swiftCode": "FHBKUS33", "routingNumber": "011000015"}}' || jsonb_build_object('from', a.id::text, 'madeBy', a.user_id),
         due.day, (array['weekly', 'monthly'])[1 + n % 2], 1, 'day_after', 'active', 0, due.day, due.day, due.at, now()
    from (select $3::timestamptz as at, $3::timestamptz::date as day) due
   cross join generate_series(0, $2::int - 1) n
    join accounts a on a.id = ($1::bigint[])[1 + n % cardinality($1::bigint[])]`
