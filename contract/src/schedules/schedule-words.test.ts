import { expect, test } from 'vitest'
import type { Rhythm } from './rhythm.ts'
import { scheduleText } from './schedule-words.ts'

test.each([
  ['once', {}, 'On Tuesday, December 1'],
  ['monthly', {}, 'On the 1st of each month, first on Tuesday, December 1'],
  ['monthly', { firstDay: '2026-12-31' }, 'On the last day of each month, first on Thursday, December 31'],
  [
    'monthly',
    { firstDay: '2027-01-22', times: 12 },
    'On the 22nd of each month, first on Friday, January 22, 2027, 12 times',
  ],
  ['quarterly', { firstDay: '2026-12-13' }, 'On the 13th of every third month, first on Sunday, December 13'],
  [
    'weekly',
    { lastDay: '2027-03-01' },
    'Every Tuesday, first on Tuesday, December 1, until Monday, March 1, 2027',
  ],
  ['weekly', { every: 2 }, 'Every 2 weeks on Tuesday, first on Tuesday, December 1'],
  ['yearly', {}, 'Every year on December 1, first on Tuesday, December 1'],
] as const)('a %s schedule in words', (repeat, wishes, text) => {
  const rhythm: Rhythm = { firstDay: '2026-12-01', repeat, every: 1, lastDay: null, times: null, ...wishes }
  expect(scheduleText(rhythm, { firstDue: rhythm.firstDay, today: '2026-11-28' })).toBe(text)
})
