import { expect, test } from 'vitest'
import { takeTurns } from './rounds.ts'

test('rounds alternate the order of the sides, and the first round does not count', async () => {
  const order: string[] = []
  const measured = await takeTurns(['a', 'b'], 2, async (side) => order.push(side))
  expect(order.join('')).toBe('abbaab')
  expect(measured).toEqual([
    [4, 5],
    [3, 6],
  ])
})
