import { expect, test } from 'vitest'
import { figure, missesGoal, reportText, tableOf } from './report.ts'

const report = {
  begunAt: new Date('2026-11-22T10:00:00Z'),
  seconds: 61.4,
  version: 'abc1234',
  machine: { name: '2 × Slow', details: '4 GiB' },
  options: {},
}

test('a report has each figure with its goal, and its tables with their notes', () => {
  const figures = [
    figure('Transfers to TPC-B', 1.8, '', { atLeast: 2 }),
    figure('Memory', Number.NaN, ' MB', { atMost: 250 }),
  ]
  const table = tableOf(
    'Speed',
    [16, 64],
    { connections: String, twice: (count) => `${count * 2}` },
    'A note.',
  )
  const text = reportText({ ...report, findings: [{ part: 'transfers', figures, tables: [table] }] })
  expect(text).toMatch(/^Measured on 2026-11-22 in 61 s, of abc1234: 2 × Slow, 4 GiB\.\n/)
  expect(text).toContain('| Transfers to TPC-B |         1.80 |     at least 2 | NOT MET | 2 × Slow |')
  expect(text).toContain('| Memory             | not measured | at most 250 MB |         | 2 × Slow |')
  expect(text).toContain('| 64          |   128 |\n\nA note.')
})

test('a goal is missed below its minimum and above its maximum, not at them', () => {
  const misses = (value: number) => missesGoal(figure('', value, '', { atLeast: 1, atMost: 2 }))
  expect([0.99, 1, 2, 2.01].map(misses)).toEqual([true, false, false, true])
})
