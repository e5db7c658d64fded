import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'

const minute = 60_000

test.each([
  [0, 'less than a minute'],
  [minute, '1 minute'],
  [59.9 * minute, '59 minutes'],
  [60 * minute, '1 hour'],
  [23.5 * 60 * minute, '23 hours'],
  [47 * 60 * minute, '47 hours'],
  [48 * 60 * minute, '2 days'],
  [400 * 24 * 60 * minute, '400 days'],
])('a duration of %d milliseconds is %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text)
})
