/** The middle one of the numbers by size, the mean of the two middle ones when there are two; NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2
}

/** The number that `share` (0 to 1) of the numbers do not exceed: 0.99 for the p99. NaN of none. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** The median of the rounds' own ratios: other load on the machine affects two neighbouring rounds alike. */
export function medianRatio(of: readonly number[], to: readonly number[]): number {
  return median(to.map((value, round) => (of[round] ?? Number.NaN) / value))
}
