import { expect, test } from 'vitest'
import { openChance } from './chance.ts'

test('random numbers depend on the seed only', () => {
  const draw = (seed: string) => {
    const chance = openChance(seed)
    return [
      chance.id(),
      chance.below(1_000_000),
      chance.shuffled([1, 2, 3, 4, 5]),
      chance.of('client 1').id(),
    ]
  }
  expect(draw('a')).toEqual(draw('a'))
  expect(draw('a')).not.toEqual(draw('b'))
})

test("a client's random numbers do not depend on how many others take", () => {
  const [busy, idle] = [openChance('a'), openChance('a')]
  for (let draws = 0; draws < 100; draws++) busy.below(10)
  expect(busy.of('client 1').id()).toBe(idle.of('client 1').id())
})

test('random numbers are distributed evenly, and random ids are distinct UUIDs', () => {
  const chance = openChance('even')
  const counts = Array.from({ length: 10 }, () => 0)
  for (let draws = 0; draws < 10_000; draws++) counts[chance.below(10)]!++
  expect(Math.min(...counts)).toBeGreaterThan(850)
  expect(Math.max(...counts)).toBeLessThan(1_150)
  const ids = new Set(Array.from({ length: 10_000 }, () => chance.id()))
  expect(ids.size).toBe(10_000)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
