// The pages show "1,000+" and "10,000+" beyond these: an exact count costs more than it is worth.
export const countMax = 1_000
export const pendingMax = 10_000

/** Null for a number that was not counted to its end. */
export function exact(count: number, max = countMax): number | null {
  return count > max ? null : count
}
