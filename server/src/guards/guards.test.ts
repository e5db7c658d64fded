import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { openFurtherAccount } from '../../test/further-account.ts'
import { type OtherProcess, openOtherProcess } from '../../test/other-process.ts'
import { transfer } from '../../test/transfer.ts'
import { confirmIdentity } from '../../test/two-factor.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ timeZone: 'Europe/Berlin' })
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
    expect((await pay(ella, '0.01')).problem.code).toBe('guard_exceeded')
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

  test('a transfer that fails stays counted', async () => {
    const gina = await bank.openAccount('Gina', { amountMinor: 20_00n })
    await setGuard(gina, { day: '10.00' })
    const body = transfer({ amount: '10.00' })
    await bank.call(gina, endpoints.sendTransfer, { body })
    await bank.elevate(bank.clara)
    await bank.call(bank.clara, endpoints.setTransactionStatus, {
      params: { id: body.transactionId },
      body: { changeId: randomUUID(), status: 'failed' },
    })
    expect((await pay(gina, '0.01')).problem.code).toBe('guard_exceeded')
  })

  test('a lower limit holds at once, a higher one after 24 hours and a confirmation', async () => {
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
    ['1.001', 'Use at most 2 decimals'],
    ['92233720368547758.08', 'Enter a smaller amount'],
  ])('a limit of %s is refused on its field', async (day, detail) => {
    const { status, problem } = await setGuard(bank.alice, { day })
    expect([status, problem.errors]).toEqual([422, [{ pointer: '/day', detail }]])
  })
})

describe('many transfers at once', () => {
  let other: OtherProcess
  beforeAll(async () => {
    other = await openOtherProcess(bank)
  })
  afterAll(() => other.close())

  test('60 transfers at once from two accounts through two processes never exceed a day limit by a cent', async () => {
    const iris = await bank.openAccount('Iris', { amountMinor: 1_000_00n })
    const { number } = await openFurtherAccount(bank, iris)
    const own = { transactionId: randomUUID(), to: number, amount: '500.00' }
    await bank.call(iris, endpoints.sendOwnTransfer, { body: own })
    await setGuard(iris, { day: '100.00' })
    const cookie = [...iris.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sendElsewhere = async (account: string) => {
      const response = await fetch(`${other.address}/api/transfers?account=${account}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, origin: other.address },
        body: JSON.stringify(transfer({ amount: '7.00' })),
      })
      return response.status
    }
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const account = index % 4 < 2 ? number : iris.account.number
        return index % 2 === 0 ? sendElsewhere(account) : (await pay(iris, '7.00', account)).status
      }),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(14)
    expect((await guardOf(iris)).sent).toEqual({ day: '98.00', month: '98.00' })
  })
})

test('a limit of the bank holds for every customer, beside their own', async () => {
  const limited = await openTestBank({ dayLimitMinor: 20_00n, monthLimitMinor: 30_00n })
  try {
    const send = (amount: string) =>
      limited.call(limited.alice, endpoints.sendTransfer, { body: transfer({ amount }) })
    expect((await send('15.00')).status).toBe(201)
    expect((await send('5.01')).problem.code).toBe('guard_exceeded')
    expect((await send('5.00')).status).toBe(201)
    limited.clock.pass(24 * 60)
    limited.alice.cookies.clear()
    const beyond = await send('10.01')
    expect(beyond.problem.detail).toMatch(/^This would exceed your month limit of \$30\.00/)
    const { answer } = await limited.call(limited.alice, endpoints.listGuards)
    expect(answer.guards).toMatchObject([
      { bank: { day: '20.00', month: '30.00' }, limits: { day: null, month: null } },
    ])
  } finally {
    await limited.close()
  }
})
