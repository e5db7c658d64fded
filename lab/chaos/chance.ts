import { hash } from 'node:crypto'
import { chanceOf, type Chance as Numbers } from '../simulation/chance.ts'

/** A seeded random generator: the same seed gives the same sequence. */
export type Chance = Pick<Numbers, 'below' | 'happens'> & {
  /** A whole number from `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number
  readonly pick: Numbers['oneOf']
  readonly shuffled: <Item>(items: readonly Item[]) => Item[]
  /** A UUID of version 4. */
  readonly id: () => string
  /** A separate generator for one actor, so that its numbers do not depend on the order of the actors. */
  readonly of: (name: string) => Chance
}

export function openChance(seed: string): Chance {
  const { below, happens, oneOf } = chanceOf(Number.parseInt(hash('sha256', seed).slice(0, 8), 16))
  let ids = 0
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    happens,
    pick: oneOf,
    shuffled(items) {
      const mixed = [...items]
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = below(last + 1)
        ;[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!]
      }
      return mixed
    },
    // From a hash: the 32 bits of the generator's state would give some of a million ids twice.
    id: () =>
      hash('sha256', `${seed} ${ids++}`).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5'),
    of: (name) => openChance(`${seed} ${name}`),
  }
}
