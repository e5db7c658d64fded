import { randomUUID } from 'node:crypto'
import { plusDays } from '@bank/contract/bank-day'
import { endpoints } from '@bank/contract/endpoints'
import { formatMinor } from '@bank/ledger/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { openFurtherAccount } from '../../test/further-account.ts'
import { openSecondBank } from '../../test/second-bank.ts'
import { transfer } from '../../test/transfer.ts'
import { Refusal } from '../refusal.ts'
import { carryOutSchedules } from './carry-out-schedules.ts'
import { skipDueRuns } from './skip-due-runs.ts'

let bank: TestBank
let sender: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank({ timeZone: 'Africa/Lagos' })
})
afterAll(() => bank.close())
beforeEach(async () => {
  // A round makes the runs of all tests.
  await bank.bank.db.query(
    `update schedules set state = 'ended', ended_because = 'stopped', ended_at = now(), next_number = null, next_day = null,
                          due_day = null, due_at = null where ended_at is null`,
  )
  sender = await bank.openAccount(`Sender${++count}`, { amountMinor: 100_00n })
})

type Wishes = Readonly<Record<string, unknown>>

const today = () => bank.clock.now().toISOString().slice(0, 10)
const inDays = (days: number) => plusDays(today(), days)

/** $40.00 to Alice every week, from in three days on, unless something else is wished. */
function form(wishes: Wishes = {}): Record<string, unknown> & { openingId: string } {
  const { transactionId, ...fields } = transfer({
    account_number: bank.alice.account.number,
    bank_name: bank.bank.config.bankName,
    amount: '40.00',
  })
  return { ...fields, openingId: transactionId, firstDay: inDays(3), repeat: 'weekly', ...wishes }
}

const send = (wishes: Wishes = {}, who = sender) =>
  bank.call(who, endpoints.createSchedule, { body: form(wishes) })

async function create(wishes: Wishes = {}) {
  const { status, answer } = await send(wishes)
  expect(status, JSON.stringify(answer)).toBe(201)
  return answer
}

async function change(schedule: { id: string; version: number }, wishes: Wishes = {}) {
  const { openingId: _, ...fields } = form()
  const body = { ...fields, version: schedule.version, ...wishes }
  return bank.call(sender, endpoints.changeSchedule, { params: { id: schedule.id }, body })
}

function setState({ id, version }: { id: string; version: number }, state: string, who = sender) {
  return bank.call(who, endpoints.setScheduleState, { params: { id }, body: { state, version } })
}

function skip({ id, version }: { id: string; version: number }) {
  return bank.call(sender, endpoints.skipRun, { params: { id }, body: { version } })
}

async function read(id?: string) {
  const { answer } = await bank.call(sender, endpoints.listSchedules)
  return answer.schedules.find((each) => each.id === (id ?? each.id))!
}

async function balance() {
  return (await bank.call(sender, endpoints.readMe)).answer.account.balance
}

/** Goes on to an hour of the bank's day, which is one hour ahead, in so many days. */
function goTo(days: number, hour: number) {
  const at = Date.parse(`${inDays(days)}T00:00:00Z`) + (hour - 1) * 3_600_000
  bank.clock.pass((at - bank.clock.now().getTime()) / 60_000)
  sender.cookies.clear()
  bank.alice.cookies.clear()
}

const carryOut = (with_ = bank.bank) => carryOutSchedules(with_, bank.clock.now())

describe('a schedule', () => {
  test('a schedule books each of its days once, from six o’clock on, and shows what became of them', async () => {
    const { id } = await create({ times: 2, reference: 'Rent' })
    expect(await read(id)).toMatchObject({
      state: 'active',
      amount: '40.00',
      reference: 'Rent',
      beneficiary: { accountName: 'Dana Reed' },
      next: { day: inDays(3), dueDay: inDays(3) },
      runs: [],
    })
    const [first, second] = [inDays(3), inDays(10)]
    goTo(3, 5.9)
    expect(await carryOut()).toBe(0)
    goTo(0, 6)
    expect([await carryOut(), await carryOut(), await balance()]).toEqual([1, 0, '60.00'])
    const { next, runs } = await read(id)
    expect([next?.day, runs.map(({ day, outcome }) => [day, outcome])]).toEqual([second, [[first, 'booked']]])
    const made = await bank.call(sender, endpoints.readTransaction, {
      params: { id: runs[0]!.transactionId! },
    })
    expect(made.answer).toMatchObject({ amount: '40.00', reference: 'Rent', status: 'success' })
    goTo(7, 6)
    await carryOut()
    expect([await balance(), await read(id)]).toMatchObject([
      '20.00',
      { state: 'ended', endedBecause: 'finished', next: null },
    ])
    goTo(7, 6)
    expect([await carryOut(), await balance()]).toEqual([0, '20.00'])
  })

  test('a run that two processes find due, and one whose outcome was lost, is booked once', async () => {
    const { id } = await create()
    goTo(3, 6)
    const other = await openSecondBank(bank, {})
    try {
      await Promise.all([bank.bank, other.bank, bank.bank, other.bank].map(carryOut))
    } finally {
      await other.close()
    }
    expect(await balance()).toBe('60.00')
    const day = (await read(id)).runs[0]!.day
    // Its process ended before it had stored the outcome.
    await bank.bank.db.query(
      `update schedule_runs set outcome = 'waiting', reason = 'Lost', transaction_id = null where schedule_id = $1`,
      [id],
    )
    await bank.bank.db.query(
      'update schedules set next_number = 0, next_day = $2, due_day = $2, due_at = $3 where id = $1',
      [id, day, bank.clock.now()],
    )
    // Until it is stored, nothing is changed.
    expect((await skip(await read(id))).problem.code).toBe('schedule_outdated')
    await carryOut()
    expect([await balance(), (await read(id)).runs]).toMatchObject(['60.00', [{ day, outcome: 'booked' }]])
  })

  test('a run that is due for a process whose clock is 5 s ahead is made then, and not again by the others', async () => {
    const { id } = await create({ times: 1 })
    goTo(3, 6 - 3 / 3_600)
    const other = await openSecondBank(bank, {})
    const ahead = () => carryOutSchedules(other.bank, new Date(bank.clock.now().getTime() + 5_000))
    try {
      expect(await carryOut()).toBe(0)
      expect([await ahead(), await carryOut()]).toEqual([1, 0])
      goTo(0, 6)
      expect([await carryOut(), await ahead(), await balance()]).toEqual([0, 0, '60.00'])
    } finally {
      await other.close()
    }
    expect((await read(id)).runs).toMatchObject([{ outcome: 'booked' }])
  })

  test('days that came due while no job ran are made up for in their order', async () => {
    const { id } = await create({ amount: '1.00' })
    const days = [inDays(3), inDays(10), inDays(17)]
    goTo(20, 3)
    while ((await carryOut()) > 0);
    const { runs } = await read(id)
    expect(runs.map(({ day }) => day).reverse()).toEqual(days)
    expect(await balance()).toBe('97.00')
  })

  test('a schedule to another bank is pending, and one with today as its first day is made at once', async () => {
    goTo(1, 12)
    await create({
      firstDay: today(),
      bank_name: 'Another Bank',
      account_number: '1234567890',
      repeat: 'once',
    })
    await carryOut()
    const { answer } = await bank.call(sender, endpoints.readMe)
    expect(answer.account).toMatchObject({ balance: '60.00', inTransit: '40.00' })
  })

  test('a schedule that is sent again is made once, and another one under its id is refused', async () => {
    const wishes = { openingId: randomUUID() }
    const { id } = await create(wishes)
    const again = await send({ ...wishes, transaction_pin: '9999' })
    expect([again.headers['idempotency-replayed'], again.answer.id]).toEqual(['true', id])
    expect((await send({ ...wishes, amount: '41.00' })).problem.code).toBe('opening_id_reused')
    expect((await send(wishes, bank.alice)).problem.code).toBe('opening_id_reused')
    expect((await bank.call(sender, endpoints.listSchedules)).answer.schedules).toHaveLength(1)
  })

  test('a run that the busy books do not answer is made in the next round, and holds up no other', async () => {
    const busy = await create({ amount: '2.00' })
    await create({ amount: '1.00' })
    goTo(3, 6)
    const { books } = bank.bank
    const submit: typeof books.submit = (instruction) => {
      if (instruction.type === 'open_transaction' && instruction.facts.amountMinor === 2_00n)
        throw new Refusal('busy')
      return books.submit(instruction)
    }
    await expect(carryOut({ ...bank.bank, books: { ...books, submit } })).rejects.toMatchObject({
      code: 'busy',
    })
    expect([await balance(), (await read(busy.id)).runs]).toEqual(['99.00', []])
    await carryOut()
    expect(await balance()).toBe('97.00')
  })

  test('many runs that are due together leave connections for the other jobs', async () => {
    const { id } = await create({ amount: '1.00' })
    const { db, config } = bank.bank
    await db.query(
      `insert into schedules (id, user_id, account_id, movement, first_day, repeat, every, on_holiday, state, next_number,
                              next_day, due_day, due_at, created_at)
       select gen_random_uuid(), user_id, account_id, movement, first_day, repeat, every, on_holiday, state, next_number,
              next_day, due_day, due_at, created_at
         from schedules, generate_series(1, 39)
        where id = $1`,
      [id],
    )
    goTo(3, 6)
    let most = 0
    const count = () => {
      most = Math.max(most, db.totalCount - db.idleCount + db.waitingCount)
    }
    db.on('acquire', count)
    expect(await carryOut({ ...bank.bank, config: { ...config, newBeneficiaryLimitMinor: 500_00n } })).toBe(
      40,
    )
    db.off('acquire', count)
    expect([await balance(), most]).toEqual(['60.00', 3])
  })
})

describe('a refused run', () => {
  test('a run without cover is tried at 6, 12 and 18 o’clock, then fails with a mail, and the next day is made', async () => {
    const { id } = await create({ amount: '100.01' })
    goTo(3, 6)
    const reasons = []
    for (const hour of [6, 12, 18]) {
      goTo(0, hour)
      expect([await carryOut(), await carryOut()]).toEqual([1, 0])
      reasons.push((await read(id)).runs.map(({ outcome, reason }) => `${outcome}: ${reason}`))
    }
    const reason = 'Insufficient balance'
    expect(reasons).toEqual([[`waiting: ${reason}`], [`waiting: ${reason}`], [`failed: ${reason}`]])
    const mails = await mailsTo(bank, sender.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['A scheduled payment from Truepenny was not made'])
    await change(await read(id), { amount: '30.00', firstDay: inDays(7) })
    goTo(7, 6)
    await carryOut()
    expect([await balance(), (await read(id)).runs[0]?.outcome]).toEqual(['70.00', 'booked'])
  })

  test('money that arrives before noon is sent at noon', async () => {
    await create({ amount: '120.00' })
    goTo(3, 6)
    await carryOut()

    await bank.call(bank.alice, endpoints.sendTransfer, {
      body: transfer({
        amount: '20.00',
        account_number: sender.account.number,
        bank_name: bank.bank.config.bankName,
      }),
    })
    goTo(0, 12)
    await carryOut()
    expect([await balance(), (await read()).runs]).toMatchObject([
      '0.00',
      [{ outcome: 'booked', reason: null }],
    ])
  })

  test('a freeze and a limit of the customer refuse a run with their sentence', async () => {
    const { id } = await create()
    await bank.call(sender, endpoints.setGuard, { params: { currency: 'USD' }, body: { day: '30.00' } })
    goTo(3, 18)
    await carryOut()
    expect((await read(id)).runs[0]?.reason).toContain('This would exceed your day limit of $30.00')
    goTo(7, 6)
    await bank.call(sender, endpoints.freeze)
    await carryOut()
    expect((await read(id)).runs[0]).toMatchObject({
      outcome: 'waiting',
      reason: 'Your payments are frozen. Unfreeze them to send money',
    })
    expect(await balance()).toBe('100.00')
    expect((await send()).problem.code).toBe('payments_frozen')
  })

  test('a payee who has closed the account ends a schedule with a sentence', async () => {
    const payee = await bank.openAccount(`Payee${count}`)
    const { id } = await create({ account_number: payee.account.number })
    await bank.bank.db.query('update ledger_accounts set closed_at = now() where id = $1', [payee.account.id])
    goTo(3, 6)
    await carryOut()
    expect(await read(id)).toMatchObject({
      state: 'ended',
      endedBecause: 'payee_closed',
      runs: [{ outcome: 'failed', reason: 'The payee’s account is closed' }],
    })
    expect((await send({ account_number: payee.account.number })).problem.code).toBe('payee_account_closed')
  })
})

describe('a changed schedule', () => {
  test('a paused schedule does not run, and goes on with the first day after the pause', async () => {
    const schedule = await create()
    expect((await setState(schedule, 'paused')).answer.state).toBe('paused')
    goTo(5, 6)
    expect(await carryOut()).toBe(0)
    const { answer } = await setState(await read(schedule.id), 'active')
    expect([answer.state, answer.next?.day]).toEqual(['active', inDays(5)])
    expect((await carryOut()) + (await carryOut())).toBe(0)
    expect(await balance()).toBe('100.00')
  })

  test('a skipped day is left out, and a stopped schedule makes no more', async () => {
    const { answer: skipped } = await skip(await create())
    expect([skipped.next?.day, skipped.runs]).toMatchObject([
      inDays(10),
      [{ day: inDays(3), outcome: 'skipped' }],
    ])
    goTo(3, 6)
    expect(await carryOut()).toBe(0)
    const { answer: stopped } = await setState(skipped, 'ended')
    expect(stopped).toMatchObject({ state: 'ended', endedBecause: 'stopped', next: null })
    expect((await setState(stopped, 'active')).problem.code).toBe('schedule_ended')
    // Stopped again, also from a window that saw it before.
    expect((await setState(skipped, 'ended')).status).toBe(200)
    goTo(7, 6)
    expect([await carryOut(), await balance()]).toEqual([0, '100.00'])
  })

  test('with the same days an amount changes from the next run on, and other days begin anew', async () => {
    const created = await create({ amount: '10.00' })
    const firstDay = inDays(3)
    goTo(3, 6)
    await carryOut()
    const seen = await read(created.id)
    const { answer } = await change(seen, { amount: '20.00', firstDay })
    expect(answer).toMatchObject({ amount: '20.00', next: { day: inDays(7) }, version: seen.version + 1 })
    const early = await change(answer, { amount: '20.00', firstDay: today() })
    expect(early.status).toBe(200)
    const monthly = { amount: '20.00', repeat: 'monthly', firstDay: today() }
    const { problem } = await change(early.answer, monthly)
    expect([problem.code, problem.errors[0]?.pointer]).toEqual(['schedule_day_past', '/firstDay'])
    const begun = await change(early.answer, { ...monthly, firstDay: inDays(1) })
    expect(begun.answer.next?.day).toBe(inDays(1))
    goTo(1, 6)
    await carryOut()
    expect(await balance()).toBe('70.00')
  })

  test('of two windows that change one schedule, the second is told so and changes nothing', async () => {
    const seen = await create()
    await change(seen, { amount: '1.00', firstDay: inDays(3) })
    const late = [await change(seen, { amount: '2.00' }), await setState(seen, 'paused'), await skip(seen)]
    expect(late.map(({ status, problem }) => [status, problem.detail])).toEqual(
      late.map(() => [409, 'This scheduled payment has changed in the meantime. Check it again']),
    )
    expect(await read(seen.id)).toMatchObject({ amount: '1.00', state: 'active', runs: [] })
  })

  test('a closed account ends its schedules, also while their runs are made', async () => {
    const { id } = await create()
    const poor = await bank.openAccount(`Poor${count}`)
    const { answer } = await send({}, poor)
    goTo(3, 6)
    await bank.elevate(bank.clara)
    const sent = { params: { id: poor.userId }, body: { reason: 'As you asked' } }
    const [closing] = await Promise.all([
      bank.call(bank.clara, endpoints.closeAccountOfUser, sent),
      carryOut(),
      carryOut(),
    ])
    expect(closing.status).toBe(204)
    const { rows } = await bank.bank.db.query(
      'select state, ended_because from schedules where id = any($1)',
      [[id, answer.id]],
    )
    expect(rows.map(({ state }) => state).sort()).toEqual(['active', 'ended'])
  })

  test('a schedule that ends with its account leaves no run that waits for another try', async () => {
    sender = await bank.openAccount(`Poor${count}`)
    const { id } = await create()
    goTo(3, 6)
    await carryOut()
    expect((await read(id)).runs).toMatchObject([{ outcome: 'waiting' }])
    await bank.elevate(bank.clara)
    const sent = { params: { id: sender.userId }, body: { reason: 'As you asked' } }
    expect((await bank.call(bank.clara, endpoints.closeAccountOfUser, sent)).status).toBe(204)
    expect(await read(id)).toMatchObject({
      state: 'ended',
      endedBecause: 'account_closed',
      runs: [{ outcome: 'failed' }],
    })
  })

  test('another customer’s schedule is not found', async () => {
    const schedule = await create()
    const { status, problem } = await setState(schedule, 'ended', bank.alice)
    expect([status, problem.code]).toEqual([404, 'schedule_not_found'])
  })
})

describe('a schedule is refused', () => {
  test.each<[string, Wishes, string, string]>([
    ['a first day in the past', { firstDay: '2026-11-01' }, '/firstDay', 'Choose a day from'],
    ['a day that does not exist', { firstDay: '2027-02-30' }, '/firstDay', 'Enter a real date'],
    [
      'a first day in ten years',
      { firstDay: '2036-12-01' },
      '/firstDay',
      'Choose a day within the next 5 years',
    ],
    [
      'an end before the start',
      { lastDay: '2026-11-01' },
      '/lastDay',
      'Choose a last day that is not before the first',
    ],
    ['no run at all', { times: 0 }, '/times', 'Enter a whole number from 1 to 999'],
    ['half a run', { times: 1.5 }, '/times', 'Enter a whole number from 1 to 999'],
    ['two ends', { times: 2, lastDay: '2030-01-01' }, '/times', 'Choose a last day or how often, not both'],
    ['every second month', { repeat: 'monthly', every: 2 }, '/every', 'Only weeks can be left out'],
    ['every day', { repeat: 'daily' }, '/repeat', 'Choose how often'],
    ['nothing', { amount: '0.00' }, '/amount', 'Enter an amount above 0'],
    ['more than the bank allows', { amount: '250000.01' }, '/amount', 'The most you can send at once is'],
    [
      'their own account',
      { account_number: 'own' },
      '/account_number',
      'You can’t send money to your own account',
    ],
    [
      'a number of no account',
      { account_number: '9999999999' },
      '/account_number',
      'There is no such account',
    ],
    ['a wrong PIN', { transaction_pin: '9999' }, '/transaction_pin', 'Invalid transaction pin'],
  ])('a schedule is refused for %s', async (_, wishes, pointer, detail) => {
    const account_number = wishes.account_number === 'own' ? sender.account.number : undefined
    const { status, problem } = await send({ ...wishes, ...(account_number && { account_number }) })
    expect([status, problem.errors[0]?.pointer]).toEqual([422, pointer])
    expect(problem.errors[0]?.detail).toContain(detail)
    expect((await bank.call(sender, endpoints.listSchedules)).answer.schedules).toEqual([])
  })

  test('a working day before that is over moves the first day that can be chosen', async () => {
    // A Sunday.
    goTo((7 - new Date(`${today()}T00:00:00Z`).getUTCDay()) % 7, 12)
    const wishes = { firstDay: today(), onHoliday: 'day_before' }
    expect((await send(wishes)).problem.code).toBe('schedule_day_past')
    const { next } = await create({ ...wishes, firstDay: inDays(7) })
    expect(next).toEqual({ day: inDays(7), dueDay: inDays(5) })
  })

  test('a customer without a PIN, and one who is not active, has no schedules', async () => {
    const without = await bank.openAccount(`Without${count}`, { hasPin: false })
    expect((await send({}, without)).problem.code).toBe('pin_incorrect')
    expect((await send({}, bank.bruno)).problem.code).toBe('account_inactive')
  })

  test('wrong PINs count, and payees’ numbers that do not exist are refused after ten, also when they are scheduled', async () => {
    for (let miss = 1; miss <= 10; miss++) {
      expect((await send({ account_number: '9999999999' })).problem.code).toBe('payee_account_missing')
    }
    expect((await send()).problem.code).toBe('payee_misses_used_up')
    for (let wrong = 1; wrong < 5; wrong++) await send({ transaction_pin: '9999' })
    expect((await send({ transaction_pin: '9999' })).problem.code).toBe('pin_locked')
  })

  test('a customer has at most 100 schedules, also when several are made at once', async () => {
    await bank.bank.db.query(
      `insert into schedules (id, user_id, account_id, movement, first_day, repeat, every, on_holiday, state, next_number,
                              next_day, due_day, due_at, created_at)
       select gen_random_uuid(), $1, $2, '{}', '2030-01-01', 'once', 1, 'same_day', 'active', 0, '2030-01-01', '2030-01-01',
              '2030-01-01', now() from generate_series(1, 99)`,
      [sender.userId, sender.account.id],
    )
    await bank.call(sender, endpoints.readMe)
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('money that stays with the customer', () => {
  const weekly = (to: string, wishes: Wishes = {}) => ({
    to,
    amount: '10.00',
    firstDay: inDays(3),
    repeat: 'weekly',
    openingId: randomUUID(),
    ...wishes,
  })
  const own = (body: Wishes, who = sender) => bank.call(who, endpoints.createOwnSchedule, { body })
  const openPot = async () => {
    const body = { openingId: randomUUID(), name: 'Holidays' }
    return (await bank.call(sender, endpoints.openPot, { body })).answer.id
  }

  test('money is scheduled to another own account and into a pot without a PIN and by the present name of the pot, and closing what it uses ends it', async () => {
    sender = await bank.openAccount(`Own${count}`, { amountMinor: 100_00n, hasPin: false })
    const further = await openFurtherAccount(bank, sender)
    const pot = await openPot()
    const body = weekly(pot)
    const { answer } = await own(body)
    expect(answer).toMatchObject({
      kind: 'pot_in',
      payee: 'Holidays',
      account: null,
      potId: pot,
      amount: '10.00',
    })
    expect((await own(body)).headers['idempotency-replayed']).toBe('true')
    expect((await own(weekly(further.number))).answer).toMatchObject({
      kind: 'own_transfer',
      payee: further.number,
      account: further.number,
      potId: null,
    })
    const change = {
      to: pot,
      amount: '15.00',
      firstDay: inDays(3),
      repeat: 'weekly',
      version: answer.version,
    }
    const params = { id: answer.id }
    expect((await bank.call(sender, endpoints.changeOwnSchedule, { params, body: change })).status).toBe(200)
    await bank.call(sender, endpoints.changePot, { params: { id: pot }, body: { name: 'Sea' } })
    expect(await read(answer.id)).toMatchObject({ payee: 'Sea', potId: pot })
    goTo(3, 6)
    await carryOut()
    expect(await balance()).toBe('75.00')
    const { answer: history } = await bank.call(sender, endpoints.listTransactions)
    expect(history.transactions.map(({ description }) => description)).toContain('Moved into your pot “Sea”')
    const { answer: pots } = await bank.call(sender, endpoints.listPots)
    expect(pots.pots[0]).toMatchObject({ balance: '15.00' })
    const out = { transactionId: randomUUID(), amount: '15.00' }
    await bank.call(sender, endpoints.moveOutOfPot, { params: { id: pot }, body: out })
    expect((await bank.call(sender, endpoints.closePot, { params: { id: pot } })).status).toBe(204)
    expect(await read(answer.id)).toMatchObject({ state: 'ended', endedBecause: 'payee_closed' })
  })

  test('no money is scheduled without a PIN to what is not the customer’s own', async () => {
    const schedule = await create()
    const pot = await openPot()
    for (const [to, code] of [
      [bank.alice.account.number, 'own_transfer_account_unknown'],
      [sender.account.number, 'own_transfer_same_account'],
      [randomUUID(), 'pot_not_found'],
      ['', 'validation'],
    ] as const) {
      expect((await own(weekly(to))).problem.code, to).toBe(code)
    }
    expect((await own(weekly(pot), bank.alice)).problem.code).toBe('pot_not_found')
    const { openingId: _, ...change } = weekly(pot, { version: schedule.version })
    const params = { id: schedule.id }
    const changed = await bank.call(sender, endpoints.changeOwnSchedule, { params, body: change })
    expect(changed.problem.code).toBe('schedule_not_found')
  })
})

describe('the forecast of an account', () => {
  const ofAccount = (account?: string): Record<string, string> => (account ? { account } : {})
  const foreseen = async (account?: string) =>
    (await bank.call(sender, endpoints.listUpcoming, { query: ofAccount(account) })).answer
  const own = (body: Wishes, account?: string) =>
    bank.call(sender, endpoints.createOwnSchedule, {
      query: ofAccount(account),
      body: { amount: '10.00', firstDay: inDays(5), repeat: 'once', openingId: randomUUID(), ...body },
    })

  test('the runs leave the balances that were foreseen, until one is refused on the day that was named', async () => {
    const { id } = await create()
    const pot = await bank.call(sender, endpoints.openPot, {
      body: { openingId: randomUUID(), name: 'Holidays' },
    })
    await own({ to: pot.answer.id, amount: '5.00' })
    const paused = await create({ amount: '1.00' })
    await setState(paused, 'paused')
    const { runs, balances, shortfall, opening, total } = await foreseen()
    expect([opening, total]).toEqual(['100.00', 14])
    // The chart of the past goes on with the same, and that of an account without schedules ends today.
    const chart = await bank.call(sender, endpoints.listDailyBalances, { query: { days: '3' } })
    expect(chart.answer.foreseen).toEqual({ balances, shortfall })
    const without = await bank.call(bank.alice, endpoints.listDailyBalances, { query: { days: '3' } })
    expect('foreseen' in without.answer).toBe(false)
    expect(runs.slice(0, 3)).toMatchObject([
      {
        scheduleId: id,
        type: 'debit',
        dueDay: inDays(3),
        amount: '40.00',
        name: 'Dana Reed',
        balance: '60.00',
      },
      { dueDay: inDays(5), amount: '5.00', name: 'Holidays', account: null, balance: '55.00' },
      { scheduleId: id, dueDay: inDays(10), balance: '15.00' },
    ])
    expect(shortfall).toEqual({ day: inDays(17), missing: '25.00' })
    const left = []
    for (const days of [3, 2, 5]) {
      goTo(days, 6)
      await carryOut()
      left.push(await balance())
    }
    expect(left).toEqual([3, 5, 10].map((day) => balances[day]!.balance))
    goTo(7, 6)
    await carryOut()
    expect((await read(id)).runs[0]).toMatchObject({ day: shortfall!.day, reason: 'Insufficient balance' })
    expect(await foreseen()).toMatchObject({ shortfall: { day: today(), missing: '25.00' } })
  })

  test.each([
    ['while nothing is refused', 900, undefined],
    ['until a payment is not covered', 150, undefined],
    ['until a limit refuses a payment', 900, '30.00'],
  ])('the forecast is the balance of each day %s', async (_, opening, day) => {
    sender = await bank.openAccount(`Many${++count}`, { amountMinor: BigInt(opening) * 100n })
    if (day) await bank.call(sender, endpoints.setGuard, { params: { currency: 'USD' }, body: { day } })
    const { answer: pot } = await bank.call(sender, endpoints.openPot, {
      body: { openingId: randomUUID(), name: 'Holidays' },
    })
    const rules = ['same_day', 'day_before', 'day_after']
    for (const at of [0, 1, 2, 3]) {
      const when = { firstDay: inDays(7 + at), onHoliday: rules[at % 3], amount: `${11 + 7 * at}.25` }
      await create({ ...when, repeat: 'weekly', every: 1 + (at % 2) })
      await own({ ...when, to: pot.id, repeat: 'weekly', amount: '3.10' })
    }
    const { balances, shortfall } = await foreseen()
    const refused: { day: string; reason: string }[] = []
    for (let days = 1; days <= 30 && refused.length === 0; days++) {
      goTo(1, 18)
      while ((await carryOut()) > 0);
      const { rows } = await bank.bank.db.query(
        `select r.reason, l.balance_minor as balance
           from ledger_accounts l
           left join schedules s on s.account_id = l.id
           left join schedule_runs r on r.schedule_id = s.id and r.reason is not null
          where l.id = $1
          order by r.reason
          limit 1`,
        [sender.account.id],
      )
      if (rows[0].reason) refused.push({ day: today(), reason: rows[0].reason })
      else expect([today(), formatMinor(rows[0].balance)]).toEqual(Object.values(balances[days]!))
    }
    if (day) expect(refused).toMatchObject([{ reason: expect.stringContaining('your day limit of $30.00') }])
    else if (opening === 150)
      expect(refused).toEqual([{ day: shortfall!.day, reason: 'Insufficient balance' }])
    else expect(refused).toEqual([])
  })

  test('money from another own account is foreseen on both, and a run that is made and not noted yet counts once', async () => {
    const { id } = await create({ amount: '39.50', times: 2 })
    const further = await openFurtherAccount(bank, sender)
    await own({ to: sender.account.number }, further.number)
    expect(await foreseen(further.number)).toMatchObject({
      opening: '0.00',
      runs: [{ type: 'debit', name: null, account: sender.account.number, balance: '-10.00' }],
      shortfall: { day: inDays(5), missing: '10.00' },
    })
    // That account is empty.
    expect((await foreseen()).total).toBe(2)
    const filling = { transactionId: randomUUID(), to: further.number, amount: '10.00' }
    expect((await bank.call(sender, endpoints.sendOwnTransfer, { body: filling })).status).toBe(201)
    const body = { openingId: randomUUID(), name: 'Change' }
    const { answer: pot } = await bank.call(sender, endpoints.openPot, { body })
    await bank.call(sender, endpoints.turnOnRoundUp, { params: { id: pot.id } })
    const before = await foreseen()
    expect(before).toMatchObject({
      runs: [
        { balance: '50.50' },
        { type: 'credit', name: null, account: further.number, balance: '60.00' },
        {},
      ],
      shortfall: null,
    })
    expect(before.balances[3]).toEqual({ day: inDays(3), balance: '50.00' })
    goTo(3, 6)
    await carryOut()
    await bank.bank.db.query(
      'update schedules set next_number = 0, next_day = $2, due_day = $2, due_at = $3 where id = $1',
      [id, today(), bank.clock.now()],
    )
    const { opening, runs } = await foreseen()
    expect([opening, runs.map(({ scheduleId, day }) => scheduleId === id && day)]).toEqual([
      '50.50',
      [false, inDays(7)],
    ])
  })
})

describe('a restored bank', () => {
  test('a bank that is resumed without what came due leaves it out and books it never', async () => {
    const { id } = await create()
    const days = [inDays(3), inDays(10)]
    goTo(10, 12)
    expect(await skipDueRuns(bank.bank.db, bank.bank.config, bank.clock.now())).toBe(1)
    expect(await carryOut()).toBe(0)
    const { runs, next } = await read(id)
    expect(runs.map(({ day, outcome }) => [day, outcome])).toEqual(
      days.reverse().map((day) => [day, 'skipped']),
    )
    expect([next?.day, await balance()]).toEqual([inDays(7), '100.00'])
  })
})
