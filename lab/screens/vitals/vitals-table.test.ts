import { expect, test } from 'vitest'
import { medianOf, routeChangeTable, type Vitals, vitalsTable } from './vitals-table.ts'

const look: Vitals = {
  page: { path: '/', person: 'visitor' },
  performance: 99,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  paintMilliseconds: 1_234,
  blockedMilliseconds: 40,
  shift: 0.001,
  bytes: 221_400,
  faults: [],
}

test('the median is taken figure by figure, and each fault told once', () => {
  const slow = { ...look, performance: 70, paintMilliseconds: 4_000, faults: ['label #email'] }
  const { performance, paintMilliseconds, faults } = medianOf([
    slow,
    look,
    { ...look, performance: 98 },
    slow,
    look,
  ])
  expect([performance, paintMilliseconds, faults]).toEqual([98, 1_234, ['label #email']])
})

test('what misses its goal stands out', () => {
  expect(vitalsTable([look]).split('\n').at(-1)).toBe(
    '| `/` | 99 | 100 | 100 | 100 | 1.23 s | 40 ms | 0.001 | 221 kB |',
  )
  const dashboard: Vitals = {
    ...look,
    page: { path: '/dashboard', person: 'alice' },
    performance: 89,
    seo: 60,
    shift: 0.03,
    faults: ['color-contrast p'],
  }
  expect(vitalsTable([dashboard]).split('\n').slice(2)).toEqual([
    '| `/dashboard` | **89** | 100 | 100 |  | 1.23 s | 40 ms | **0.030** | 221 kB |',
    '',
    '- `/dashboard`: color-contrast p',
  ])
  expect(routeChangeTable([{ path: '/profile', milliseconds: 101 }])).toContain('| `/profile` | **101 ms** |')
})
