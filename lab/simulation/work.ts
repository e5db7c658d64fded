import { statuses } from '@bank/ledger/transaction-status'
import type { Instruction } from '@bank/server/books/instruction'
import {
  changeStatus,
  funding,
  type OpenInstruction,
  transferInside,
  transferOut,
} from '@bank/server/test/books-people'
import type { Chance } from './chance.ts'
import { modelCustomers, modelId, modelInternalAccounts } from './model-bank.ts'

const books = { internalAccounts: modelInternalAccounts }

/** No customer's PIN: what is typed by a customer who does not remember it. */
const wrongPin = '0000'

/** What the people of a schedule want done: each person's wishes in their order. */
export function workOf(chance: Chance): Instruction[][] {
  let ids = 0
  const opened: OpenInstruction[] = []
  const people = 1 + chance.below(4)
  const wishesMax = chance.oneOf([1, 2, 2, 6])
  // Half of all schedules have a person who remembers no PIN.
  // And in some, something cannot be done.
  const poison = chance.happens(0.2) ? 0.3 : 0
  const forgetful = chance.happens(0.5) ? chance.oneOf(modelCustomers) : null

  function wish(): Instruction {
    const [from, to] = [chance.oneOf(modelCustomers), chance.oneOf(modelCustomers)]
    const kind = chance.next()
    if (opened.length > 0 && kind < 0.3) {
      // Now and then one that had been made with other contents, or by another customer.
      const earlier = chance.oneOf(opened)
      if (kind < 0.06) return other(earlier)
      return changeStatus(earlier, chance.oneOf(statuses), modelId('d', ids++))
    }
    const id = modelId('a', ids++)
    const pin = from === forgetful || chance.happens(0.04) ? wrongPin : from.pin
    const amountMinor = BigInt(1 + chance.below(60_00))
    const made =
      kind < 0.45
        ? funding(books, to, amountMinor, id)
        : kind < 0.8 || from === to
          ? transferOut(books, from, amountMinor, { id, pin })
          : transferInside(books, from, to, amountMinor, { id, pin })
    opened.push(made)
    return chance.happens(poison) ? poisoned(made) : made
  }

  function other(earlier: OpenInstruction): Instruction {
    const facts = { ...earlier.facts, amountMinor: earlier.facts.amountMinor + 1n }
    if (chance.happens(0.5)) return { ...earlier, facts }
    return rivalOf(chance, earlier)
  }

  return Array.from({ length: people }, () => Array.from({ length: 1 + chance.below(wishesMax) }, wish))
}

/** A transfer of one customer under the id of another customer's transfer. */
export function rivalOf(chance: Chance, { facts }: OpenInstruction): Instruction {
  const customer = chance.oneOf(modelCustomers)
  return transferOut(books, customer, facts.amountMinor, { id: facts.id, pin: customer.pin })
}

/** The database takes no such character. */
function poisoned(made: OpenInstruction): OpenInstruction {
  return { ...made, facts: { ...made.facts, debitDescription: 'Transfer to \u0000' } }
}

export function isPoisoned(instruction: Instruction): boolean {
  return (
    instruction.kind === 'open_transaction' && (instruction.facts.debitDescription ?? '').includes('\u0000')
  )
}

/** The id under which an instruction is found again. */
export function idOf(instruction: Instruction): string {
  return instruction.kind === 'change_status' ? instruction.changeId : instruction.facts.id
}
