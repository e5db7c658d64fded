import type { JSONReport, JSONReportSpec } from '@playwright/test/reporter'
import { expect, test } from 'vitest'
import { gatesReport } from './gates-report.ts'

const spec = (file: string, title: string, ok: boolean, ...checks: [gate: string, faults: number][]) => {
  const annotations = checks.map(([type, faults]) => ({ type, description: String(faults) }))
  const firstRun = { annotations: [{ type: 'axe', description: '9' }] }
  return { file, title, ok, tests: [{ results: [firstRun, { annotations }] }] } as JSONReportSpec
}

test('the report counts the checks of each gate on a screen, and the findings of their last run', () => {
  const specs = [
    spec('each-state.gate.ts', 'dashboard, usual', true, ['axe', 0], ['axe', 0], ['room', 0]),
    spec('each-state.gate.ts', 'dashboard, loading', false, ['axe', 2]),
    spec('each-state.gate.ts', 'profile, usual', true, ['axe', 0]),
  ]
  const inner = [spec('bank-by-keyboard.spec.ts', 'registering needs no mouse', true)]
  const suites = [{ specs, suites: [{ specs: inner }] }] as JSONReport['suites']
  const rows = gatesReport({ suites }, false).split('\n')
  expect(rows.map((row) => row.replace(/ +/g, ' ').replace(/-+/g, '-'))).toEqual([
    '| Screen | States | axe | room | Verdict |',
    '| - | -: | -: | -: | -: |',
    '| dashboard | 2 | 2 in 3 | 0 in 1 | FAILS |',
    '| profile | 1 | 0 in 1 | – | passes |',
    '',
    '| Check | Verdict |',
    '| - | -: |',
    '| contrast of every pair of colours, in both themes | FAILS |',
    '| registering needs no mouse | passes |',
  ])
})
