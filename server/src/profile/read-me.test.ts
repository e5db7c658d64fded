import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, type TestBank } from '../../test/bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

describe('one’s own profile', () => {
  test('has the account and its balance, and nothing that is secret', async () => {
    const { answer } = await bank.call(bank.alice, endpoints.readMe)
    expect(answer).toMatchObject({
      id: bank.alice.userId,
      name: 'Alice',
      email: 'alice@example.com',
      role: 'customer',
      dob: '1990-02-28',
      avatar: null,
      transferLimit: '250000.00',
    })
    expect(answer.account).toEqual({
      number: bank.alice.account.number,
      type: 'checking',
      currency: 'USD',
      isActive: true,
      balance: '100.00',
      inTransit: '0.00',
      openedAt: bank.clock.now().toISOString(),
      activatedAt: bank.clock.now().toISOString(),
    })
    expect(JSON.stringify(answer)).not.toMatch(/password|pin|hash|salt/i)
  })

  test('is everybody’s own: who asks decides, not what is asked', async () => {
    const query = { userId: bank.alice.userId, id: bank.alice.userId }
    const { answer } = await bank.call(bank.bruno, endpoints.readMe, { query })
    expect([answer.name, answer.account.isActive]).toEqual(['Bruno', false])
  })

  test('is nobody’s when signed out', async () => {
    expect((await bank.call(newVisitor(), endpoints.readMe)).problem.detail).toBe('Sign in to continue')
  })

  test('cannot be written where it is read', async () => {
    const { statusCode } = await bank.app.inject({
      method: 'PATCH',
      url: '/api/me',
      headers: { 'content-type': 'application/json' },
      payload: { balance: 1e9, isAdmin: true },
      cookies: Object.fromEntries(bank.alice.cookies),
    })
    expect(statusCode).toBe(405)
    expect((await bank.call(bank.alice, endpoints.readMe)).answer).toMatchObject({
      role: 'customer',
      account: { balance: '100.00' },
    })
  })
})
