import type { Figure } from '../../bench/figure'

/** What is heavier than its budget, or could not be weighed. */
export function weightFaults(figures: readonly Figure[]): string[] {
  return figures
    .filter(({ value, goal }) => !(value <= goal!.atMost!))
    .map(({ name, value, goal }) => `${name}: ${value.toFixed(1)} of ${goal!.atMost}`)
}
