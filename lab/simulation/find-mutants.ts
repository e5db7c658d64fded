import { loadMutant } from './broken-books.ts'
import { mutants, rareMutants } from './mutants.ts'
import { playFaultPlan } from './play-fault-plan.ts'

// With fewer fault plans for each mutant, rare ones are skipped.
const plansForRare = 2_000

/** Plays fault plans from seed 0 with each mutant of the books until one finds it, and prints which. One that is not found is an error. */
export async function findMutants(plansMax: number): Promise<void> {
  Error.stackTraceLimit = 0
  // Mutants may reject promises that the books do not await.
  process.on('unhandledRejection', () => {})
  for (const mutant of plansMax < plansForRare ? mutants : [...mutants, ...rareMutants]) {
    const code = await loadMutant(mutant)
    let finding: string | undefined
    let seed = -1
    while (finding === undefined && ++seed < plansMax) {
      finding = (await playFaultPlan(seed, code)).findings[0]
    }
    if (finding === undefined) process.exitCode = 1
    console.log(finding ? `found by ${seed}: ${mutant.name}: ${finding}` : `NOT FOUND: ${mutant.name}`)
  }
}
