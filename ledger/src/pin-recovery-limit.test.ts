import { expect, test } from 'vitest'
import { exceedsPinRecoveryLimit, withSentUnderLimit } from './pin-recovery-limit.ts'

const limit = { limitMinor: 500n, sentMinor: 300n, until: 1_000 }

test.each([
  ['allows what is left to the last cent', 200n, 999, false],
  ['refuses one cent more', 201n, 999, true],
  ['ends at its time', 201n, 1_000, false],
] as const)('the limit after a recovery of the PIN %s', (_, amountMinor, now, exceeds) => {
  expect(exceedsPinRecoveryLimit(limit, amountMinor, now)).toBe(exceeds)
})

test('a transfer counts against the limit after a recovery of the PIN', () => {
  expect(withSentUnderLimit(limit, 50n)).toEqual({ ...limit, sentMinor: 350n })
})
