import { expect, test } from 'vitest'
import { mistakenMilliseconds } from './fail-disk.ts'

const refusals = { first: 1_000, last: 9_500 }

test.each([
  ['that has been ready all the while', 500, refusals, 8_500],
  ['that was not ready in between', 9_000, refusals, 500],
  ['that became ready after its last refusal', 9_900, refusals, 0],
  ['that no client has asked since', 500, { first: 1_000, last: 1_000 }, 0],
  ['that has booked since', 500, undefined, 0],
  ['that does not answer, or is not ready', undefined, refusals, 0],
] as const)('on a full disk a process %s is mistaken for so long', (_, readySince, given, expected) => {
  expect(mistakenMilliseconds(readySince, given)).toBe(expected)
})
