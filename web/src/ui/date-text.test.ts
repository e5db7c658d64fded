import { describe, expect, test } from 'vitest'
import { formatDateTime } from './date-text.tsx'

const lateInTheEvening = '2026-03-07T23:30:00.000Z'

describe('a timestamp', () => {
  test('a timestamp in a list is MM/DD/YYYY', () => {
    expect(formatDateTime(lateInTheEvening, 'lists', 'UTC')).toBe('03/07/2026')
  })
  test("a timestamp shows the day in the bank's time zone", () => {
    expect(formatDateTime(lateInTheEvening, 'lists', 'Europe/Paris')).toBe('03/08/2026')
  })
  test('a timestamp in details has minutes and the time zone', () => {
    const text = formatDateTime('2026-03-07T13:15:00.000Z', 'details', 'Europe/Paris')
    expect(text.replace(/\s/g, ' ')).toMatch(/^March 7, 2026( at|,) 2:15 PM GMT\+1$/)
  })
  test('an exact timestamp has seconds', () => {
    expect(formatDateTime('2026-03-07T13:05:09.999Z', 'exactTime', 'UTC')).toBe('03/07/2026, 1:05:09 PM')
  })
  test('a timestamp in UTC has the format of the browser', () => {
    for (const moment of ['2026-01-01T00:05:00Z', '2026-09-30T12:00:59Z', '2028-02-29T23:59:00.999Z']) {
      // The same time under another name.
      for (const place of ['lists', 'time', 'exactTime', 'details', 'exactDetails'] as const) {
        const other = formatDateTime(moment, place, 'Africa/Abidjan').replace(/GMT$/, 'UTC')
        expect(formatDateTime(moment, place, 'UTC')).toBe(other.replace(/\s/g, ' '))
      }
    }
  })
})
