import { clockAt } from '@bank/contract/bank-day'
import { endpoints } from '@bank/contract/endpoints'
import { nominalDay, type Rhythm } from '@bank/contract/schedules/rhythm'
import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { openTestBank } from '../../test/bank.ts'
import { openSecondBank } from '../../test/second-bank.ts'
import { transfer } from '../../test/transfer.ts'
import type { Bank } from '../bank.ts'
import { Refusal } from '../refusal.ts'
import { carryOutSchedules } from './carry-out-schedules.ts'

const timeZone = 'Europe/Berlin'
const end = '2029-12-01'

test('over three years with leap days and changes of the clocks, two processes that end at any step book each day once, in order', async () => {
  const first = await openTestBank({ timeZone })
  const second = await openSecondBank(first, {})
  const { db } = first.bank
  const sender = await first.openAccount('Sender', { amountMinor: 1_000_00n })
  const rhythms: Rhythm[] = [
    { firstDay: '2026-11-30', repeat: 'quarterly', every: 1, lastDay: null, times: null },
    { firstDay: '2026-12-31', repeat: 'quarterly', every: 1, lastDay: null, times: null },
    { firstDay: '2026-11-29', repeat: 'weekly', every: 13, lastDay: null, times: null },
    { firstDay: '2027-03-28', repeat: 'yearly', every: 1, lastDay: null, times: 2 },
  ]
  const ids = []
  for (const rhythm of rhythms) {
    const { transactionId, ...fields } = transfer({ amount: '1.00' })
    const body = { ...fields, ...rhythm, openingId: transactionId }
    ids.push((await first.call(sender, endpoints.createSchedule, { body })).answer.id)
  }
  const ways = [...steps.map(endedAt), (bank: Bank) => bank]
  for (let step = 0; ; step++) {
    const { rows } = await db.query(`select min(due_at) as due from schedules where state = 'active'`)
    if (rows[0].due.toISOString() > end) break
    const minutes = (rows[0].due - first.clock.now().getTime()) / 60_000
    first.clock.pass(Math.max(minutes, 0))
    // Each way to end meets each other one.
    const other = step + Math.floor(step / ways.length)
    const processes = [ways[step % ways.length]!(first.bank), ways[other % ways.length]!(second.bank)]
    await Promise.allSettled(processes.map((bank) => carryOutSchedules(bank, first.clock.now())))
  }
  await second.close()

  let count = 0
  for (const [at, id] of ids.entries()) {
    const { rows } = await db.query(
      `select r.day::text, t.created_at as "createdAt" from schedule_runs r join transactions t on t.id = r.transaction_id
        where r.schedule_id = $1 and r.outcome = 'booked' order by t.created_at`,
      [id],
    )
    const days = Array.from({ length: rows.length }, (_, number) => nominalDay(rhythms[at]!, number))
    expect(rows.map(({ day }) => day)).toEqual(days)
    const next = nominalDay(rhythms[at]!, rows.length)
    expect(next === undefined || next >= end).toBe(true)
    expect(new Set(rows.map(({ createdAt }) => clockAt(createdAt, timeZone).time))).toEqual(
      new Set(['06:00:00']),
    )
    count += rows.length
  }
  sender.cookies.clear()
  const { answer } = await first.call(sender, endpoints.readMe)
  expect([count, answer.account.balance]).toEqual([40, `${1_000 - count}.00`])
  const { rows } = await db.query('select count(*)::int as count from transactions where made_by = $1', [
    sender.userId,
  ])
  expect(rows[0].count - 1).toBe(count)
  await first.close()
})

const steps = [
  'lock-due-schedules',
  'books',
  'store-schedule-runs',
  'store-schedule-progress',
  'commit',
  'after the commit',
] as const

/** A process that ends at a step of its round: before the statement, before the books have answered, or before it knows of its commit. */
function endedAt(step: (typeof steps)[number]) {
  return (bank: Bank): Bank => {
    if (step === 'books') {
      const submit: Bank['books']['submit'] = () => Promise.reject(new Refusal('busy'))
      return { ...bank, books: { ...bank.books, submit } }
    }
    const connect = async () => {
      const connection: PoolClient = await bank.db.connect()
      const query = async (...sent: Parameters<typeof connection.query>) => {
        const [statement] = sent as unknown as [string | { name: string }]
        const name = typeof statement === 'string' ? statement : statement.name
        const isAfter = step === 'after the commit' && name === 'commit'
        if (isAfter) await connection.query(name)
        if (isAfter || name === step) throw new Error('The process ended')
        return connection.query(...sent)
      }
      return Object.assign(Object.create(connection), { query })
    }
    return { ...bank, db: Object.assign(Object.create(bank.db), { connect }) }
  }
}
