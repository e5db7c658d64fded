import { endpoints } from '@bank/contract/endpoints'
import type { PayeeCheck } from '@bank/contract/transfers/view'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { closeAccount, openFurtherAccount } from '../../test/further-account.ts'
import { openSecondBank } from '../../test/second-bank.ts'
import { confirmIdentity } from '../../test/two-factor.ts'

let bank: TestBank
let holder: Person
let closed: string
beforeAll(async () => {
  bank = await openTestBank({ rateLimits: false })
  holder = await bank.openAccount('Maximilian Berger', { isActive: false })
  closed = (await openFurtherAccount(bank, bank.alice)).number
  await closeAccount(bank, bank.alice, closed)
})
afterAll(() => bank.close())

// Each test has a payer whose checks are not counted yet.
let payer: Person
let payers = 0
beforeEach(async () => {
  payer = await bank.openAccount(`Payer${++payers}`)
})

type Asked = { account_name?: string; account_number?: string; bank_name?: string }

function check(asked: Asked = {}, who = payer, account?: string) {
  const body = {
    account_name: holder.name,
    account_number: holder.account.number,
    bank_name: 'Truepenny',
    ...asked,
  }
  return bank.call(who, endpoints.checkPayee, { query: account ? { account } : {}, body })
}

async function answerTo(asked: Asked): Promise<PayeeCheck> {
  return (await check(asked)).answer
}

describe('a payee of this bank', () => {
  test('the name of the holder matches, in any order and case, and is not repeated', async () => {
    expect(await answerTo({})).toEqual({ result: 'match', holder: null })
    const asked = { account_name: 'BERGER, Dr. Maximilian', bank_name: ' true PENNY' }
    expect(await answerTo(asked)).toEqual({ result: 'match', holder: null })
  })

  test('the number is found in groups', async () => {
    const account_number = holder.account.number.replace(/^(.{4})(.{3})(.{3})$/, '$1 $2 $3')
    expect(await answerTo({ account_number })).toEqual({ result: 'match', holder: null })
  })

  test('a close name gets the name of the holder', async () => {
    const expected = { result: 'close_match', holder: 'Maximilian Berger' }
    expect(await answerTo({ account_name: 'Max Bergr' })).toEqual(expected)
  })

  test('another name gets nothing of the holder', async () => {
    expect(await answerTo({ account_name: 'Anna Berger' })).toEqual({ result: 'no_match', holder: null })
    expect(await answerTo({ account_name: 'محمد علي' })).toEqual({ result: 'no_match', holder: null })
  })

  test('an Arabic name is compared without its points', async () => {
    const { account } = await bank.openAccount('أحمد محمود')
    const account_name = 'أَحْمَد مَحْمُود'
    expect(await answerTo({ account_name, account_number: account.number })).toEqual({
      result: 'match',
      holder: null,
    })
  })

  test('a name of blanks is refused on its field', async () => {
    for (const account_name of ['', '   ', '\u00a0\u3000', '\u2800\u3164']) {
      const { status, problem } = await check({ account_name })
      expect([status, problem.errors]).toEqual([
        422,
        [{ pointer: '/account_name', detail: 'Account name is required' }],
      ])
    }
  })
})

describe('a payee that cannot be checked', () => {
  test('an unknown number, a closed account and another bank have one answer', async () => {
    const unknown = await check({ account_number: '1000000000' })
    const others = await Promise.all([
      check({ account_number: closed, account_name: 'Alice' }),
      check({ account_number: closed, account_name: 'Alice', bank_name: 'First Harbour Bank' }),
      check({ account_number: '1000000000', bank_name: 'First Harbour Bank' }),
      check({ account_number: 'DE89 3704 0044 0532 0130 00', bank_name: 'First Harbour Bank' }),
      check({ account_number: '1000000000\u0000' }),
    ])
    expect(unknown.answer).toEqual({ result: 'not_possible', holder: null })
    for (const { status, answer } of others.slice(0, 4))
      expect([status, answer]).toEqual([201, unknown.answer])
    expect(others[4]!.status).toBe(422)
  })

  test('a number of this bank under another bank’s name is told, without a word of its holder', async () => {
    const expected = { result: 'other_bank_name', holder: null }
    expect(await answerTo({ bank_name: 'Truepenny Bank' })).toEqual(expected)
    expect(await answerTo({ bank_name: 'Truepenny Bank', account_name: 'Max Berger' })).toEqual(expected)
  })

  test('an account in another currency is told before the PIN, without a word of its holder', async () => {
    const { number } = await openFurtherAccount(bank, bank.alice, { currency: 'EUR' })
    const answer = await answerTo({ account_number: number })
    expect(answer).toEqual({ result: 'other_currency', holder: null })
  })
})

describe('the checks of one customer', () => {
  test('of 1,000 checks, at once and through two processes, 20 are answered, and the rest is not checked', async () => {
    const second = await openSecondBank(bank, {})
    try {
      const asked = { account_name: 'Max', account_number: '1000000000', bank_name: 'Truepenny' }
      await check()
      const results: string[] = []
      for (let round = 0; round < 10; round++) {
        const replies = await Promise.all(
          Array.from({ length: 100 }, (_, at) =>
            (at % 2 ? bank : second).call(payer, endpoints.checkPayee, { body: asked }),
          ),
        )
        results.push(...replies.map(({ answer }) => answer.result))
      }
      expect(results.filter((result) => result === 'not_possible')).toHaveLength(19)
      expect(results.filter((result) => result === 'not_checked')).toHaveLength(981)
      expect(await answerTo({})).toEqual({ result: 'not_checked', holder: null })
    } finally {
      await second.close()
    }
  })

  test('an hour after the first check the customer can check 20 again', async () => {
    for (let times = 0; times < 10; times++) {
      expect((await answerTo({})).result).toBe('match')
      // Counted together.
      expect((await answerTo({ bank_name: 'Truepenny Bank' })).result).toBe('other_bank_name')
    }
    bank.clock.pass(59)
    payer.cookies.clear()
    expect((await answerTo({})).result).toBe('not_checked')
    bank.clock.pass(1)
    for (let times = 0; times < 20; times++) expect((await answerTo({})).result).toBe('match')
    expect((await answerTo({})).result).toBe('not_checked')
  })

  test('the checks of one customer leave those of another alone', async () => {
    for (let times = 0; times < 21; times++) await check()
    const other = await bank.openAccount('Otherpayer')
    expect((await check({}, other)).answer.result).toBe('match')
  })

  test('a refused form is not counted', async () => {
    for (let times = 0; times < 25; times++) await check({ account_name: ' ' })
    expect((await answerTo({})).result).toBe('match')
  })
})

describe('who cannot send cannot check', () => {
  test('an inactive customer is refused', async () => {
    expect((await check({}, bank.bruno)).problem.code).toBe('account_inactive')
  })

  test('a customer whose payments are frozen is refused', async () => {
    await bank.call(payer, endpoints.freeze)
    expect((await check()).problem.code).toBe('payments_frozen')
  })

  test('a closed account is refused', async () => {
    const { number } = await openFurtherAccount(bank, payer)
    expect((await check({}, payer, number)).answer.result).toBe('match')
    await confirmIdentity(bank, payer)
    await bank.call(payer, endpoints.closeAccount, { params: { number }, body: {} })
    expect((await check({}, payer, number)).problem.code).toBe('account_closed')
  })
})
