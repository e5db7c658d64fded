import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEventsAbout } from '../../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../../test/bank.ts'
import { transfer } from '../../../test/transfer.ts'
import { limitsSentence, limitsText } from './customer-limits.ts'

let bank: TestBank
let tessa: Person
let omar: Person
beforeAll(async () => {
  bank = await openTestBank({ dayLimitMinor: 100_00n })
  tessa = await bank.openAccount('Tessa', { role: 'treasury' })
  omar = await bank.openAccount('Omar', { role: 'operations' })
})
beforeEach(async () => {
  for (const one of [bank.clara, tessa, omar]) await bank.elevate(one)
})
afterAll(() => bank.close())

const reason = 'Asked for by the customer'

type Limits = { day?: string | null; month?: string | null; until?: string | null; limitsId?: string }

function set(who: Person, limits: Limits, by = bank.clara) {
  const body = { limitsId: randomUUID(), day: null, month: null, until: '2026-12-01', reason, ...limits }
  return bank.call(by, endpoints.setCustomerLimits, { params: { id: who.userId, currency: 'USD' }, body })
}

const codeOf = async (reply: Promise<{ status: number; problem: { code: string } }>) => {
  const { status, problem } = await reply
  return status < 300 ? status : problem.code
}
const send = (who: Person, amount: string) =>
  bank.call(who, endpoints.sendTransfer, { body: transfer({ amount }) })
const bankLimits = async (who: Person) => (await bank.call(who, endpoints.listGuards)).answer.guards[0]!.bank

describe('limits of one customer', () => {
  test('lower limits of one customer hold at once for this customer alone, until their day, with what was sent before', async () => {
    const who = await bank.openAccount('Una', { amountMinor: 500_00n })
    const other = await bank.openAccount('Uwe', { amountMinor: 500_00n })
    expect(await codeOf(send(who, '30.00'))).toBe(201)
    const limitsId = randomUUID()
    expect(await codeOf(set(who, { day: '50.00', limitsId }))).toBe(204)
    expect(await codeOf(set(who, { day: '50.00', limitsId }))).toBe(204)
    expect(await codeOf(set(other, { day: '50.00', limitsId }))).toBe('id_reused')
    for (const changed of [{ day: '40.00' }, { month: '900.00' }, { until: '2026-12-02' }])
      expect(await codeOf(set(who, { day: '50.00', limitsId, ...changed }))).toBe('id_reused')
    const refused = await send(who, '20.01')
    expect(refused.problem.detail).toContain('the bank’s day limit')
    expect(await codeOf(send(who, '20.00'))).toBe(201)
    expect(await codeOf(send(other, '100.00'))).toBe(201)
    expect(await bankLimits(who)).toEqual({ day: '50.00', month: null })
    const { answer } = await bank.call(bank.clara, endpoints.listCustomerLimits, {
      params: { id: who.userId },
    })
    expect(answer.limits).toMatchObject([{ id: limitsId, day: '50.00', month: null, reason, setBy: 'Clara' }])
    expect(await auditEventsAbout(bank, who.userId, 'customer_limits_set')).toMatchObject([
      { details: { currency: 'USD', before: 'day 100.00', after: 'day 50.00 until 2026-12-01', reason } },
    ])
    bank.clock.pass(11 * 24 * 60)
    who.cookies.clear()
    expect(await bankLimits(who)).toEqual({ day: '100.00', month: null })
    expect(await codeOf(send(who, '100.00'))).toBe(201)
  })

  test('higher limits of one customer wait for a second person, and the customer’s own limit goes on holding', async () => {
    const who = await bank.openAccount('Vic', { amountMinor: 900_00n })
    const until = '2027-01-01'
    const asked = await set(who, { day: '400.00', until })
    expect(asked.status).toBe(202)
    expect(await codeOf(send(who, '100.01'))).toBe('guard_exceeded')
    const [approval] = (await bank.call(tessa, endpoints.listApprovals)).answer.approvals
    expect(approval!.sentence).toBe(
      'Set the limits of payments in USD to $400.00 a day until January 1, 2027, from $100.00 a day',
    )
    const params = { id: approval!.id }
    expect(await codeOf(bank.call(bank.clara, endpoints.approveAct, { params }))).toBe('approval_own')
    expect(await codeOf(bank.call(omar, endpoints.approveAct, { params }))).toBe('forbidden')
    expect(await codeOf(bank.call(tessa, endpoints.approveAct, { params }))).toBe(204)
    expect(await codeOf(send(who, '150.00'))).toBe(201)
    const own = { params: { currency: 'USD' as const }, body: { payment: null, day: '200.00', month: null } }
    expect(await codeOf(bank.call(who, endpoints.setGuard, own))).toBe(204)
    const refused = await send(who, '50.01')
    expect(refused.problem.detail).toContain('your day limit')
    // A later end of a higher one, the end and an earlier end of a lower one let the customer send more.
    expect((await set(who, { day: '400.00', until: '2027-02-01' })).status).toBe(202)
    expect(await codeOf(set(who, { day: '400.00', until: '2026-12-20' }))).toBe(204)
    expect((await set(who, { day: '400.00', until })).status).toBe(202)
    expect(await codeOf(set(who, { day: '60.00', until: '2027-02-01' }))).toBe(204)
    expect((await set(who, { day: '60.00', until })).status).toBe(202)
    expect((await set(who, { until: null })).status).toBe(202)
  })

  test('an approval of limits whose ground has changed is refused, and nothing changes', async () => {
    const who = await bank.openAccount('Wes')
    const until = '2027-01-01'
    const limitsId = randomUUID()
    expect((await set(who, { day: '300.00', until, limitsId })).status).toBe(202)
    expect(await codeOf(set(who, { day: '10.00', until }))).toBe(204)
    const params = { id: limitsId }
    expect(await codeOf(bank.call(tessa, endpoints.approveAct, { params }))).toBe('limits_changed')
    expect((await bankLimits(who)).day).toBe('10.00')
  })

  test('limits of a day and a month are a sentence with the bank’s amounts and days', () => {
    const text = limitsText({ day: 60_000_00n, month: 1_500_000_00n }, '2026-12-09')
    expect(text).toBe('day 60000.00, month 1500000.00 until 2026-12-09')
    expect(limitsSentence(text, 'EUR')).toBe(
      '€60,000.00 a day and €1,500,000.00 a month until December 9, 2026',
    )
    expect(limitsSentence(limitsText({ day: null, month: null }, null), 'EUR')).toBe('no limits')
  })

  test('limits need an end within five years, a right, and are not set for oneself', async () => {
    const who = await bank.openAccount('Xia')
    for (const wrong of [
      { day: '10.00', until: null },
      { day: '10.00', until: '2026-11-20' },
      { day: '10.00', until: '2040-01-01' },
      { until: '2027-01-01' },
    ])
      expect(await codeOf(set(who, wrong))).toBe('limits_day_wrong')
    expect(await codeOf(set(who, { day: '0', until: '2027-01-01' }))).toBe('validation')
    expect(await codeOf(set(who, { day: '10.00' }, omar))).toBe('forbidden')
    expect(await codeOf(set(bank.clara, { day: '10.00' }))).toBe('own_account_edited')
  })
})
