import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { untilReady } from './bank-program.ts'

/** Whether `untilReady` finds a bank ready whose `/readyz` answers with these statuses, the last one repeated. */
async function isFoundReady(
  statuses: number[],
  { isAlive = (): boolean => true, milliseconds = 60_000 } = {},
): Promise<boolean> {
  const bank = createServer((_, response) => {
    response.statusCode = statuses.length > 1 ? statuses.shift()! : statuses[0]!
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(bank, 'listening')
  try {
    return await untilReady(`http://127.0.0.1:${(bank.address() as AddressInfo).port}`, isAlive, milliseconds)
  } finally {
    bank.close()
    bank.closeAllConnections()
  }
}

test('the wait for a bank ends when it is ready, or at the timeout when it never is', async () => {
  expect(await isFoundReady([503, 503, 200])).toBe(true)
  expect(await isFoundReady([503], { milliseconds: 100 })).toBe(false)
})

test('a bank that has exited is not reported as not ready', async () => {
  expect(await isFoundReady([503], { isAlive: () => false })).toBe(true)
})
