import { expect, test } from 'vitest'
import { setUps } from './flood-arguments.ts'
import { failuresOf, floodFindings, isAboveLimit, judgePhases } from './flood-findings.ts'
import type { Measured, Phase } from './measure-flood.ts'

const quiet: Phase = {
  name: 'quiet',
  medianMilliseconds: 8,
  p99Milliseconds: 20,
  acknowledged: 100,
  lost: [],
  seconds: 2,
  strangers: undefined,
  bankProcessorSeconds: 0.5,
  others: 0.01,
}
const strangers = { answers: { 429: 900, 200: 100 }, open: 50, processorSeconds: 0.2 }
const flooded: Phase = { ...quiet, name: 'openapi', strangers }

function measuredWith(...phases: Phase[]): Measured {
  return { setUp: setUps[1], phases: [quiet, ...phases, quiet] }
}

test('a phase is compared with the mean of the quiet phases before and after', () => {
  const [, judged] = judgePhases([
    quiet,
    { ...flooded, p99Milliseconds: 45 },
    { ...quiet, medianMilliseconds: 4 },
  ])
  expect(judged).toMatchObject({ name: 'openapi', medianRatio: 8 / 6, p99Ratio: 2.25 })
})

test('a median or a p99 above 3 times the quiet one is marked', () => {
  const isMarked = (change: Partial<Phase>) =>
    isAboveLimit(judgePhases([quiet, { ...flooded, ...change }, quiet])[1]!)
  expect(isMarked({ medianMilliseconds: 24, p99Milliseconds: 60 })).toBe(false)
  expect(isMarked({ medianMilliseconds: 25 })).toBe(true)
  expect(isMarked({ p99Milliseconds: 61 })).toBe(true)
  expect(isMarked({ name: 'control', medianMilliseconds: 25 })).toBe(false)
})

test('the report of a set-up has the highest ratios beside their goal, a row for each phase and its numbers', () => {
  const { figures, tables, phases } = floodFindings(
    measuredWith({ ...flooded, name: 'control', medianMilliseconds: 80 }, flooded, {
      ...flooded,
      name: 'docs',
      medianMilliseconds: 40,
    }),
  )
  expect(figures.map(({ value, goal }) => [value, goal])).toEqual([
    [5, { atMost: 3 }],
    [1, { atMost: 3 }],
  ])
  expect(tables![0]!.rows.map(([name, , , ratio, , mark]) => [name, ratio, mark])).toEqual([
    ['quiet', '1.00', ''],
    ['control', '10.00', ''],
    ['openapi', '1.00', ''],
    ['docs', '5.00', 'ABOVE 3'],
    ['quiet', '1.00', ''],
  ])
  expect(tables![0]!.rows[2]!.slice(6)).toEqual(['500', '10%', '25%', '1%', '429: 900, 200: 100'])
  expect(phases).toHaveLength(5)
})

test('a lost transfer, a failure of the bank and strangers who got nothing fail the run', () => {
  const answered = (answers: Record<string, number>, open = 0): Phase => ({
    ...flooded,
    strangers: { ...strangers, answers, open },
  })
  const where = 'strangers from one address, counted, openapi:'
  for (const [phase, failures] of [
    [
      { ...flooded, lost: ['503 busy', 'closed', 'closed'] },
      ['3 transfers not acknowledged (503 busy,closed)'],
    ],
    [
      answered({ 500: 2, 502: 1 }),
      ['strangers were answered 500: 2 times', 'strangers were answered 502: 1 times'],
    ],
    [answered({}), ['strangers got no answer at all']],
    [answered({}, 1_000), []],
    [answered({ '503 busy': 4, closed: 9, 429: 1 }), []],
  ] as const) {
    expect(failuresOf(measuredWith(phase))).toEqual(failures.map((failure) => `${where} ${failure}`))
  }
})
