import { kindsThat } from '@bank/ledger/kinds'
import type { Instruction } from '@bank/server/books/instruction'
import type { roundUp } from '@bank/server/pots/round-up'
import type { Chance } from './chance.ts'
import type { openClients } from './clients.ts'
import { modelPots } from './model-bank.ts'
import { type Network, sleepOn } from './model-connection.ts'
import { bookingOf, entriesAfter } from './round-up-statements.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import { idOf } from './work.ts'

type Options = Pick<ReturnType<typeof openClients>, 'bankOf'> & {
  readonly roundUp: typeof roundUp
  readonly running: readonly SimulatedProcess[]
}

/** The round-up job of the processes, as the bank runs it, beside their clients. */
export function openRoundUps(network: Network, chance: Chance, { roundUp, running, bankOf }: Options) {
  const refused = new Set<string>()
  const pause = chance.oneOf([2, 20, 200])

  /** One round of a process. Returns how many pots had entries; one that failed is repeated. */
  function round(process: SimulatedProcess): Promise<number> {
    const bank = bankOf(process)
    async function submit(instruction: Instruction) {
      const outcome = await bank.books.submit(instruction)
      if ('refusal' in outcome) refused.add(idOf(instruction))
      return outcome
    }
    const config = { releaseAfterMinutes: 0 } as Parameters<typeof roundUp>[0]['config']
    return roundUp({ ...bank, books: { ...bank.books, submit }, config }).catch(() => 1)
  }

  return {
    /** Repeats rounds until the process no longer takes requests, or `isOver`. */
    async run(process: SimulatedProcess, isOver: () => boolean): Promise<void> {
      await sleepOn(network, pause * chance.next(), process)
      while (running.includes(process) && !isOver()) {
        await round(process)
        await sleepOn(network, pause, process)
      }
    },
    /** Repeats rounds after the last fault until nothing is left. */
    async finish(process: SimulatedProcess): Promise<void> {
      while ((await round(process)) > 0) await sleepOn(network, 50, process)
    },
    /**
     * By the amounts alone: each round-up is what one earlier transfer from the account lacks to the whole unit, and no other one is. A
     * transfer that did not come back is left out only where the books refused its round-up.
     */
    violation(): string | null {
      const { tables } = network.database
      // One that was refused, and booked later, is among the round-ups.
      const skipped = [...refused].filter((id) => !tables.transactions.has(id)).length
      for (const { id, accountId } of modelPots) {
        const roundedSeq = tables.pots.get(String(id))!.rounded_seq as bigint
        const lacking: bigint[] = []
        let left = 0
        for (const entry of entriesAfter(tables, accountId, 0n)) {
          const { seq, amountMinor, ...booking } = bookingOf(tables, entry, kindsThat('isRoundedUp'))
          const lacks = (100n - (amountMinor % 100n)) % 100n
          if (booking.isRoundUp) {
            const index = lacking.indexOf(amountMinor)
            if (index < 0) return `${amountMinor} is rounded up, and no transfer before lacks that any more`
            lacking.splice(index, 1)
            left--
          } else if (booking.isTransfer && lacks > 0n) {
            lacking.push(lacks)
            if (seq <= roundedSeq && !booking.isBack) left++
          }
        }
        if (left > skipped) return `${left} transfers are not rounded up, and ${skipped} were refused`
      }
      return null
    },
  }
}
