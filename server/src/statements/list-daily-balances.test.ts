import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

async function send(bank: TestBank, who: Person, amount: string): Promise<string> {
  const form = transfer({ amount })
  await bank.call(who, endpoints.sendTransfer, { body: form })
  return form.transactionId
}

describe('the balances at the end of each day', () => {
  let bank: TestBank
  beforeAll(async () => {
    // Its clock begins on November 21, 2026, at noon in UTC: 1 o'clock on the 22nd there.
    bank = await openTestBank({ timeZone: 'Pacific/Auckland' })
  })
  afterAll(() => bank.close())

  const balances = async (who: Person, days: string) =>
    (await bank.call(who, endpoints.listDailyBalances, { query: { days } })).answer
  /** Advances the clock; the session expires. */
  function pass(who: Person, minutes: number): void {
    bank.clock.pass(minutes)
    who.cookies.clear()
  }

  test('a day’s balance is that after its last movement, on an empty day that of the day before', async () => {
    const paula = await bank.openAccount('Paula', { amountMinor: 100_00n })
    await send(bank, paula, '10.00')
    const returned = await send(bank, paula, '20.00')
    // One minute before midnight, and midnight: the next day.
    pass(paula, 23 * 60 - 1)
    await send(bank, paula, '1.00')
    pass(paula, 1)
    await send(bank, paula, '2.00')
    pass(paula, 2 * 24 * 60)
    await bank.elevate(bank.clara)
    const body = { status: 'failed' as const, changeId: randomUUID(), reason: 'Returned' }
    await bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id: returned }, body })
    expect(await balances(paula, '5')).toEqual({
      currency: 'USD',
      opening: '0.00',
      balances: [
        { day: '2026-11-21', balance: '0.00' },
        { day: '2026-11-22', balance: '69.00' },
        { day: '2026-11-23', balance: '67.00' },
        { day: '2026-11-24', balance: '67.00' },
        { day: '2026-11-25', balance: '87.00' },
      ],
    })
    expect(await balances(paula, '2')).toMatchObject({ opening: '67.00' })
    for (const { day, balance } of (await balances(paula, '5')).balances) {
      const query = { from: day, to: day }
      const { answer } = await bank.call(paula, endpoints.readStatement, { query })
      expect([day, answer.closing]).toEqual([day, balance])
    }
  })

  test('each account of a customer has its own balances, also after a transfer between them', async () => {
    const olga = await bank.openAccount('Olga', { amountMinor: 50_00n })
    const body = {
      openingId: randomUUID(),
      accountType: 'online' as const,
      currency: 'USD' as const,
      name: 'Savings',
    }
    const { number } = (await bank.call(olga, endpoints.openAccount, { body })).answer
    bank.clock.pass(1)
    const moved = { to: number, amount: '20.00', transactionId: randomUUID() }
    expect((await bank.call(olga, endpoints.sendOwnTransfer, { body: moved })).status).toBe(201)
    const last = async (query: Record<string, string>) => {
      const { answer } = await bank.call(olga, endpoints.listDailyBalances, { query })
      return answer.balances.at(-1)!.balance
    }
    expect([await last({}), await last({ account: number })]).toEqual(['30.00', '20.00'])
    const rows = async (query: Record<string, string>) => {
      const { answer } = await bank.call(olga, endpoints.listTransactions, { query })
      return answer.transactions.map(({ balanceAfter }) => balanceAfter)
    }
    expect([await rows({}), await rows({ account: number })]).toEqual([['30.00', '50.00'], ['20.00']])
    const query = { account: bank.bruno.account.number }
    expect((await bank.call(olga, endpoints.listDailyBalances, { query })).status).toBe(404)
  })

  test('an account without a movement has a balance of zero on each of 30 days, and on 366 at most', async () => {
    const { answer } = await bank.call(bank.bruno, endpoints.listDailyBalances)
    expect(answer.balances).toHaveLength(30)
    expect(new Set([answer.opening, ...answer.balances.map(({ balance }) => balance)])).toEqual(
      new Set(['0.00']),
    )
    expect((await balances(bank.bruno, '366')).balances).toHaveLength(366)
    for (const days of ['0', '367', '1.5', 'all', '-1']) {
      const query = { days }
      expect((await bank.call(bank.bruno, endpoints.listDailyBalances, { query })).status, days).toBe(422)
    }
  })

  test('the balances of the days are those of the caller’s account, and need a session', async () => {
    const rich = await bank.openAccount('Rich', { amountMinor: 9_999_00n })
    const of = (query: Record<string, string>) =>
      bank.call(bank.bruno, endpoints.listDailyBalances, { query: { days: '1', ...query } })
    expect((await of({ userId: rich.userId })).status).toBe(422)
    const { answer } = await of({})
    expect(answer.balances[0]!.balance).toBe('0.00')
    expect((await bank.call(newVisitor(), endpoints.listDailyBalances)).status).toBe(401)
  })
})

test('a day of 25 hours ends after its repeated hour, and one of 23 hours after its short night', async () => {
  // In Havana it is midnight twice on November 7, 2027: at 4:00 and at 5:00 in UTC. On March 12, 2028, it never is.
  const bank = await openTestBank({ timeZone: 'America/Havana' })
  const at = (moment: string) => bank.clock.pass((Date.parse(moment) - bank.clock.now().getTime()) / 60_000)
  at('2027-11-07T03:59:00Z')
  const eva = await bank.openAccount('Eva', { amountMinor: 9_00n })
  const sendAt = async (moment: string) => {
    at(moment)
    eva.cookies.clear()
    await send(bank, eva, '1.00')
  }
  const balances = async () => {
    const { answer } = await bank.call(eva, endpoints.listDailyBalances, { query: { days: '3' } })
    return answer.balances.map(({ day, balance }) => `${day} ${balance}`)
  }
  await sendAt('2027-11-07T04:30:00Z')
  await sendAt('2027-11-08T04:59:00Z')
  await sendAt('2027-11-08T05:00:00Z')
  expect(await balances()).toEqual(['2027-11-06 9.00', '2027-11-07 7.00', '2027-11-08 6.00'])
  await sendAt('2028-03-12T04:59:00Z')
  await sendAt('2028-03-12T05:00:00Z')
  await sendAt('2028-03-13T03:59:00Z')
  await sendAt('2028-03-13T04:00:00Z')
  expect(await balances()).toEqual(['2028-03-11 5.00', '2028-03-12 3.00', '2028-03-13 2.00'])
  await bank.close()
})
