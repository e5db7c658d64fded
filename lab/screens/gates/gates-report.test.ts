import { expect, test } from 'vitest'
import { gatesReport } from './gates-report.ts'

const note = (type: string, faults: string[]) => ({ type, description: JSON.stringify(faults) })
const spec = (title: string, ok: boolean, ...annotations: ReturnType<typeof note>[]) => ({
  title,
  ok,
  tests: [{ results: [{ annotations: [note('axe', ['an earlier try'])] }, { annotations }] }],
})

test('a line for each screen says how often each gate was asked, and what it found the last time', () => {
  const suites = [
    {
      title: '',
      file: 'gates/each-state.gate.ts',
      specs: [
        spec('dashboard, usual', true, note('axe', []), note('axe', []), note('room', [])),
        spec('dashboard, loading', false, note('axe', ['one', 'two'])),
        spec('profile, usual', true, note('axe', [])),
      ],
    },
    {
      title: '',
      file: 'bank-by-keyboard.spec.ts',
      specs: [],
      suites: [
        { title: '', file: 'bank-by-keyboard.spec.ts', specs: [spec('registering needs no mouse', true)] },
      ],
    },
  ]
  expect(gatesReport({ suites }, false).split('\n')).toEqual([
    '| Screen | States | axe | room | Verdict |',
    '| --- | ---: | ---: | ---: | --- |',
    '| dashboard | 2 | 2 in 3 | 0 in 1 | FAILS |',
    '| profile | 1 | 0 in 1 | – | passes |',
    '',
    '| Check | Verdict |',
    '| --- | --- |',
    '| contrast of every pair of colours, in both themes | FAILS |',
    '| registering needs no mouse | passes |',
  ])
})
