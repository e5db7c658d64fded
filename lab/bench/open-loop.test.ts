import { openStubServer, type StubServer } from '@bank/server/test/stub-server'
import { expect, onTestFinished, test } from 'vitest'
import { openOpenLoop } from './open-loop.ts'

const customers = [{ token: 'a-token', pin: '1234' }]

async function openBefore(answer: Parameters<StubServer['answer']>[0], addresses?: readonly string[]) {
  const bank = await openStubServer()
  bank.answer(answer)
  const loop = openOpenLoop(bank.origin, customers, addresses)
  onTestFinished(async () => {
    loop.close()
    await bank.close()
  })
  return loop
}

test('an open loop sends transfers while the first one is unanswered, and times them from when they were due', async () => {
  let answerFirst: (() => void) | undefined
  let count = 0
  const loop = await openBefore((response) => {
    count++
    if (count === 1) answerFirst = () => response.writeHead(201).end()
    else response.writeHead(201).end()
    if (count === 20) answerFirst!()
  })
  const { milliseconds, acknowledged, lost } = await loop.send({ perSecond: 100, seconds: 0.2 })
  expect({ acknowledged, lost, count }).toEqual({ acknowledged: 20, lost: [], count: 20 })
  // It was due at once and answered when the last one was sent, 190 ms later.
  expect(Math.max(...milliseconds)).toBeGreaterThanOrEqual(190)
})

test('an open loop counts a transfer that is refused or cut off as lost, with the reason', async () => {
  const froms: unknown[] = []
  const loop = await openBefore(
    (response, { headers }) => {
      froms.push(headers['x-forwarded-for'])
      if (froms.length === 1) response.destroy()
      else response.writeHead(froms.length === 2 ? 503 : 201).end('{"code":"busy"}')
    },
    ['203.0.113.1', '203.0.113.2'],
  )
  const { acknowledged, lost } = await loop.send({ perSecond: 50, seconds: 0.1 })
  expect(acknowledged).toBe(3)
  expect(lost.toSorted()).toEqual(['503 busy', 'ECONNRESET'])
  expect(new Set(froms)).toEqual(new Set(['203.0.113.1', '203.0.113.2']))
})
