import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bank-process.ts'
import type { Findings } from './figure.ts'
import { weighRoutes, weighStyles } from './route-weights.ts'

/** The most JavaScript a route may load, gzipped, in KiB. */
const budgets: Readonly<Record<string, number>> = {
  '/': 135,
  '/register': 150,
  '/reset-password': 135,
  '/confirm-email': 110,
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
/** The most that the styles of all pages together may weigh. */
const stylesBudget = 14

/** The JavaScript of every route, and the styles of all, beside their budgets. */
export function pageGoals(): Findings {
  const routes = readFileSync(join(root, 'web/src/routes.tsx'), 'utf8')
  const weights = weighRoutes(join(root, 'web/dist'), routes)
  // Nothing is built yet.
  const unknown = [{ path: '/', files: 0, bytes: Number.NaN }]
  return {
    part: 'page',
    figures: [
      ...(weights ?? unknown).map(({ path, files, bytes }) => ({
        name: `JavaScript of the page ${path}, gzipped, in ${files} files`,
        value: bytes / 1_024,
        unit: ' KiB',
        goal: { atMost: budgets[path] ?? administratorsBudget },
      })),
      {
        name: 'Styles of all pages, gzipped',
        value: weights ? weighStyles(join(root, 'web/dist')) / 1_024 : Number.NaN,
        unit: ' KiB',
        goal: { atMost: stylesBudget },
      },
    ],
  }
}
