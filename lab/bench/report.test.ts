import { expect, test } from 'vitest'
import { goalLine } from './report.ts'

test('a goal is met or not by what was measured', () => {
  const memory = { name: 'Memory', unit: ' MB', goal: { atMost: 250 } }
  expect(goalLine({ ...memory, value: 180 })).toBe('Memory: 180.00 MB (goal: at most 250 MB): met')
  expect(goalLine({ ...memory, value: 251 })).toMatch(/NOT MET$/)
  const speed = { name: 'Times TPC-B', unit: '', goal: { atLeast: 1.5 } }
  expect(goalLine({ ...speed, value: 1.499 })).toMatch(/NOT MET$/)
  expect(goalLine({ ...speed, value: 1.5 })).toMatch(/: met$/)
})

test('what could not be measured meets no goal and misses none', () => {
  const speed = { name: 'Times TPC-B', value: Number.NaN, unit: '', goal: { atLeast: 1.5 } }
  expect(goalLine(speed)).toBe('Times TPC-B: not measured (goal: at least 1.5)')
})

test('a figure without a goal is only told', () => {
  expect(goalLine({ name: 'Bytes', value: 900, unit: ' B' })).toBe('Bytes: 900.00 B')
})
