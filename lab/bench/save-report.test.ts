import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readArguments } from './arguments.ts'
import { saveReport } from './save-report.ts'
import type { Report } from './written-report.ts'

const report: Report = {
  begunAt: new Date('2026-11-21T08:09:10.500Z'),
  seconds: 61.2,
  machine: {
    ...{ cores: 2, processor: 'a processor', memoryGibibytes: 8, system: 'linux 6', node: 'v24.0.0' },
    ...{ postgres: '18.4', busyBefore: 0.25, commit: 'abc1234' },
  },
  others: 0.031,
  arguments: readArguments(['--seconds', '2']),
  findings: [
    {
      part: 'growth',
      figures: [
        { name: 'Speed: 10M / 10k', value: 0.95, unit: '', goal: { atLeast: 0.9 } },
        { name: 'Slow', value: 30, unit: ' ms', goal: { atMost: 20 } },
        { name: 'Unknown', value: Number.NaN, unit: ' MB' },
      ],
      tables: [{ title: 'Growth', headings: ['kind', 'ms'], rows: [['a | b', '1.00']], notes: ['in turns'] }],
      charts: [
        { title: 'Growth', xAxis: 'entries', yAxis: 'ms', curves: [{ name: 'page', points: [[1, 2]] }] },
      ],
    },
  ],
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truepenny-report-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('a run leaves one report for programs, one for people and one picture, and the latest has a name of its own', () => {
  saveReport(report, folder)
  expect(readdirSync(folder).sort()).toEqual([
    '2026-11-21T08-09-10.json',
    '2026-11-21T08-09-10.md',
    '2026-11-21T08-09-10.svg',
    'latest.json',
    'latest.md',
    'latest.svg',
  ])
  expect(read('latest.svg')).toBe(read('2026-11-21T08-09-10.svg'))
})

test('the report says what was measured, with what, and what others did meanwhile; what is not known is null', () => {
  saveReport(report, folder)
  expect(JSON.parse(read('latest.json'))).toMatchObject({
    machine: { cores: 2, commit: 'abc1234', busyBefore: 0.25 },
    others: 0.031,
    arguments: { seconds: 2 },
    findings: [{ figures: [{ value: 0.95 }, { value: 30 }, { value: null }] }],
  })
})

test('what people read has each figure beside its goal, and the tables', () => {
  saveReport(report, folder)
  for (const line of [
    '| Speed: 10M / 10k | 0.95 | at least 0.9 | met |',
    '| Slow | 30.00 ms | at most 20 ms | NOT MET |',
    '| Unknown | not measured |  |  |',
    '| a \\| b | 1.00 |',
    'in turns.',
  ]) {
    expect(read('latest.md').split('\n')).toContain(line)
  }
  expect(read('latest.md')).toContain('others took 3% of the machine')
})

test('a run without curves leaves no picture', () => {
  const { charts: _, ...rest } = report.findings[0]!
  expect(saveReport({ ...report, findings: [rest] }, folder)).toHaveLength(2)
})
