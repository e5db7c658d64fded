import type { Endpoint } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../../test/ask.ts'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { confirmIdentity } from '../../../test/two-factor.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())

/** A caller whom the audience includes. */
function callerOf({ audience }: Endpoint) {
  if (!audience.signedIn) return newVisitor()
  return 'may' in audience ? bank.clara : bank.alice
}

test('a query parameter that is sent twice is refused by every endpoint that knows it', async () => {
  const refused: string[] = []
  for (const endpoint of Object.values<Endpoint>(endpoints).filter(({ params }) => !params)) {
    for (const name of Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {})) {
      const { status, problem } = await bank.call(callerOf(endpoint), endpoint, {
        query: { [name]: ['1', '1'] } as never,
        ...(endpoint.body && { body: {} }),
      })
      const [first] = problem?.errors ?? []
      expect([endpoint.path, status, first?.pointer]).toEqual([endpoint.path, 422, `/${name}`])
      refused.push(name)
    }
  }
  expect(new Set(refused)).toContain('account')
})

describe('an unknown query parameter', () => {
  test.each(Object.entries<Endpoint>(endpoints))(
    'is refused by %s with a sentence that names it',
    async (_, endpoint) => {
      // Others use up what was confirmed.
      if ('confirmed' in endpoint.audience) await confirmIdentity(bank, bank.alice)
      const body = endpoint.file ? new Uint8Array([1]) : {}
      const { status, problem } = await bank.call(callerOf(endpoint), endpoint, {
        query: { colour: 'red' },
        ...((endpoint.file || endpoint.body) && { body: body as object }),
        ...(endpoint.file && { headers: { 'content-type': endpoint.file.types[0]! } }),
      })
      expect([status, problem.code, problem.errors]).toEqual([
        422,
        'validation',
        [{ pointer: '', detail: 'Unknown query parameter: colour' }],
      ])
    },
  )

  test('changes nothing beside a valid form, and a long one is named by its beginning', async () => {
    const { detail } = (
      await bank.call(bank.alice, endpoints.freeze, { query: { ['c'.repeat(10_000)]: '' } })
    ).problem.errors[0]!
    expect(detail).toBe(`Unknown query parameter: ${'c'.repeat(40)}`)
    const { answer } = await bank.call(bank.alice, endpoints.readMe)
    expect(answer.frozenAt).toBeNull()
  })
})
