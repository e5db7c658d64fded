/** A seeded random generator: the same seed gives the same sequence. */
export type Chance = {
  /** From 0 up to 1. */
  readonly next: () => number
  /** A whole number from 0 up to `end`. */
  readonly below: (end: number) => number
  readonly happens: (probability: number) => boolean
  readonly oneOf: <Value>(values: readonly Value[]) => Value
  /** Between two numbers. */
  readonly between: (from: number, to: number) => number
}

/** Mulberry32: 32 bits of state are enough for the few thousand numbers of a fault plan. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    happens: (probability) => next() < probability,
    oneOf: (values) => values[below(values.length)]!,
    between: (from, to) => from + next() * (to - from),
  }
}
