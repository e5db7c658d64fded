import { openStubServer } from '@bank/server/test/stub-server'
import { expect, test } from 'vitest'
import { untilReady } from './bank-program.ts'

/** Whether `untilReady` finds a bank ready whose `/readyz` answers with these statuses, the last one repeated. */
async function isFoundReady(
  statuses: number[],
  { isAlive = (): boolean => true, milliseconds = 60_000 } = {},
): Promise<boolean> {
  const bank = await openStubServer()
  bank.answer((response) => {
    response.writeHead(statuses.length > 1 ? statuses.shift()! : statuses[0]!).end('{}')
  })
  try {
    return await untilReady(bank.origin, isAlive, milliseconds)
  } finally {
    await bank.close()
  }
}

test('the wait for a bank ends when it is ready, or at the timeout when it never is', async () => {
  expect(await isFoundReady([503, 503, 200])).toBe(true)
  expect(await isFoundReady([503], { milliseconds: 100 })).toBe(false)
})

test('a bank that has exited is not reported as not ready', async () => {
  expect(await isFoundReady([503], { isAlive: () => false })).toBe(true)
})
