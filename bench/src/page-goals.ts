import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bank-process.ts'
import type { Findings } from './figure.ts'
import { weighRoutes } from './route-weights.ts'

/** The most JavaScript a route may load, gzipped, in KiB. */
const budgets: Readonly<Record<string, number>> = {
  '/': 135,
  '/register': 150,
  '/reset-password': 135,
  '/terms': 110,
  '/privacy': 110,
  '/dashboard': 145,
  '/transfer': 150,
  '/transactions': 145,
  '/statement': 145,
  '/profile': 140,
  '/settings': 150,
  '/support': 145,
}
const administratorsBudget = 155

/** The JavaScript of every route beside its budget. */
export function pageGoals(): Findings {
  const routes = readFileSync(join(root, 'web/src/routes.tsx'), 'utf8')
  const weights = weighRoutes(join(root, 'web/dist'), routes)
  // Nothing is built yet.
  const unknown = [{ path: '/', files: 0, bytes: Number.NaN }]
  return {
    part: 'page',
    figures: (weights ?? unknown).map(({ path, files, bytes }) => ({
      name: `JavaScript of the page ${path}, gzipped, in ${files} files`,
      value: bytes / 1_024,
      unit: ' KiB',
      goal: { atMost: budgets[path] ?? administratorsBudget },
    })),
  }
}
