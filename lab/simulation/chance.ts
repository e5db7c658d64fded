/** A seeded random generator: the same seed gives the same sequence. */
export type Chance = ReturnType<typeof chanceOf>

/** Mulberry32: 32 bits of state are enough for the few thousand numbers of a fault plan. */
export function chanceOf(seed: number) {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    /** From 0 up to 1. */
    next,
    /** A whole number from 0 up to `end`. */
    below,
    happens: (probability: number) => next() < probability,
    oneOf: <Value>(values: readonly Value[]): Value => values[below(values.length)]!,
    between: (from: number, to: number) => from + next() * (to - from),
  }
}
