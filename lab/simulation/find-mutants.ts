import { openBrokenBooks } from './broken-books.ts'
import { mutants } from './mutants.ts'
import { playSchedule } from './play-schedule.ts'

/** A broken kind of books, and the first schedule that shows it; null where none of them does. */
export type Caught = { readonly name: string; readonly seed: number | null; readonly finding: string }

// With fewer schedules than this for each, the rare ones are not looked for.
const enoughForTheRare = 2_000

/** Plays schedules from seed 0 with each of the broken books, until one shows that they are broken. */
export async function* findMutants(schedulesMax: number): AsyncGenerator<Caught> {
  for (const mutant of mutants) {
    if (mutant.isRare && schedulesMax < enoughForTheRare) continue
    const openBooks = await openBrokenBooks(mutant)
    let caught: Caught = {
      name: mutant.name,
      seed: null,
      finding: `none of ${schedulesMax} schedules shows it`,
    }
    for (let seed = 0; seed < schedulesMax && caught.seed === null; seed++) {
      const { findings } = await playSchedule(seed, openBooks)
      if (findings.length > 0) caught = { name: mutant.name, seed, finding: findings[0]! }
    }
    yield caught
  }
}
