import { expect, test } from 'vitest'
import type { Result } from './lighthouse.ts'
import { routeChangeTable, vitalsTable } from './vitals-table.ts'

function resultOf(performance: number, contrast: number, shift: number): Result {
  const category = (score: number, id = 'none') => ({ score, auditRefs: [{ id, weight: 1 }] })
  return {
    categories: {
      performance: category(performance),
      accessibility: category(contrast, 'color-contrast'),
      'best-practices': category(1),
      seo: category(0.6),
    },
    audits: {
      'color-contrast': { score: contrast, details: { items: [{ node: { selector: 'p' } }] } },
      'largest-contentful-paint': { score: 1, numericValue: 1_234 },
      'total-blocking-time': { score: 1, numericValue: 40 },
      'cumulative-layout-shift': { score: 1, numericValue: shift },
      'total-byte-weight': { score: 1, numericValue: 221_400 },
    },
  }
}

const rowsOf = (table: string) => table.replace(/ +/g, ' ').split('\n').slice(2)

test('the table of the pages has figures that miss their goal in bold, and failed audits below it', () => {
  const table = vitalsTable([
    { page: { path: '/', person: 'visitor' }, result: resultOf(0.99, 1, 0.001) },
    { page: { path: '/dashboard', person: 'alice' }, result: resultOf(0.89, 0, 0.03) },
  ])
  expect(rowsOf(table)).toEqual([
    '| `/` | 99 | 100 | 100 | **60** | 1.23 s | 40 ms | 0.001 | 221 kB |',
    '| `/dashboard` | **89** | **0** | 100 | | 1.23 s | 40 ms | **0.030** | 221 kB |',
    '',
    '- `/dashboard`: color-contrast p',
  ])
})

test('the table of route changes has times over the goal in bold', () => {
  const changes = [100, 101].map((milliseconds) => ({ path: '/profile', milliseconds }))
  expect(rowsOf(routeChangeTable(changes))).toEqual([
    '| `/profile` | 100 ms |',
    '| `/profile` | **101 ms** |',
  ])
})
