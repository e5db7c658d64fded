import type { Weight } from './page-weights.ts'

/** What is heavier than its budget, or could not be weighed. */
export function weightFaults(weights: readonly Weight[]): string[] {
  return weights
    .filter(({ kibibytes, budget }) => !(kibibytes <= budget))
    .map(({ name, kibibytes, budget }) => `${name}: ${kibibytes.toFixed(1)} KiB of ${budget}`)
}
