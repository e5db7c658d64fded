import { createHash } from 'node:crypto'

/** A seeded random generator: the same seed gives the same sequence. */
export type Chance = {
  /** A whole number from 0 up to but not including `end`. */
  readonly below: (end: number) => number
  /** A whole number from `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number
  /** True with this probability, from 0 to 1. */
  readonly happens: (share: number) => boolean
  readonly pick: <Item>(items: readonly Item[]) => Item
  readonly shuffled: <Item>(items: readonly Item[]) => Item[]
  /** A UUID of version 4. */
  readonly id: () => string
  /** A separate generator for one actor, so that its numbers do not depend on the order of the actors. */
  readonly of: (name: string) => Chance
}

export function openChance(seed: string): Chance {
  const digest = createHash('sha256').update(seed).digest()
  let a = digest.readInt32LE(0)
  let b = digest.readInt32LE(4)
  let c = digest.readInt32LE(8)
  let counter = digest.readInt32LE(12)

  /** sfc32: fast, and passes the usual tests of randomness. Its 128 bits make millions of ids distinct. */
  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }

  const below = (end: number) => Math.floor((next() / 2 ** 32) * end)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    happens: (share) => next() / 2 ** 32 < share,
    pick: (items) => items[below(items.length)]!,
    shuffled(items) {
      const mixed = [...items]
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = below(last + 1)
        ;[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!]
      }
      return mixed
    },
    id() {
      const digits = Array.from({ length: 4 }, () => next().toString(16).padStart(8, '0')).join('')
      const variant = '89ab'[Number.parseInt(digits[16]!, 16) % 4]
      return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, `$1-$2-4$3-${variant}$4-$5`)
    },
    of: (name) => openChance(`${seed} ${name}`),
  }
}
