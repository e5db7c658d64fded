import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../test/bank.ts'

const people = [{ name: 'Alice', email: 'alice@example.com', password: 'printed', role: 'customer' as const }]

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ demo: true }, { demoPeople: people })
})
afterAll(() => bank.close())

describe('the demo people', () => {
  test('demo people are shown to requests from this machine', async () => {
    const headers = { host: 'localhost:3000' }
    const { answer } = await bank.call(null, endpoints.listDemoPeople, { headers })
    expect(answer).toEqual({ people })
  })

  test.each([
    { 'x-forwarded-for': '203.0.113.5' },
    { forwarded: 'for=203.0.113.5' },
    { via: '1.1 proxy' },
    { host: 'evil.example' },
  ])('demo people are not shown through a proxy or under another host name: %j', async (headers) => {
    expect((await bank.call(null, endpoints.listDemoPeople, { headers })).problem.code).toBe('not_found')
  })

  test('demo people are not shown to another machine', async () => {
    const request = { method: 'GET', url: '/api/demo-people', remoteAddress: '203.0.113.5' } as const
    expect((await bank.app.inject(request)).statusCode).toBe(404)
  })

  test('demo people are not shown outside demo mode', async () => {
    const real = await openTestBank({ demo: false }, { demoPeople: people })
    const headers = { host: 'localhost:3000' }
    expect((await real.call(null, endpoints.listDemoPeople, { headers })).status).toBe(404)
    await real.close()
  })
})
