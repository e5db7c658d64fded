import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEventsAbout, mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { openFurtherAccount } from '../../test/further-account.ts'
import { transfer } from '../../test/transfer.ts'
import { confirmIdentity } from '../../test/two-factor.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const freeze = (who: Person) => bank.call(who, endpoints.freeze)
const thaw = (who: Person) => bank.call(who, endpoints.thaw)
const pay = (who: Person, account?: string) =>
  bank.call(who, endpoints.sendTransfer, {
    query: account ? { account } : {},
    body: transfer({ amount: '1.00' }),
  })

describe('a customer who froze their payments', () => {
  test('sends nothing from any account or pot, still receives, and is told by mail', async () => {
    const ella = await bank.openAccount('Ella', { amountMinor: 50_00n })
    const { number } = await openFurtherAccount(bank, ella)
    const move = (account: string, to: string) =>
      bank.call(ella, endpoints.sendOwnTransfer, {
        query: { account },
        body: { transactionId: randomUUID(), to, amount: '10.00' },
      })
    await move(ella.account.number, number)
    const { answer: pot } = await bank.call(ella, endpoints.openPot, {
      body: { openingId: randomUUID(), name: 'Car' },
    })
    const inPot = { params: { id: pot.id }, body: { transactionId: randomUUID(), amount: '5.00' } }
    await bank.call(ella, endpoints.moveIntoPot, inPot)

    for (let times = 0; times < 2; times++) expect((await freeze(ella)).status).toBe(204)
    const again = { params: { id: pot.id }, body: { transactionId: randomUUID(), amount: '1.00' } }
    const replies = [
      await pay(ella),
      await pay(ella, number),
      await move(number, ella.account.number),
      await bank.call(ella, endpoints.moveIntoPot, again),
      await bank.call(ella, endpoints.moveOutOfPot, again),
    ]
    for (const { status, problem } of replies)
      expect([status, problem.code]).toEqual([403, 'payments_frozen'])
    // What was booked before gets its first answer again.
    expect((await bank.call(ella, endpoints.moveIntoPot, inPot)).status).toBe(201)

    const { number: receiver } = ella.account
    const gift = transfer({ account_number: receiver, bank_name: bank.bank.config.bankName, amount: '2.00' })
    expect((await bank.call(bank.alice, endpoints.sendTransfer, { body: gift })).status).toBe(201)
    const { answer: me } = await bank.call(ella, endpoints.readMe, { query: { account: number } })
    expect(me.frozenAt).toBe(bank.clock.now().toISOString())
    expect((await mailsTo(bank, ella.email)).map(({ subject }) => subject)).toEqual([
      'Your payments at Truepenny are frozen',
    ])
    const events = await auditEventsAbout(bank, ella.userId, 'payments_frozen')
    expect(events).toEqual([{ actor_id: ella.userId, action: 'payments_frozen', details: {} }])
  })

  test('asks for a confirmation before payments are allowed again', async () => {
    const frank = await bank.openAccount('Frank', { amountMinor: 10_00n })
    await freeze(frank)
    expect((await thaw(frank)).problem.code).toBe('confirm_required')
    expect((await pay(frank)).problem.code).toBe('payments_frozen')
    await confirmIdentity(bank, frank)
    expect((await thaw(frank)).status).toBe(204)
    expect((await pay(frank)).status).toBe(201)
    expect((await bank.call(frank, endpoints.readMe)).answer.frozenAt).toBeNull()
    // The confirmation is used up.
    await freeze(frank)
    expect((await thaw(frank)).problem.code).toBe('confirm_required')
  })

  test('asks for a confirmation also minutes after one for another change', async () => {
    const iris = await bank.openAccount('Iris', { amountMinor: 10_00n })
    await freeze(iris)
    const limit = (payment: string) =>
      bank.call(iris, endpoints.setGuard, { params: { currency: 'USD' }, body: { payment } })
    await limit('5.00')
    await confirmIdentity(bank, iris)
    expect((await limit('6.00')).status).toBe(204)
    expect((await thaw(iris)).problem.code).toBe('confirm_required')
    await confirmIdentity(bank, iris)
    expect((await bank.call(iris, endpoints.endOtherSessions)).status).toBe(204)
    expect((await thaw(iris)).problem.code).toBe('confirm_required')
    await confirmIdentity(bank, iris)
    expect((await thaw(iris)).status).toBe(204)
  })

  test('does not stop what administrators do', async () => {
    const gina = await bank.openAccount('Gina', { amountMinor: 10_00n })
    const sent = transfer({ amount: '4.00' })
    await bank.call(gina, endpoints.sendTransfer, { body: sent })
    await freeze(gina)
    await bank.elevate(bank.clara)
    const body = { transactionId: randomUUID(), amount: '1.00', reason: 'Deposit' }
    const funding = { params: { id: gina.userId }, body }
    expect((await bank.call(bank.clara, endpoints.fundAccount, funding)).status).toBe(201)
    const change = {
      params: { id: sent.transactionId },
      body: { changeId: randomUUID(), status: 'failed' as const, reason: 'Returned' },
    }
    expect((await bank.call(bank.clara, endpoints.setTransactionStatus, change)).status).toBe(200)
    expect((await bank.call(gina, endpoints.readMe)).answer.account.balance).toBe('11.00')
  })

  test('sends nothing after the answer, also while transfers of several accounts are under way', async () => {
    const hugo = await bank.openAccount('Hugo', { amountMinor: 100_00n })
    const { number } = await openFurtherAccount(bank, hugo)
    const body = { transactionId: randomUUID(), to: number, amount: '50.00' }
    await bank.call(hugo, endpoints.sendOwnTransfer, { body })
    const sending = Array.from({ length: 20 }, (_, index) => pay(hugo, index % 2 ? number : undefined))
    expect((await freeze(hugo)).status).toBe(204)
    const late = await Promise.all([pay(hugo), pay(hugo, number)])
    expect(late.map(({ problem }) => problem.code)).toEqual(['payments_frozen', 'payments_frozen'])
    for (const { status, problem } of await Promise.all(sending)) {
      expect([201, 403]).toContain(status)
      if (status === 403) expect(problem.code).toBe('payments_frozen')
    }
  })
})
