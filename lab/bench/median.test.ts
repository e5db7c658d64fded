import { expect, test } from 'vitest'
import { median, percentile } from './median.ts'

test('one slow round does not move the median', () => {
  expect(median([9_000, 200, 9_100])).toBe(9_000)
  expect(median([7])).toBe(7)
})

test('of an even number of rounds the median lies between the two middle ones', () => {
  expect(median([1, 100, 3, 2])).toBe(2.5)
})

test('99 of 100 transfers take no longer than the 99th percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(percentile(hundred, 0.99)).toBe(99)
  expect(percentile(hundred, 0.5)).toBe(50)
  expect(percentile([4], 0.99)).toBe(4)
})

test('nothing measured is not a number', () => {
  expect(median([])).toBeNaN()
  expect(percentile([], 0.5)).toBeNaN()
})
