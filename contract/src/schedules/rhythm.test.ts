import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plusDays } from '../bank-day.ts'
import { nominalDay, type Rhythm, repeats } from './rhythm.ts'

function rhythm(firstDay: string, repeat: Rhythm['repeat'], wishes: Partial<Rhythm> = {}): Rhythm {
  return { firstDay, repeat, every: 1, lastDay: null, times: null, ...wishes }
}

function daysOf(of: Rhythm, count: number): (string | undefined)[] {
  return Array.from({ length: count }, (_, number) => nominalDay(of, number))
}

test.each([
  ['once', rhythm('2026-12-01', 'once'), ['2026-12-01', undefined]],
  ['weekly over a new year', rhythm('2026-12-29', 'weekly'), ['2026-12-29', '2027-01-05', '2027-01-12']],
  [
    'every third week',
    rhythm('2026-12-01', 'weekly', { every: 3 }),
    ['2026-12-01', '2026-12-22', '2027-01-12'],
  ],
  [
    'monthly on the 31st',
    rhythm('2027-12-31', 'monthly'),
    ['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'],
  ],
  ['monthly on the 30th', rhythm('2027-01-30', 'monthly'), ['2027-01-30', '2027-02-28', '2027-03-30']],
  ['quarterly', rhythm('2026-11-30', 'quarterly'), ['2026-11-30', '2027-02-28', '2027-05-30']],
  [
    'yearly on a leap day',
    rhythm('2028-02-29', 'yearly'),
    ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
  ],
  ['for two times', rhythm('2026-12-01', 'monthly', { times: 2 }), ['2026-12-01', '2027-01-01', undefined]],
  [
    'until a day',
    rhythm('2026-12-01', 'monthly', { lastDay: '2027-01-01' }),
    ['2026-12-01', '2027-01-01', undefined],
  ],
] as const)('the nominal days of a schedule: %s', (_, of, days) => {
  expect(daysOf(of, days.length)).toEqual(days)
})

const day = fc.integer({ min: 0, max: 40_000 }).map((count) => plusDays('2000-01-01', count))

test('the nominal days of a schedule come one after the other, keep the day of the first where the month has it, and none is lost', () => {
  fc.assert(
    fc.property(
      day,
      fc.constantFrom(...repeats),
      fc.integer({ min: 0, max: 60 }),
      (firstDay, repeat, number) => {
        const of = rhythm(firstDay, repeat)
        const [one, next] = [nominalDay(of, number), nominalDay(of, number + 1)]
        if (repeat === 'once') expect(one).toBe(number === 0 ? firstDay : undefined)
        if (repeat === 'once') return void expect(next).toBeUndefined()
        expect(one! < next!).toBe(true)
        if (repeat === 'weekly') return void expect(plusDays(one!, 7)).toBe(next)
        const months = { monthly: 1, quarterly: 3, yearly: 12 }[repeat]
        const monthOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
        expect(monthOf(next!) - monthOf(one!)).toBe(months)
        // A shorter month has its last day.
        const isRight = one!.slice(8) === firstDay.slice(8)
        expect(
          isRight || (one! < `${one!.slice(0, 8)}${firstDay.slice(8)}` && plusDays(one!, 1).endsWith('-01')),
        ).toBe(true)
      },
    ),
  )
})
