import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bank-process.ts'
import { goalLine } from './report.ts'
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
export function pageGoals(): string[] {
  const routes = readFileSync(join(root, 'web/src/routes.tsx'), 'utf8')
  const weights = weighRoutes(join(root, 'web/dist'), routes)
  if (!weights) return [goalLine('JavaScript of the page /, gzipped', Number.NaN, { atMost: 135 }, ' KiB')]
  return weights.map(({ path, files, bytes }) =>
    goalLine(
      `JavaScript of the page ${path}, gzipped, in ${files} files`,
      bytes / 1_024,
      { atMost: budgets[path] ?? administratorsBudget },
      ' KiB',
    ),
  )
}
