import { describe, expect, test } from 'vitest'
import { formatDateTime } from './date-text.tsx'

const lateInTheEvening = '2026-03-07T23:30:00.000Z'

describe('a moment', () => {
  test('is MM/DD/YYYY in lists', () => {
    expect(formatDateTime(lateInTheEvening, false, 'UTC')).toBe('03/07/2026')
  })
  test('belongs to the day it is at the bank', () => {
    expect(formatDateTime(lateInTheEvening, false, 'Europe/Paris')).toBe('03/08/2026')
  })
  test('is told to the minute in details, with its time zone', () => {
    const text = formatDateTime('2026-03-07T13:15:00.000Z', true, 'Europe/Paris')
    expect(text.replace(/\s/g, ' ')).toMatch(/^March 7, 2026( at|,) 2:15 PM GMT\+1$/)
  })
  test('is written in UTC as the browser would write it in any other time zone', () => {
    for (const moment of ['2026-01-01T00:05:00Z', '2026-09-30T12:00:59Z', '2028-02-29T23:59:00.999Z']) {
      // The same clock under another name.
      for (const long of [true, false, 'time'] as const) {
        const other = formatDateTime(moment, long, 'Africa/Abidjan').replace(/GMT$/, 'UTC')
        expect(formatDateTime(moment, long, 'UTC')).toBe(other.replace(/\s/g, ' '))
      }
    }
  })
})
