import { expect, test } from 'vitest'
import { dayOf, dayReader, hourOfDay, nextDay, startOfDay, timeReader } from './bank-day.ts'

test.each([
  ['2026-03-07', 'UTC', '2026-03-07T00:00:00.000Z'],
  ['2026-03-07', 'Pacific/Auckland', '2026-03-06T11:00:00.000Z'],
  ['2026-07-07', 'Pacific/Auckland', '2026-07-06T12:00:00.000Z'],
  // The clocks change in the middle of the night.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  // The day begins at one: there is no midnight.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  // The hour before midnight comes twice, then the hour after it.
  ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  // A day that Samoa never had is over as it begins.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('%s begins in %s at %s', (which, timeZone, start) => {
  expect(startOfDay(which, timeZone).toISOString()).toBe(start)
})

test.each([
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T04:00:00.000Z'],
  ['2026-03-28', 'Europe/Berlin', '2026-03-28T05:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T05:00:00.000Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T11:00:00.000Z'],
  ['2026-12-01', 'UTC', '2026-12-01T06:00:00.000Z'],
  ['2026-04-05', 'Pacific/Auckland', '2026-04-04T18:00:00.000Z'],
])('six o’clock on %s in %s is %s, also on a day on which the clocks change', (day, timeZone, moment) => {
  expect(hourOfDay(day, 6, timeZone).toISOString()).toBe(moment)
  expect(dayOf(hourOfDay(day, 18, timeZone), timeZone)).toBe(day)
})

test('a moment belongs to the day of the bank’s time zone', () => {
  const moment = new Date('2026-03-06T11:30:00.000Z')
  expect(dayOf(moment, 'UTC')).toBe('2026-03-06')
  expect(dayOf(moment, 'Pacific/Auckland')).toBe('2026-03-07')
})

test.each([
  ['UTC', '2026-02-27'],
  ['Europe/Berlin', '2026-03-28'],
  ['Europe/Berlin', '2026-10-24'],
  ['America/Sao_Paulo', '2018-02-16'],
  ['America/Sao_Paulo', '2018-11-03'],
  ['America/Havana', '2026-10-31'],
  ['Pacific/Apia', '2011-12-29'],
])('many moments in %s after %s are formErrors the same days, also backwards', (timeZone, first) => {
  const dayAt = dayReader(timeZone)
  const moments = Array.from(
    { length: 200 },
    (_, index) => new Date(Date.parse(`${first}T00:00:00Z`) + index * 1_800_000),
  )
  for (const moment of [...moments, ...moments.toReversed()]) {
    expect(dayAt(moment), moment.toISOString()).toBe(dayOf(moment, timeZone))
  }
})

test.each([
  ['UTC', '2026-11-01T05:59:59.999Z', '05:59:59'],
  ['Asia/Kathmandu', '2026-11-01T05:59:59.999Z', '11:44:59'],
  // The hour that is skipped, and the hour that comes twice.
  ['Europe/Berlin', '2026-03-29T00:59:59.000Z', '01:59:59'],
  ['Europe/Berlin', '2026-03-29T01:00:00.000Z', '03:00:00'],
  ['Europe/Berlin', '2026-10-25T00:59:59.000Z', '02:59:59'],
  ['Europe/Berlin', '2026-10-25T01:00:00.000Z', '02:00:00'],
])('the time of day in %s at %s is %s', (timeZone, moment, time) => {
  const timeOf = timeReader(timeZone)
  const before = new Date(Date.parse(moment) - 1_000)
  timeOf(before)
  expect(timeOf(new Date(moment))).toBe(time)
})

test('the day after the last of February is the first of March', () => {
  expect([nextDay('2026-02-28'), nextDay('2028-02-28'), nextDay('2026-12-31')]).toEqual([
    '2026-03-01',
    '2028-02-29',
    '2027-01-01',
  ])
})
