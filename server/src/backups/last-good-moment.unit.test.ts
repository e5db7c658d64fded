import { expect, test } from 'vitest'
import { lastGoodMoment } from './last-good-moment.ts'

const at = (milliseconds: number) => new Date(Date.UTC(2026, 10, 24) + milliseconds)

test.each([1, 999, 1_000, 1_001, 43_200_000, 86_399_999])(
  'the last good moment is found within a second before the books broke, %d ms after the last backup',
  async (brokenAfter) => {
    let tries = 0
    const found = await lastGoodMoment({ good: at(0), bad: at(86_400_000) }, async (moment) => {
      tries++
      return moment < at(brokenAfter)
    })
    expect(found.getTime()).toBeLessThan(at(brokenAfter).getTime())
    expect(found.getTime()).toBeGreaterThanOrEqual(at(brokenAfter - 1_000).getTime())
    expect(tries).toBeLessThanOrEqual(17)
  },
)
