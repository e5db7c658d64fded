import { openBrokenBooks } from './broken-books.ts'
import { mutants } from './mutants.ts'
import { playSchedule } from './play-schedule.ts'

/** A mutant and the first schedule that finds it, null if none does. */
export type MutantResult = { readonly name: string; readonly seed: number | null; readonly finding: string }

// With fewer schedules for each mutant, rare ones are skipped.
const schedulesForRare = 2_000

/** Plays schedules from seed 0 with each mutant of the books, until one finds it. */
export async function* findMutants(schedulesMax: number): AsyncGenerator<MutantResult> {
  for (const mutant of mutants) {
    if (mutant.isRare && schedulesMax < schedulesForRare) continue
    const openBooks = await openBrokenBooks(mutant)
    let result: MutantResult = {
      name: mutant.name,
      seed: null,
      finding: `none of ${schedulesMax} schedules finds it`,
    }
    for (let seed = 0; seed < schedulesMax && result.seed === null; seed++) {
      const { findings } = await playSchedule(seed, openBooks)
      if (findings.length > 0) result = { name: mutant.name, seed, finding: findings[0]! }
    }
    yield result
  }
}
