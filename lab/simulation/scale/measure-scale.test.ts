import { describe, expect, test } from 'vitest'
import type { Costs } from './costs.ts'
import { measureScale } from './measure-scale.ts'
import type { ScaleSetup } from './scale-setup.ts'

const free = { once: 0, each: 0 }
const noCosts: Costs = {
  loop: {
    request: 0,
    answer: 0,
    sendLookup: free,
    readLookup: free,
    sendFirstTrip: free,
    decide: free,
    readSecondTrip: free,
  },
  otherThreads: 0,
  statements: { 'find-sessions': free },
  afterFlush: 0,
  sender: 0,
}

const setup: ScaleSetup = {
  costs: noCosts,
  processes: 1,
  isStriped: true,
  clients: 32,
  customers: null,
  databaseCores: 16,
  processCores: 1,
  spread: 0,
  sliceMilliseconds: 1,
  databaseMilliseconds: 0.1,
  clientMilliseconds: 0.1,
  log: { once: 0.1, each: 0, standby: 0 },
}
const short = { seconds: 0.2, warmUpSeconds: 0.1 }

test('a bank whose event loop needs 1 ms for each transfer takes 1,000 a second in each process', async () => {
  const costs = { ...noCosts, loop: { ...noCosts.loop, answer: 1_000 } }
  for (const processes of [1, 3]) {
    const { perSecond, loopShare } = await measureScale({ ...setup, costs, processes }, short)
    expect(perSecond / processes).toBeGreaterThan(970)
    expect(perSecond / processes).toBeLessThanOrEqual(1_000 + 1 / short.seconds)
    expect(loopShare).toBeGreaterThan(0.97)
  }
})

test('the cores of the database limit all processes together', async () => {
  const costs = { ...noCosts, statements: { ...noCosts.statements, 'books-write': { once: 0, each: 1_000 } } }
  const { perSecond, databaseShare } = await measureScale(
    { ...setup, costs, processes: 4, databaseCores: 2 },
    short,
  )
  expect(perSecond).toBeLessThanOrEqual(2_000 * 1.1)
  expect(perSecond).toBeGreaterThan(1_800)
  expect(databaseShare).toBeGreaterThan(0.95)
})

describe('while each commit waits 5 ms for a standby', () => {
  const waiting = { ...setup, databaseMilliseconds: 0, processes: 4, log: { once: 0, each: 0, standby: 5 } }

  test('processes with one in-transit account commit 200 batches a second together', async () => {
    const { perSecond, batch, bankRowShare } = await measureScale({ ...waiting, isStriped: false }, short)
    expect(perSecond / batch).toBeCloseTo(200, -1)
    expect(bankRowShare).toBeGreaterThan(0.7)
  })

  test('processes with in-transit accounts of their own commit 200 batches a second each', async () => {
    const { perSecond, batch, bankRowShare } = await measureScale(waiting, short)
    expect(perSecond / batch).toBeCloseTo(800, -1)
    expect(bankRowShare).toBe(0)
  })
})

test('the same seed gives the same figures', async () => {
  const costs = { ...noCosts, loop: { ...noCosts.loop, request: 200 } }
  const busy = { ...setup, costs, processes: 2, customers: 100 }
  const play = (seed: number) => measureScale(busy, { seconds: 0.1, warmUpSeconds: 0.05, seed })
  const first = await play(7)
  expect(await play(7)).toEqual(first)
  expect(await play(8)).not.toEqual(first)
})
