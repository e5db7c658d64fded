import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { formatMinor } from '@bank/ledger/money'
import type { Movement } from '@bank/ledger/transaction'
import type { Status } from '@bank/ledger/transaction-status'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, pin, type TestBank } from '../../test/bank.ts'
import { closeAccount, openFurtherAccount } from '../../test/further-account.ts'
import { lockWaits } from '../../test/held-row.ts'
import { type OtherProcess, openOtherProcess } from '../../test/other-process.ts'
import { sendThroughTwo } from '../../test/send-through-two.ts'
import { transfer } from '../../test/transfer.ts'
import { confirmIdentity } from '../../test/two-factor.ts'
import { insertPin } from '../pins/pin.ts'
import { lockUser } from '../users/user.ts'
import { countForBank } from './guard.ts'

let bank: TestBank
beforeAll(async () => {
  // Above all that a test sends, except for one.
  bank = await openTestBank({ timeZone: 'Europe/Berlin', newBeneficiaryLimitMinor: 1_000_00n })
})
afterAll(() => bank.close())

type Limits = { payment?: string | null; day?: string | null; month?: string | null }

function setGuard(who: Person, limits: Limits, currency: 'USD' | 'EUR' = 'USD') {
  return bank.call(who, endpoints.setGuard, { params: { currency }, body: limits })
}

function pay(who: Person, amount: string, account?: string, wishes = {}) {
  const query = account ? { account } : {}
  return bank.call(who, endpoints.sendTransfer, { query, body: transfer({ amount, ...wishes }) })
}

async function setStatus(id: string, status: Status) {
  await bank.elevate(bank.clara)
  const body = { changeId: randomUUID(), status, reason: 'Returned' }
  const { status: code } = await bank.call(bank.clara, endpoints.setTransactionStatus, {
    params: { id },
    body,
  })
  expect(code).toBe(200)
}

async function guardOf(who: Person) {
  return (await bank.call(who, endpoints.listGuards)).answer.guards.find(
    ({ currency }) => currency === 'USD',
  )!
}

describe('the limits of a customer', () => {
  test('a day limit counts what was sent before it was set, on all accounts, to the cent', async () => {
    const ella = await bank.openAccount('Ella', { amountMinor: 100_00n })
    const { number } = await openFurtherAccount(bank, ella)
    const own = { transactionId: randomUUID(), to: number, amount: '40.00' }
    await bank.call(ella, endpoints.sendOwnTransfer, { body: own })
    await pay(ella, '10.00')
    expect((await setGuard(ella, { day: '30.00' })).status).toBe(204)
    expect((await pay(ella, '5.00', number)).status).toBe(201)
    const refused = await pay(ella, '15.01')
    expect([refused.status, refused.problem.code, refused.problem.errors]).toEqual([
      422,
      'guard_exceeded',
      [
        {
          pointer: '/amount',
          detail: expect.stringMatching(
            /^This would exceed your day limit of \$30\.00\. You can send \$15\.00 until .+ at 12:00 AM .+\.$/,
          ),
        },
      ],
    ])
    expect((await pay(ella, '15.00', number)).status).toBe(201)
    const usedUp = await pay(ella, '0.01')
    expect([usedUp.problem.code, usedUp.problem.detail]).toEqual([
      'guard_used_up',
      expect.stringMatching(
        /^This would exceed your day limit of \$30\.00\. You can send again from .+ at 12:00 AM .+\.$/,
      ),
    ])
    // Money between own accounts is not limited, also with the form.
    const toOwn = { account_number: number, bank_name: bank.bank.config.bankName }
    expect((await pay(ella, '20.00', undefined, toOwn)).status).toBe(201)
    expect(await guardOf(ella)).toMatchObject({
      limits: { payment: null, day: '30.00', month: null },
      next: null,
      sent: { day: '30.00', month: '30.00' },
    })
    // In the night to the next day of the bank.
    bank.clock.pass(24 * 60)
    ella.cookies.clear()
    expect((await pay(ella, '1.00')).status).toBe(201)
    expect((await guardOf(ella)).sent).toEqual({ day: '1.00', month: '31.00' })
  })

  test('the PIN is checked before a guard, and a refused transfer counts nothing', async () => {
    const frank = await bank.openAccount('Frank', { amountMinor: 20_00n })
    await setGuard(frank, { payment: '5.00' })
    const wrong = await pay(frank, '6.00', undefined, { transaction_pin: '9999' })
    expect(wrong.problem.code).toBe('pin_incorrect')
    const above = await pay(frank, '5.01')
    expect(above.problem.detail).toBe('This would exceed your payment limit of $5.00')
    const body = transfer({ amount: '5.00' })
    for (let times = 0; times < 2; times++) {
      expect((await bank.call(frank, endpoints.sendTransfer, { body })).status).toBe(201)
    }
    expect((await guardOf(frank)).sent?.day).toBe('5.00')
  })

  test('what comes back is given back to its day and month, and counts again when it is set back, also above the limit', async () => {
    const gina = await bank.openAccount('Gina', { amountMinor: 60_00n })
    const { number } = await openFurtherAccount(bank, gina)
    await setGuard(gina, { day: '10.00' })
    const inside = { bank_name: bank.bank.config.bankName, account_number: bank.alice.account.number }
    const first = await pay(gina, '10.00')
    await setStatus(first.answer.id, 'failed')
    expect((await guardOf(gina)).sent).toEqual({ day: '0.00', month: '0.00' })
    // Of two at once, one fits.
    const both = await Promise.all([pay(gina, '10.00'), pay(gina, '10.00', undefined, inside)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    await setStatus(first.answer.id, 'pending')
    await setStatus(first.answer.id, 'success')
    expect((await guardOf(gina)).sent).toEqual({ day: '20.00', month: '20.00' })
    expect((await pay(gina, '0.01')).problem.code).toBe('guard_used_up')
    // From another account, and on the next day: the month alone still runs.
    bank.clock.pass(24 * 60)
    gina.cookies.clear()
    const own = { transactionId: randomUUID(), to: number, amount: '5.00' }
    await bank.call(gina, endpoints.sendOwnTransfer, { body: own })
    await pay(gina, '5.00', number)
    await setStatus(first.answer.id, 'failed')
    expect((await guardOf(gina)).sent).toEqual({ day: '5.00', month: '15.00' })
  })

  test('a first limit leaves out what came back before, and counts it when it is set back', async () => {
    const gus = await bank.openAccount('Gus', { amountMinor: 20_00n })
    const { id } = (await pay(gus, '10.00')).answer
    await pay(gus, '4.00')
    await setStatus(id, 'failed')
    await setGuard(gus, { day: '5.00' })
    expect((await guardOf(gus)).sent).toEqual({ day: '4.00', month: '4.00' })
    await setStatus(id, 'success')
    expect((await guardOf(gus)).sent).toEqual({ day: '14.00', month: '14.00' })
  })

  test('a first limit that is set while the clock is behind counts on the day of the latest transfer', async () => {
    const nils = await bank.openAccount('Nils', { amountMinor: 60_00n })
    const passDays = (days: number) => {
      bank.clock.pass(days * 24 * 60)
      for (const { cookies } of [nils, bank.clara]) cookies.clear()
    }
    passDays(1)
    const { id } = (await pay(nils, '4.00')).answer
    passDays(-1)
    await setGuard(nils, { day: '10.00' })
    await pay(nils, '6.00')
    expect((await pay(nils, '0.01')).problem.code).toBe('guard_used_up')
    passDays(1)
    await setStatus(id, 'failed')
    expect((await guardOf(nils)).sent).toEqual({ day: '6.00', month: '6.00' })
    expect((await pay(nils, '4.00')).status).toBe(201)
    expect((await pay(nils, '0.01')).problem.code).toBe('guard_used_up')
    passDays(-1)
  })

  test('a lower limit holds immediately, a higher one after 24 hours and a confirmation', async () => {
    const hugo = await bank.openAccount('Hugo', { amountMinor: 100_00n })
    await setGuard(hugo, { payment: '10.00', month: '50.00' })
    // The sign-in is no longer recent.
    bank.clock.pass(11)
    expect((await setGuard(hugo, { payment: '5.00', month: '50.00' })).status).toBe(204)
    for (const raise of [
      { payment: '6.00', month: '50.00' },
      { payment: null, month: '50.00' },
    ]) {
      expect((await setGuard(hugo, raise)).problem.code).toBe('confirm_required')
    }
    await confirmIdentity(bank, hugo)
    // Higher for a payment, lower for a month.
    expect((await setGuard(hugo, { payment: '20.00', month: '40.00' })).status).toBe(204)
    expect((await pay(hugo, '5.01')).problem.code).toBe('payment_guard_exceeded')
    expect(await mailsTo(bank, hugo.email)).toMatchObject([
      { subject: 'Your limits at Truepenny will be higher in 24 hours' },
    ])
    expect(await guardOf(hugo)).toMatchObject({
      limits: { payment: '5.00', month: '40.00' },
      next: { payment: '20.00', month: '40.00' },
    })
    bank.clock.pass(24 * 60)
    hugo.cookies.clear()
    expect((await pay(hugo, '20.00')).status).toBe(201)
    expect(await guardOf(hugo)).toMatchObject({ limits: { payment: '20.00', month: '40.00' }, next: null })
    expect((await pay(hugo, '20.01')).problem.code).toBe('payment_guard_exceeded')
  })

  test.each([
    ['0.00', 'Enter an amount above 0'],
    ['-1.00', 'Enter an amount above 0'],
    ['1.0015', 'Use at most 2 decimals'],
    ['92233720368547758.08', 'Enter a smaller amount'],
  ])('a limit of %s is refused on its field', async (day, detail) => {
    const { status, problem } = await setGuard(bank.alice, { day })
    expect([status, problem.errors]).toEqual([422, [{ pointer: '/day', detail }]])
  })
})

describe('the limits of a customer when clocks change', () => {
  let berlin: TestBank
  beforeEach(async () => {
    berlin = await openTestBank({ timeZone: 'Europe/Berlin' })
  })
  afterEach(() => berlin.close())

  /** Moves the clock to a moment. Every session has ended by then. */
  function waitFor(moment: string): void {
    berlin.clock.pass((Date.parse(moment) - berlin.clock.now().getTime()) / 60_000)
    berlin.alice.cookies.clear()
  }
  const limit = (limits: Limits) =>
    berlin.call(berlin.alice, endpoints.setGuard, { params: { currency: 'USD' }, body: limits })
  async function send(amount: string) {
    const { problem } = await berlin.call(berlin.alice, endpoints.sendTransfer, {
      body: transfer({ amount }),
    })
    return problem?.detail
  }

  test('a day of 23 hours ends after 23 hours, and its month goes on', async () => {
    await limit({ day: '10.00', month: '15.00' })
    // The first minute of March 28, which begins with winter time.
    waitFor('2027-03-27T23:00:00Z')
    expect(await send('10.00')).toBeUndefined()
    waitFor('2027-03-28T21:59:00Z')
    expect(await send('0.01')).toMatch(/^This would exceed your day limit .+ from March 29, .+ at 12:00 AM/)
    waitFor('2027-03-28T22:00:00Z')
    expect(await send('5.00')).toBeUndefined()
    expect(await send('0.01')).toMatch(/^This would exceed your month limit .+ from April 1, .+ at 12:00 AM/)
    // The last minute of March and the first of April, both in summer time.
    waitFor('2027-03-31T21:59:00Z')
    expect(await send('0.01')).toMatch(/month limit/)
    waitFor('2027-03-31T22:00:00Z')
    expect(await send('10.00')).toBeUndefined()
  })

  test('a day of 25 hours ends after 25 hours, and with it its month', async () => {
    await limit({ day: '10.00', month: '10.00' })
    // The first minute of October 31, which begins with summer time, then both hours from two to three.
    waitFor('2027-10-30T22:00:00Z')
    expect(await send('4.00')).toBeUndefined()
    waitFor('2027-10-31T00:30:00Z')
    expect(await send('3.00')).toBeUndefined()
    waitFor('2027-10-31T01:30:00Z')
    expect(await send('3.00')).toBeUndefined()
    waitFor('2027-10-31T22:59:00Z')
    expect(await send('0.01')).toMatch(/^This would exceed your day limit .+ from November 1, .+ at 12:00 AM/)
    waitFor('2027-10-31T23:00:00Z')
    expect(await send('10.00')).toBeUndefined()
  })

  test('a limit that is set in the last minute of a day of 25 hours counts what was sent in its first', async () => {
    waitFor('2027-10-30T21:59:00Z')
    await send('1.00')
    waitFor('2027-10-30T22:00:00Z')
    await send('6.00')
    waitFor('2027-10-31T22:59:00Z')
    await limit({ day: '10.00' })
    expect(await send('4.01')).toMatch(/You can send \$4\.00 until November 1/)
    expect(await send('4.00')).toBeUndefined()
  })
})

describe('many transfers at once', () => {
  let other: OtherProcess
  beforeAll(async () => {
    other = await openOtherProcess(bank)
  })
  afterAll(() => other.close())

  /** A customer with half of an amount on each of two accounts. */
  async function openTwo(name: string, amountMinor: bigint) {
    const who = await bank.openAccount(name, { amountMinor })
    const { number } = await openFurtherAccount(bank, who)
    const half = { transactionId: randomUUID(), to: number, amount: formatMinor(amountMinor / 2n) }
    await bank.call(who, endpoints.sendOwnTransfer, { body: half })
    return { who, numbers: [number, who.account.number] as const }
  }

  test('200 transfers at once from two accounts through two processes never exceed a day limit by a cent', async () => {
    const { who, numbers } = await openTwo('Iris', 1_000_00n)
    await setGuard(who, { day: '100.00' })
    await pay(who, '2.00')
    const transfers = Array.from({ length: 200 }, () => transfer({ amount: '7.00' }))
    expect(await sendThroughTwo(bank, other, who, numbers, transfers)).toEqual({ 201: 14, 422: 186 })
    expect((await guardOf(who)).sent).toEqual({ day: '100.00', month: '100.00' })
  })

  test('40 transfers at once to new beneficiaries from two accounts through two processes stop at the cent', async () => {
    const { who, numbers } = await openTwo('Jane', 4_000_00n)
    const transfers = Array.from({ length: 40 }, (_, index) =>
      transfer({ account_number: `333333333${index % 7}`, amount: '60.00' }),
    )
    expect(await sendThroughTwo(bank, other, who, numbers, transfers)).toEqual({ 201: 16, 422: 24 })
    expect((await guardOf(who)).newBeneficiaries).toEqual({ limit: '1000.00', sent: '960.00' })
  })
})

test('a limit of the bank that is first asked while the first PIN is being set holds afterwards', async () => {
  const limited = await openTestBank({ dayLimitMinor: 20_00n })
  try {
    const nora = await limited.openAccount('Nora', { amountMinor: 100_00n, hasPin: false })
    const send = (amount: string) =>
      limited.call(nora, endpoints.sendTransfer, { body: transfer({ amount }) })
    const pins = await limited.bank.db.connect()
    await pins.query('begin')
    await lockUser(pins, nora.userId)
    await insertPin(pins, nora.userId, { pinKey: limited.bank.keys.pinKey, pin })
    const movement = { kind: 'transfer', madeBy: nora.userId, currency: 'USD' } as Movement
    // As another process does for a transfer.
    const counting = countForBank(limited.bank, movement)
    await Promise.race([counting, lockWaits(limited, 1)])
    await pins.query('commit')
    pins.release()
    await counting
    expect((await send('20.01')).problem.code).toBe('guard_exceeded')
  } finally {
    await limited.close()
  }
})

test('a limit of the bank holds for every customer, beside their own, in each currency of their open accounts', async () => {
  const limited = await openTestBank({ dayLimitMinor: 20_00n, monthLimitMinor: 30_00n })
  try {
    const send = (amount: string) =>
      limited.call(limited.alice, endpoints.sendTransfer, { body: transfer({ amount }) })
    expect((await send('15.00')).status).toBe(201)
    const refused = await send('5.01')
    expect(refused.problem.detail).toMatch(
      /^This would exceed the bank’s day limit of \$20\.00\. You can send \$5\.00/,
    )
    expect((await send('5.00')).status).toBe(201)
    limited.clock.pass(24 * 60)
    limited.alice.cookies.clear()
    const beyond = await send('10.01')
    expect(beyond.problem.detail).toMatch(/^This would exceed the bank’s month limit of \$30\.00/)
    const { number } = await openFurtherAccount(limited, limited.alice, { currency: 'EUR' })
    const currencies = async () =>
      (await limited.call(limited.alice, endpoints.listGuards)).answer.guards.map(({ currency }) => currency)
    expect(await currencies()).toEqual(['USD', 'EUR'])
    await closeAccount(limited, limited.alice, number)
    const { answer } = await limited.call(limited.alice, endpoints.listGuards)
    // A currency without an open account has none.
    expect(answer.guards).toMatchObject([
      { currency: 'USD', bank: { day: '20.00', month: '30.00' }, limits: { day: null, month: null } },
    ])
    expect(answer.guards).toHaveLength(1)
  } finally {
    await limited.close()
  }
})
