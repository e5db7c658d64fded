import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plusDays } from '../bank-day.ts'
import { dueDay, holidayRules } from './bank-holidays.ts'
import { type ForeseenSchedule, foresee } from './forecast.ts'
import { nominalDay, repeats } from './rhythm.ts'

const today = '2026-11-28'
const calendar = { currency: 'USD', extraHolidays: { USD: [], EUR: [], GBP: [] } } as const

function schedule(changeMinor: bigint, firstDay: string, wishes: Partial<ForeseenSchedule['days']> = {}) {
  const days = { firstDay, repeat: 'monthly', every: 1, lastDay: null, times: null, onHoliday: 'same_day' }
  return {
    days: { ...days, ...wishes } as ForeseenSchedule['days'],
    nextNumber: 0,
    doubtfulFrom: undefined,
    changeMinor,
    roundUpMinor: 0n,
  }
}

function foreseeFrom(availableMinor: bigint, schedules: readonly ForeseenSchedule[]) {
  return foresee(schedules, { availableMinor, today, ...calendar })
}

test('a rent and a saving order leave their balances on their days, and the first day without cover is named', () => {
  const rent = schedule(-950_00n, '2026-12-01', { onHoliday: 'day_after' })
  const saving = schedule(-50_00n, '2026-12-15', { times: 2 })
  const { runs, balances, shortfall } = foreseeFrom(1_830_00n, [saving, rent])
  expect(runs).toEqual([
    { schedule: rent, day: '2026-12-01', dueDay: '2026-12-01', balanceMinor: 880_00n },
    { schedule: saving, day: '2026-12-15', dueDay: '2026-12-15', balanceMinor: 830_00n },
    // January 1 is a holiday, and a Friday.
    { schedule: rent, day: '2027-01-01', dueDay: '2027-01-04', balanceMinor: -120_00n },
    { schedule: saving, day: '2027-01-15', dueDay: '2027-01-15', balanceMinor: -170_00n },
    { schedule: rent, day: '2027-02-01', dueDay: '2027-02-01', balanceMinor: -1_120_00n },
  ])
  expect(shortfall).toEqual({ day: '2027-01-04', missingMinor: 120_00n })
  expect(balances).toHaveLength(91)
  expect([balances[0], balances.at(-1)]).toEqual([
    { day: today, balanceMinor: 1_830_00n },
    { day: '2027-02-26', balanceMinor: -1_120_00n },
  ])
})

test('money that arrives on the day of a payment counts for it, and what is due already is made today', () => {
  const late = schedule(-100_00n, '2026-11-20', { repeat: 'once' })
  const saved = schedule(60_00n, today, { repeat: 'once' })
  const { runs, shortfall } = foreseeFrom(40_00n, [late, saved])
  expect(runs.map(({ dueDay, balanceMinor }) => [dueDay, balanceMinor])).toEqual([
    [today, 100_00n],
    [today, 0n],
  ])
  expect(shortfall).toBe(null)
})

test('money that may not be there does not count from its day on', () => {
  const income = { ...schedule(50_00n, '2026-12-01'), doubtfulFrom: '2027-01-01' }
  const rent = schedule(-70_00n, '2027-01-01', { repeat: 'once' })
  const { runs, shortfall } = foreseeFrom(0n, [income, rent])
  expect([runs.length, shortfall]).toEqual([2, { day: '2027-01-01', missingMinor: 20_00n }])
})

test('a round-up follows a payment where the balance covers it, and never makes a shortfall', () => {
  const payment = { ...schedule(-10_40n, '2026-12-01'), roundUpMinor: 60n }
  const { balances, shortfall } = foreseeFrom(21_50n, [payment])
  const on = (day: string) => balances.find((balance) => balance.day === day)?.balanceMinor
  expect([on('2026-12-01'), on('2027-01-01'), shortfall?.day]).toEqual([10_50n, 10n, '2027-02-01'])
})

const foreseen: fc.Arbitrary<ForeseenSchedule> = fc
  .record({
    repeat: fc.constantFrom(...repeats),
    onHoliday: fc.constantFrom(...holidayRules),
    daysUntil: fc.integer({ min: -7, max: 100 }),
    weeks: fc.integer({ min: 1, max: 5 }),
    times: fc.option(fc.integer({ min: 1, max: 8 })),
    nextNumber: fc.nat(2),
    changeMinor: fc.bigInt({ min: -60_00n, max: 40_00n }),
  })
  .map(({ daysUntil, weeks, repeat, onHoliday, times, changeMinor, nextNumber }) => ({
    days: {
      firstDay: plusDays(today, daysUntil),
      repeat,
      every: repeat === 'weekly' ? weeks : 1,
      lastDay: null,
      times,
      onHoliday,
    },
    nextNumber,
    doubtfulFrom: undefined,
    changeMinor: changeMinor || 1n,
    roundUpMinor: 0n,
  }))

test('a forecast is what a plain loop over the days leaves, until the loop refuses a payment, on the day without cover', () => {
  fc.assert(
    fc.property(
      fc.array(foreseen, { maxLength: 12 }),
      fc.bigInt({ min: 0n, max: 500_00n }),
      (all, opening) => {
        const { balances, shortfall } = foreseeFrom(opening, all)
        const played = play(all, opening)
        expect(shortfall?.day).toBe(played.refusedOn)
        expect(balances.slice(0, played.balances.length).map(({ balanceMinor }) => balanceMinor)).toEqual(
          played.balances,
        )
      },
    ),
  )
})

/** Makes the runs day by day, with three tries on each, until one is refused: the balances until then. */
function play(schedules: readonly ForeseenSchedule[], opening: bigint) {
  const dueDayOf = ({ days }: ForeseenSchedule, number: number) => {
    const nominal = nominalDay(days, number)
    return nominal && dueDay(nominal, days.onHoliday, calendar)
  }
  const next = schedules.map((each) => ({ number: each.nextNumber, due: dueDayOf(each, each.nextNumber) }))
  const balances: bigint[] = []
  let balance = opening
  const isDue = (at: number, day: string) => next[at]!.due !== undefined && next[at]!.due <= day
  for (let day = today; day <= plusDays(today, 90); day = plusDays(day, 1)) {
    for (let attempt = 0; attempt < 3; attempt++) {
      for (const [at, { changeMinor }] of schedules.entries()) {
        while (isDue(at, day) && balance + changeMinor >= 0n) {
          balance += changeMinor
          const number = next[at]!.number + 1
          next[at] = { number, due: dueDayOf(schedules[at]!, number) }
        }
      }
    }
    if (schedules.some((_, at) => isDue(at, day))) return { balances, refusedOn: day }
    balances.push(balance)
  }
  return { balances, refusedOn: undefined }
}
