import { describe, expect, test } from 'vitest'
import { groupThousands } from './group-thousands.ts'

describe('grouping the digits of a number', () => {
  for (const [digits, shown] of [
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['123456', '123,456'],
    ['92233720368547758', '92,233,720,368,547,758'],
  ] as const) {
    test(shown, () => expect(groupThousands(digits)).toBe(shown))
  }
})
