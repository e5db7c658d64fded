import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import type { Status } from '@bank/ledger/transaction-status'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

const monthOf = (during: string, moneyIn: string, moneyOut: string) => ({ during, moneyIn, moneyOut })

describe('money in and out by month', () => {
  let bank: TestBank
  beforeAll(async () => {
    // Its clock begins on November 21, 2026, at noon in UTC.
    bank = await openTestBank({ timeZone: 'Pacific/Auckland' })
  })
  afterAll(() => bank.close())

  const flows = async (who: Person, months: string) =>
    (await bank.call(who, endpoints.listMonthlyFlows, { query: { months } })).answer
  async function send(amount: string): Promise<string> {
    const form = transfer({ amount })
    await bank.call(bank.alice, endpoints.sendTransfer, { body: form })
    return form.transactionId
  }
  async function decide(id: string, status: Status): Promise<void> {
    await bank.elevate(bank.clara)
    const body = { status, changeId: randomUUID(), reason: 'Checked' }
    const sent = { params: { id }, body }
    expect((await bank.call(bank.clara, endpoints.setTransactionStatus, sent)).status).toBe(200)
  }
  /** Advances the clock; the sessions expire. */
  function daysPass(days: number): void {
    bank.clock.pass(days * 24 * 60)
    for (const person of [bank.alice, bank.bruno]) person.cookies.clear()
  }

  test('money in and out by month includes empty months', async () => {
    expect(await flows(bank.alice, '3')).toEqual({
      currency: 'USD',
      flows: [
        monthOf('2026-09', '0.00', '0.00'),
        monthOf('2026-10', '0.00', '0.00'),
        monthOf('2026-11', '100.00', '0.00'),
      ],
    })
  })

  test('a pending or successful transfer counts as money out, and a returned one as neither', async () => {
    await send('10.00')
    await decide(await send('5.00'), 'success')
    const returned = await send('40.00')
    await decide(returned, 'success')
    daysPass(20)
    await decide(returned, 'failed')
    expect((await flows(bank.alice, '2')).flows).toEqual([
      monthOf('2026-11', '100.00', '15.00'),
      monthOf('2026-12', '0.00', '0.00'),
    ])
  })

  test('a returned transfer that is sent again counts in the month of its creation', async () => {
    const id = await send('1.00')
    await decide(id, 'failed')
    expect((await flows(bank.alice, '1')).flows).toEqual([monthOf('2026-12', '0.00', '0.00')])
    await decide(id, 'pending')
    expect((await flows(bank.alice, '1')).flows).toEqual([monthOf('2026-12', '0.00', '1.00')])
  })

  test('a transfer inside the bank counts as money in for the receiver, by the bank’s time zone', async () => {
    // Noon in UTC on December 31 is already the new year at this bank.
    daysPass(20)
    const body = transfer({
      amount: '2.00',
      account_number: bank.bruno.account.number,
      bank_name: 'Truepenny',
    })
    await bank.call(bank.alice, endpoints.sendTransfer, { body })
    expect((await flows(bank.bruno, '2')).flows).toEqual([
      monthOf('2026-12', '0.00', '0.00'),
      monthOf('2027-01', '2.00', '0.00'),
    ])
    expect((await flows(bank.alice, '1')).flows).toEqual([monthOf('2027-01', '0.00', '2.00')])
  })

  test('money in and out covers six months by default and a year at most', async () => {
    expect((await flows(bank.alice, '12')).flows).toHaveLength(12)
    expect((await bank.call(bank.alice, endpoints.listMonthlyFlows)).answer.flows).toHaveLength(6)
    for (const months of ['0', '13', '1.5', 'all', '-1']) {
      const query = { months }
      expect((await bank.call(bank.alice, endpoints.listMonthlyFlows, { query })).status, months).toBe(422)
    }
  })

  test('money in and out is available by day too, in the bank’s time zone', async () => {
    const { answer } = await bank.call(bank.alice, endpoints.listDailyFlows, { query: { days: '3' } })
    expect(answer.flows).toEqual([
      monthOf('2026-12-30', '0.00', '0.00'),
      monthOf('2026-12-31', '0.00', '0.00'),
      monthOf('2027-01-01', '0.00', '2.00'),
    ])
    expect((await bank.call(bank.alice, endpoints.listDailyFlows)).answer.flows).toHaveLength(30)
    for (const days of ['0', '32', 'all']) {
      const query = { days }
      expect((await bank.call(bank.alice, endpoints.listDailyFlows, { query })).status, days).toBe(422)
    }
  })

  test('money in and out needs a session', async () => {
    const { problem } = await bank.call(newVisitor(), endpoints.listMonthlyFlows)
    expect(problem.detail).toBe('Log in to continue')
  })
})

test('a day includes its whole first hour when the clocks are set back over it, as on the statement', async () => {
  // In Havana it is midnight twice on November 7, 2027: at 4:00 and at 5:00 in UTC.
  const bank = await openTestBank({ timeZone: 'America/Havana' })
  const at = (moment: string) => bank.clock.pass((Date.parse(moment) - bank.clock.now().getTime()) / 60_000)
  at('2027-11-07T03:59:00Z')
  const eva = await bank.openAccount('Eva', { amountMinor: 1_00n })
  at('2027-11-07T04:30:00Z')
  await bank.call(eva, endpoints.sendTransfer, { body: transfer({ amount: '1.00' }) })
  const query = { from: '2027-11-07', to: '2027-11-07' }
  const { answer: statement } = await bank.call(eva, endpoints.readStatement, { query })
  expect(statement).toMatchObject({ opening: '1.00', moneyIn: '0.00', moneyOut: '1.00' })
  const { answer } = await bank.call(eva, endpoints.listDailyFlows, { query: { days: '1' } })
  expect(answer.flows).toEqual([monthOf('2027-11-07', '0.00', '1.00')])
  await bank.close()
})
