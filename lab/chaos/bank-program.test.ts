import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { untilReady } from './bank-program.ts'

/** Whether a bank is found ready that answers so, each time it is asked. */
async function isFoundReady(statuses: number[], isAlive = () => true): Promise<boolean> {
  const bank = createServer((_, response) => {
    response.statusCode = statuses.length > 1 ? statuses.shift()! : statuses[0]!
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(bank, 'listening')
  try {
    return await untilReady(`http://127.0.0.1:${(bank.address() as AddressInfo).port}`, isAlive, 300)
  } finally {
    bank.close()
    bank.closeAllConnections()
  }
}

test('a bank that is ready again is found so, and one that never is, is not', async () => {
  expect(await isFoundReady([503, 503, 200])).toBe(true)
  expect(await isFoundReady([503])).toBe(false)
})

test('of a bank that has ended nobody says that it is not ready: that it has ended is what is wrong', async () => {
  expect(await isFoundReady([503], () => false)).toBe(true)
})
