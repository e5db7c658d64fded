import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTree } from './tidy/tree.ts'

const root = join(import.meta.dirname, '..')
const tree = readTree(root)
const alerts = tree.get('deploy/prometheus/alerts.yml') ?? ''
const alertNames = [...alerts.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name]) => name!)
const dashboard = JSON.parse(tree.get('deploy/grafana/truepenny.json') ?? '')
// A row, the heading of a group, has no targets.
const panels: { id: number; title: string; gridPos: Box; targets?: { expr: string }[] }[] = dashboard.panels
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

type Box = { x: number; y: number; w: number; h: number }

/** The metrics of `/metrics`, and `up`, which Prometheus adds. */
const metrics = new Set([
  'up',
  ...[
    'server/src/http/ops/database-readings.ts',
    'server/src/http/ops/process-readings.ts',
    'server/src/metrics/measured-books.ts',
    'server/src/metrics/request-measures.ts',
    'server/src/metrics/sign-in-counter.ts',
    'server/src/metrics/failure-counters.ts',
    'server/src/metrics/job-measures.ts',
  ]
    .flatMap((path) => [
      ...(tree.get(path) ?? '').matchAll(/^\s+(?:name: ')?((?:bank|process)_\w+)(?:',|: \{)$/gm),
    ])
    .map(([, name]) => name!),
])

/** The metrics of an expression. A histogram has three series. */
function metricsIn(expression: string): string[] {
  return [...expression.matchAll(/\b(up|(?:bank|process)_\w+)\b/g)].map(([, name]) =>
    name!.replace(/^(bank_(?:instruction|request)_seconds)_(bucket|count|sum)$/, '$1'),
  )
}

describe('the alerts', () => {
  test('every alert reads metrics that the bank has', () => {
    const rules = alerts.split(/^ {6}- alert: /m).slice(1)
    for (const rule of rules) expect(metricsIn(rule).length).toBeGreaterThan(0)
    expect(rules.flatMap(metricsIn).filter((name) => !metrics.has(name))).toEqual([])
  })

  test('every alert has its section in docs/runbooks.md, and every section its alert', () => {
    const sections = [...(tree.get('docs/runbooks.md') ?? '').matchAll(/^## (\w+)$/gm)].map(
      ([, name]) => name,
    )
    expect(sections.toSorted()).toEqual(alertNames.toSorted())
    const pages = [...alerts.matchAll(/^ {10}runbook: docs\/runbooks\.md#(\w+)$/gm)].map(
      ([, anchor]) => anchor,
    )
    expect(pages).toEqual(alertNames.map((name) => name.toLowerCase()))
  })

  test('every alert has a case in which it fires and one in which it does not', () => {
    const cases = tree.get('deploy/prometheus/alerts.test.yml') ?? ''
    const firing = [...cases.matchAll(/^ {2}- name: (\w+)$/gm)].map(([, name]) => name)
    const silent = [...cases.matchAll(/alertname: (\w+), exp_alerts: \[\] }$/gm)].map(([, name]) => name)
    expect([firing.toSorted(), silent.toSorted()]).toEqual([alertNames.toSorted(), alertNames.toSorted()])
  })

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0
  test.runIf(hasPromtool)('promtool accepts the configuration, and each alert fires in its case', () => {
    const run = (...args: string[]) =>
      spawnSync('promtool', args, { cwd: join(root, 'deploy/prometheus'), encoding: 'utf8' })
    for (const result of [run('check', 'config', 'prometheus.yml'), run('test', 'rules', 'alerts.test.yml')])
      expect([result.status, result.stdout + result.stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
  })
})

describe('the dashboard', () => {
  test('every panel of the dashboard reads metrics that the bank has', () => {
    for (const expression of expressions) expect(metricsIn(expression).length).toBeGreaterThan(0)
    expect(expressions.flatMap(metricsIn).filter((name) => !metrics.has(name))).toEqual([])
  })

  test('the dashboard shows every metric of the bank', () => {
    const shown = new Set(expressions.flatMap(metricsIn))
    expect([...metrics].filter((name) => !shown.has(name))).toEqual([])
  })

  test('the panels of the dashboard have ids of their own and do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    for (const [index, { title, gridPos: box }] of panels.entries()) {
      expect(box.x + box.w).toBeLessThanOrEqual(24)
      const hidden = panels.slice(index + 1).filter(({ gridPos }) => areOverlapping(box, gridPos))
      expect([title, hidden.map((panel) => panel.title)]).toEqual([title, []])
    }
  })
})

function areOverlapping(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}
