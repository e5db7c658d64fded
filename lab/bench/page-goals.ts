import { pageWeights } from '../screens/gates/page-weights.ts'
import type { Findings } from './figure.ts'

/** The JavaScript of every page, and the styles of all, beside their budgets. */
export function pageGoals(): Findings {
  return {
    part: 'page',
    figures: pageWeights().map(({ name, kibibytes, budget }) => ({
      name,
      value: kibibytes,
      unit: ' KiB',
      goal: { atMost: budget },
    })),
  }
}
