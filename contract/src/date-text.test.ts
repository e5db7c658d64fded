import { expect, test } from 'vitest'
import { dayInColumn, dayText, momentText } from './date-text.ts'

test('a day is MM/DD/YYYY in a specified column, and has the name of its month elsewhere', () => {
  expect(dayInColumn('2026-03-07')).toBe('03/07/2026')
  expect(dayText('2026-03-07', 'long')).toBe('March 7, 2026')
  expect(dayText('2026-11-30', 'short')).toBe('Nov 30, 2026')
})

test.each([
  ['UTC', '2026-01-01T00:05:00Z', 'Jan 1, 2026, 12:05 AM UTC'],
  ['UTC', '2028-02-29T12:59:59.999Z', 'Feb 29, 2028, 12:59 PM UTC'],
  ['Europe/Paris', '2026-03-07T13:15:00Z', 'Mar 7, 2026, 2:15 PM GMT+1'],
  ['Asia/Kolkata', '2026-12-31T18:30:00Z', 'Jan 1, 2027, 12:00 AM GMT+5:30'],
  ['America/New_York', '2026-01-01T04:59:00Z', 'Dec 31, 2025, 11:59 PM EST'],
  // Summer time ends in Berlin: the hour from two to three is there twice.
  ['Europe/Berlin', '2026-10-25T00:30:00Z', 'Oct 25, 2026, 2:30 AM GMT+2'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', 'Oct 25, 2026, 2:30 AM GMT+1'],
  // It begins: there is no such hour.
  ['America/New_York', '2026-03-08T06:59:59Z', 'Mar 8, 2026, 1:59 AM EST'],
  ['America/New_York', '2026-03-08T07:00:00Z', 'Mar 8, 2026, 3:00 AM EDT'],
])('the clocks in %s show at %s: %s', (timeZone, moment, text) => {
  expect(momentText(new Date(moment), timeZone, 'short')).toBe(text)
})

test('a moment in a sentence has the whole name of its month, and seconds where they matter', () => {
  const moment = new Date('2026-03-07T13:05:09.999Z')
  expect(momentText(moment, 'UTC', 'long')).toBe('March 7, 2026 at 1:05 PM UTC')
  expect(momentText(moment, 'UTC', 'long', true)).toBe('March 7, 2026 at 1:05:09 PM UTC')
})
