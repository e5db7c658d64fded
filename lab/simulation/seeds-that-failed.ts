/**
 * Fault plans that found a fault of the bank. A seed gives another fault plan after a change of the simulation's random numbers, so
 * each fault has a test of its own, too.
 */
export const seedsThatFailed: readonly { readonly seed: number; readonly found: string }[] = [
  {
    seed: 41,
    found: 'a status change to the status held already, repeated after another change, moved the money back',
  },
]
