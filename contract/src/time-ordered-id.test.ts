import { expect, test } from 'vitest'
import { id } from './rules/id.ts'
import { timeOrderedId } from './time-ordered-id.ts'

const noon = new Date('2026-11-21T12:00:00.000Z')

test('an id begins with its time and is a valid UUID', () => {
  const made = timeOrderedId(noon)
  expect(Number.parseInt(made.replaceAll('-', '').slice(0, 12), 16)).toBe(noon.getTime())
  expect(made[14]).toBe('7')
  expect(id('missing').parse(made)).toBe(made)
})

test('a later id sorts after an earlier one', () => {
  expect(timeOrderedId(noon) < timeOrderedId(new Date(noon.getTime() + 1))).toBe(true)
})

test('ids of one millisecond differ', () => {
  const made = Array.from({ length: 1_000 }, () => timeOrderedId(noon))
  expect(new Set(made).size).toBe(1_000)
})
