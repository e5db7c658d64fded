import { describe, expect, test } from 'vitest'
import { ageOn } from './age.ts'

describe('age', () => {
  for (const [birthDay, day, age] of [
    ['2008-11-22', '2026-11-21', 17],
    ['2008-11-22', '2026-11-22', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-29', 20],
  ] as const) {
    test(`a person born on ${birthDay} is ${age} on ${day}`, () => {
      expect(ageOn(day, birthDay)).toBe(age)
    })
  }
})
