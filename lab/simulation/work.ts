import { kinds } from '@bank/ledger/kinds'
import { int64Max } from '@bank/ledger/money'
import { statuses } from '@bank/ledger/transaction-status'
import { type Instruction, openingOf as instructionOf, type Opening } from '@bank/server/books/instruction'
import { movementOfPot } from '@bank/server/pots/pot-movement'
import {
  type Customer,
  changeStatus,
  creditDisputed,
  funding,
  moveOwn,
  takeCreditBack,
  transferInside,
  transferOut,
} from '@bank/server/test/books-people'
import type { Chance } from './chance.ts'
import {
  guardedUser,
  isRightPin,
  limitedUser,
  modelCustomers,
  modelId,
  modelInternalAccounts,
  modelPots,
  newBeneficiaryLimitMinor,
} from './model-bank.ts'

const books = { internalAccounts: modelInternalAccounts }

/** The PIN of no customer. */
const wrongPin = '0000'

/** The instructions of each client of a fault plan. */
export function workloadOf(chance: Chance): Instruction[][] {
  let ids = 0
  const opened: Opening[] = []
  const clients = 1 + chance.below(4)
  const instructionsMax = chance.oneOf([1, 2, 2, 6])
  // 20 % of the fault plans have instructions that the database refuses, 50 % a customer who enters wrong PINs only.
  const poison = chance.happens(0.2) ? 0.3 : 0
  const forgetful = chance.happens(0.5) ? chance.oneOf(modelCustomers) : null

  function anyInstructions(): Instruction[] {
    const [from, to] = [chance.oneOf(modelCustomers), chance.oneOf(modelCustomers)]
    const kind = chance.next()
    if (opened.length > 0 && kind < 0.3) {
      // Some reuse an id with other contents, or by another customer.
      const earlier = chance.oneOf(opened)
      return [kind < 0.06 ? withOtherContents(earlier) : changeOf(earlier)]
    }
    const id = modelId('a', ids++)
    if (kind > 0.95) return disputed(to, from, id)
    if (chance.happens(0.15)) return aroundPot(id)
    const pin = from.userId === forgetful?.userId || chance.happens(0.04) ? wrongPin : from.pin
    const amountMinor = BigInt(1 + chance.below(60_00))
    const reference = ids % 4 === 0 ? null : `Invoice ${ids}`
    const made = limited(scheduled(openingOf(kind, from, to, amountMinor, { id, pin, reference })))
    opened.push(made)
    // A transfer that waits for an undo time is rare here. It has enough money, and something that may end the time.
    const waits = made.undoMilliseconds !== undefined
    const funded = waits ? [funding(books, from, amountMinor, modelId('a', ids++))] : []
    const changes = Array.from({ length: chance.happens(waits ? 0.9 : 0.2) ? 3 : 0 }, () => changeOf(made))
    return [...funded, chance.happens(poison) ? poisoned(made) : made, ...changes]
  }

  /** A provisional credit, of which a part may be spent, and its taking back, sometimes twice or from another account. */
  function disputed(credited: Customer, other: Customer, id: string): Instruction[] {
    const credit = creditDisputed(books, credited, BigInt(1 + chance.below(60_00)), id)
    const spends = chance.happens(0.5)
    const spent = transferOut(books, credited, 20_00n, { id: modelId('a', ids++), pin: credited.pin })
    const backs = [credited, chance.oneOf([credited, credited, other])]
      .slice(0, 1 + chance.below(2))
      .map((payer) => takeCreditBack(books, credit, payer, modelId('a', ids++)))
    opened.push(credit, ...backs)
    return [credit, ...(spends ? [limited(spent)] : []), ...backs]
  }

  /** A transfer that may be rounded up into a pot, and money into it or out of it. */
  function aroundPot(id: string): Opening[] {
    const pot = chance.oneOf(modelPots)
    const owner = modelCustomers.find(({ accountId }) => accountId === pot.accountId)!
    const details = { id: modelId('a', ids++), pin: owner.pin }
    const sent = scheduled(transferOut(books, owner, BigInt(1 + chance.below(9_99)), details))
    const kind = chance.happens(0.6) ? 'pot_in' : 'pot_out'
    const movement = movementOfPot(pot, { kind, id: modelId('a', ids++), amountMinor: 3_00n })
    const authority = { by: 'own', userId: pot.ownerId } as const
    const moved = instructionOf(books, movement, { limitMinor: int64Max, authority })
    opened.push(sent, moved)
    return [funding(books, owner, 20_00n, id), sent, moved]
  }

  function changeOf(earlier: Opening): Instruction {
    const sender = limitedSenderOf(earlier.facts)
    const change = changeStatus(earlier, chance.oneOf(statuses), modelId('d', ids++))
    const hasUndoTime = earlier.undoMilliseconds !== undefined
    if (!sender || chance.happens(hasUndoTime ? 0.3 : 0.8)) return { ...change, sender }
    const own = { ...change, sender, madeBy: sender.userId }
    if (hasUndoTime && chance.happens(0.6)) return { ...own, status: 'success', isRelease: true }
    // The time of a sender who takes a transfer back is never over: it may have had another status.
    return { ...own, status: 'failed', releasedAt: Number.MAX_VALUE }
  }

  function openingOf(
    kind: number,
    from: Customer,
    to: Customer,
    amountMinor: bigint,
    details: { id: string; pin: string; reference: string | null },
  ): Opening {
    if (kind < 0.45) return funding(books, to, amountMinor, details.id)
    if (from !== to && from.userId === to.userId) return moveOwn(books, from, to, amountMinor, details.id)
    if (kind < 0.8 || from === to) return transferOut(books, from, amountMinor, details)
    // So short that releases come after it.
    const undoMilliseconds = chance.happens(0.5) ? 0 : undefined
    return transferInside(books, from, to, amountMinor, { ...details, undoMilliseconds })
  }

  function withOtherContents(earlier: Opening): Instruction {
    const { reference, amountMinor } = earlier.facts
    const other =
      reference === null ? { amountMinor: amountMinor + 1n } : { reference: `${reference}, again` }
    const facts = { ...earlier.facts, ...other }
    // The amount of what stops at the balance is not a part of its contents.
    if (chance.happens(0.5) && !kinds[facts.kind].stopsAtBalance) return { ...earlier, facts }
    return rivalOf(chance, earlier)
  }

  return Array.from({ length: clients }, () =>
    Array.from({ length: 1 + chance.below(instructionsMax) }, anyInstructions).flat(),
  )
}

/** A transfer of any customer with the id of another transfer. */
export function rivalOf(chance: Chance, { facts }: Opening): Instruction {
  const customer = chance.oneOf(modelCustomers)
  return limited(transferOut(books, customer, facts.amountMinor, { id: facts.id, pin: customer.pin }))
}

/** Every second transfer of the guarded customer is a scheduled one, which is made on its day without a PIN. */
function scheduled(made: Opening): Opening {
  const { id, madeBy } = made.facts
  if (made.authority.by !== 'pin' || madeBy !== guardedUser || Number.parseInt(id.slice(-4), 16) % 2 > 0)
    return made
  return { ...made, authority: { by: 'schedule', userId: madeBy } }
}

/** A transfer of the limited customer goes to one of a few beneficiaries, under the bank's limit for new ones. */
function limited(made: Opening): Opening {
  if (made.facts.madeBy !== limitedUser || made.authority.by !== 'pin') return made
  const beneficiary = beneficiaryOf(made.facts.id)
  return { ...made, newBeneficiary: { beneficiary, limitMinor: newBeneficiaryLimitMinor } }
}

/** The sender of a transaction, as a change of its status names them. */
export function limitedSenderOf(facts: Pick<Opening['facts'], 'id' | 'kind' | 'madeBy'>) {
  const { id, kind, madeBy: userId } = facts
  return kinds[kind].isLimited ? { userId, beneficiary: beneficiaryOf(id) } : undefined
}

/** The beneficiary of the limited customer's transfer with this id. */
export function beneficiaryOf(id: string): string {
  return `payee ${Number.parseInt(id.slice(-4), 16) % 3}`
}

/** An instruction that the database refuses, because of U+0000. */
function poisoned(made: Opening): Opening {
  return { ...made, facts: { ...made.facts, debitDetail: 'Rent \u0000' } }
}

export function isPoisoned(instruction: Instruction): boolean {
  return instruction.type === 'open_transaction' && (instruction.facts.debitDetail ?? '').includes('\u0000')
}

export function idOf(instruction: Instruction): string {
  return instruction.type === 'change_status' ? instruction.changeId : instruction.facts.id
}

/** The customer who entered a PIN for the instruction, and the PIN; null where none is needed. */
export function senderOf(instruction: Instruction) {
  if (instruction.type === 'change_status' || instruction.authority.by !== 'pin') return null
  return instruction.authority
}

export function hasWrongPin(instruction: Instruction): boolean {
  const sender = senderOf(instruction)
  return sender !== null && !isRightPin(sender.userId, sender.pin)
}
