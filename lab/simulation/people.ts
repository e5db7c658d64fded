import type { Outcome } from '@bank/ledger/decide'
import type { Instruction } from '@bank/server/books/instruction'
import type { Chance } from './chance.ts'
import type { Judge } from './judge.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { Timeline } from './timeline.ts'
import { isPoisoned, rivalOf } from './work.ts'

/** People who send money and repeat what they have no answer to, each at a process of their luck. */
export function openPeople({
  chance,
  timeline,
  judge,
  running,
  rest,
  areStrange,
  isHealed,
}: {
  readonly chance: Chance
  readonly timeline: Timeline
  readonly judge: Judge
  readonly running: readonly SimulatedProcess[]
  readonly rest: (milliseconds: number) => Promise<void>
  readonly areStrange: boolean
  readonly isHealed: () => boolean
}) {
  /** The outcome, or null where there was none. */
  async function submitOnce(instruction: Instruction): Promise<Outcome | null> {
    const process = chance.oneOf(running)
    const one = judge.begins(instruction, timeline.now())
    try {
      const outcome = await Promise.race([process.books.submit(instruction), process.killed])
      if (outcome === 'killed') {
        judge.isAbandoned(one)
        return null
      }
      judge.answered(one, timeline.now(), outcome)
      return outcome
    } catch (error) {
      judge.failed(one, timeline.now(), error, areStrange)
      return null
    }
  }

  /** Submits until there is a yes or a no, as a browser does. What the database will never take is given up. */
  async function insist(instruction: Instruction): Promise<Outcome | null> {
    for (let tries = 0; tries < 60; tries++) {
      const outcome = await submitOnce(instruction)
      if (outcome) return outcome
      if (isPoisoned(instruction) && tries > 3) return null
      await rest(chance.between(1, isHealed() ? 2_000 : 400))
    }
    judge.hasNoAnswer(instruction)
    return null
  }

  /** Mostly the same; else a client that reuses ids. */
  function twinOf(wish: Instruction): Instruction {
    return wish.kind === 'open_transaction' && chance.happens(0.3) ? rivalOf(chance, wish) : wish
  }

  return {
    submitOnce,
    async live(wishes: readonly Instruction[]): Promise<void> {
      for (const wish of wishes) {
        if (chance.happens(0.5)) await rest(chance.between(0, 20))
        // Now and then a hasty finger, or a browser that repeats by itself.
        const twin = chance.happens(0.2) ? insist(twinOf(wish)) : null
        const outcome = await insist(wish)
        await twin
        if (outcome && !('refusal' in outcome) && chance.happens(0.2)) await insist(wish)
      }
    },
  }
}
