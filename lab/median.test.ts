import { expect, test } from 'vitest'
import { median, medianRatio, percentile } from './median.ts'

test('the median is the middle number, or the mean of the two in the middle', () => {
  expect([median([9, 1, 5]), median([4, 1, 3, 2]), median([])]).toEqual([5, 2.5, Number.NaN])
})

test('the p99 of a hundred numbers is the second largest', () => {
  expect(percentile([...Array(100).keys()], 0.99)).toBe(98)
  expect(percentile([], 0.99)).toBeNaN()
})

test('rounds are compared in pairs, so that a slow moment of the machine does not count', () => {
  expect(medianRatio([100, 10, 90], [200, 20, 200])).toBe(0.5)
})
