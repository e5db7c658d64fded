import * as fc from 'fast-check'
import type { Command } from '../src/command.ts'
import { bankItself } from '../src/transaction.ts'
import { statuses } from '../src/transaction-status.ts'
import { charge } from './fee.ts'
import {
  alice,
  aliceSavings,
  bruno,
  changeStatus,
  clara,
  creditDisputed,
  erika,
  funding,
  minute,
  moveOwn,
  movePot,
  noon,
  type Person,
  submittedAgain,
  takeBack,
  takeCreditBack,
  transferInside,
  transferOut,
  transferPlain,
  uuid,
} from './small-bank.ts'

/** Commands that arrive together, the moment at which they are decided, and what is held on alice's account then. */
export type Batch = {
  readonly commands: readonly Command[]
  readonly now: number
  readonly heldMinor: bigint
}

// Few ids, so that they are reused by chance: for a retry, with other contents, by another user.
const transactionId = fc.integer({ min: 201, max: 205 }).map(uuid)
const changeId = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 301, max: 306 }).map(uuid) },
  { weight: 1, arbitrary: transactionId },
)

const amountMinor = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: 1n, max: 6_000n }) },
  { weight: 2, arbitrary: fc.constantFrom(4_000n, 10_000n) },
  { weight: 2, arbitrary: fc.constantFrom(25_000_001n, 2n ** 62n, 2n ** 63n - 1n) },
)

/** An account that does not exist: no ledger account and no user. */
const unknownAccount: Person = { userId: uuid(9), ledgerAccountId: 99n, currency: 'USD' }
/** Alice's ledger account with a user who does not exist. */
const unknownUser: Person = { ...alice, userId: uuid(8) }

const people = {
  // Alice most of all: what follows depends on what went before only where it meets.
  from: fc.constantFrom(
    alice,
    alice,
    alice,
    aliceSavings,
    erika,
    erika,
    bruno,
    clara,
    unknownAccount,
    unknownUser,
  ),
  // Alice and Erika also send to their own accounts.
  to: fc.constantFrom(bruno, bruno, bruno, clara, erika, alice, unknownAccount),
  funded: fc.constantFrom(alice, alice, bruno, erika, unknownAccount),
}

const authority = fc.record({
  pinMatches: fc.oneof(
    { weight: 5, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  limitMinor: fc.constantFrom(25_000_000n, 2n ** 63n - 1n),
})

const reference = fc.constantFrom(null, null, 'Invoice 1', 'Invoice 2')

const undoMilliseconds = fc.constantFrom(undefined, undefined, minute / 2)

const transfer = fc.oneof(
  fc
    .tuple(
      fc.record({ id: transactionId, amountMinor, reference, from: people.from, undoMilliseconds }),
      authority,
    )
    .map(([movement, allowed]) => transferOut(movement, allowed)),
  fc
    .tuple(
      fc.record({
        id: transactionId,
        amountMinor,
        reference,
        from: people.from,
        to: people.to,
        undoMilliseconds,
      }),
      authority,
    )
    .map(([movement, allowed]) => transferInside(movement, allowed)),
  fc
    .tuple(fc.record({ id: transactionId, amountMinor }), fc.constantFrom('Rent', 'Food'))
    .map(([movement, description]) => transferPlain(movement, description)),
)

// Few beneficiaries and low limits, so that both are met again. The one of the last id is not limited.
const beneficiaries: Readonly<Record<string, string>> = {
  [uuid(201)]: 'dana',
  [uuid(202)]: 'dana',
  [uuid(203)]: 'emil',
  [uuid(204)]: 'fay',
}

const limitedTransfer = fc
  .tuple(transfer, fc.constantFrom(3_000n, 6_000n, 6_000n))
  .map(([command, limitMinor]) => {
    const beneficiary = beneficiaries[command.facts.id]
    return { ...command, newBeneficiary: beneficiary === undefined ? undefined : { beneficiary, limitMinor } }
  })

/** Carried out later, without a PIN. */
const withoutPin = fc.tuple(limitedTransfer, fc.boolean()).map(([command, isApproved]): Command => {
  const { madeBy: userId } = command.facts
  const authorisation = isApproved
    ? ({ by: 'approval', userId, approvedBy: clara.userId } as const)
    : ({ by: 'schedule', userId } as const)
  return { ...command, authorisation }
})

const ownMove = fc
  .record({
    id: transactionId,
    amountMinor,
    from: fc.constantFrom(alice, aliceSavings, bruno, erika, unknownUser),
    to: fc.constantFrom(aliceSavings, aliceSavings, alice, bruno, unknownAccount),
  })
  .map(moveOwn)

const potMove = fc
  .tuple(fc.constantFrom('in', 'out'), fc.record({ id: transactionId, amountMinor }))
  .map(([direction, movement]) => movePot(direction as 'in' | 'out', movement))

const moneyIn = fc.record({ id: transactionId, amountMinor, to: people.funded }).map(funding)

const takingBack = fc
  .tuple(
    fc.oneof(transactionId, fc.constantFrom(uuid(101), uuid(102))),
    fc.record({ id: transactionId, amountMinor, from: fc.constantFrom(alice, alice, bruno, erika) }),
  )
  .map(([fundingId, movement]) => takeBack(fundingId, movement))

const credit = fc.record({ id: transactionId, amountMinor, to: people.funded }).map(creditDisputed)

// From any account: the books leave it to the caller whose it is.
const creditTakingBack = fc
  .tuple(
    transactionId,
    fc.record({ id: transactionId, amountMinor, from: fc.constantFrom(alice, alice, aliceSavings, bruno) }),
  )
  .map(([creditId, movement]) => takeCreditBack(creditId, movement))

const fee = fc.record({ id: transactionId, amountMinor }).map(charge)

const change = fc
  .record({
    of: fc.oneof(
      { weight: 9, arbitrary: transactionId },
      { weight: 1, arbitrary: fc.constantFrom(uuid(101)) },
    ),
    status: fc.constantFrom(...statuses),
    changeId,
    seen: fc.option(fc.constantFrom(...statuses), { nil: undefined }),
    lacksReason: fc.constantFrom(false, false, true),
    madeBy: fc.constantFrom(clara.userId, clara.userId, uuid(5)),
  })
  .map(({ of, status, changeId: id, madeBy, ...rest }) => ({
    ...changeStatus(transferOut({ id: of, amountMinor: 1n }), status, id, madeBy),
    sender: { userId: alice.userId, beneficiary: beneficiaries[of] ?? 'gus' },
    ...rest,
  }))

/** A sender takes a transfer back. */
const cancel = fc
  .tuple(change, fc.constantFrom(alice, alice, erika, bruno), fc.integer({ min: 0, max: 90 }))
  .map(([{ seen: _, lacksReason: __, ...rest }, { userId }, minutes]): Command => {
    return { ...rest, status: 'failed', madeBy: userId, releasedAt: noon + minutes * minute }
  })

/** The undo time of a transfer is over. */
const ended = fc
  .tuple(change, fc.constantFrom('success' as const, 'success' as const, 'failed' as const))
  .map(([{ seen: _, lacksReason: __, ...rest }, status]): Command => {
    return { ...rest, status, madeBy: status === 'failed' ? bankItself : alice.userId, isRelease: true }
  })

/** Anything that may be asked of the small bank, sensible or not. The kind `fee` must be in the list of kinds (`addFee`). */
export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: limitedTransfer },
  { weight: 2, arbitrary: withoutPin },
  { weight: 2, arbitrary: moneyIn },
  { weight: 2, arbitrary: ownMove },
  { weight: 1, arbitrary: potMove },
  { weight: 2, arbitrary: takingBack },
  { weight: 2, arbitrary: credit },
  { weight: 2, arbitrary: creditTakingBack },
  { weight: 1, arbitrary: fee },
  { weight: 4, arbitrary: change },
  { weight: 2, arbitrary: cancel },
  { weight: 2, arbitrary: ended },
)

/** The next commands: a new one, an earlier one again, or guesses at alice's PIN. */
type Step = { readonly commands: readonly Command[] } | { readonly sendAgain: number }

const guesses = fc
  .integer({ min: 2, max: 6 })
  .map((tries) =>
    Array.from({ length: tries }, (_, at) =>
      transferOut({ id: uuid(401 + at), amountMinor: 1n }, { pinMatches: false }),
    ),
  )

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: anyCommand.map((command) => ({ commands: [command] })) },
  { weight: 5, arbitrary: fc.nat().map((sendAgain) => ({ sendAgain })) },
  { weight: 1, arbitrary: guesses.map((commands) => ({ commands })) },
)

const steps = fc.record({
  steps: fc.array(step, { maxLength: 10 }),
  // Some minutes after noon, of this day or the next; one batch may have an earlier moment than the batch before it.
  now: fc
    .tuple(fc.integer({ min: 0, max: 90 }), fc.constantFrom(0, 0, 0, 24 * 60))
    .map(([minutes, later]) => noon + (minutes + later) * minute),
  heldMinor: fc.constantFrom(0n, 0n, 4_000n, 9_000n),
})

export const anyBatch: fc.Arbitrary<Batch> = steps.map((batch) => asBatches([batch])[0]!)

/** A history of batches. */
export const anyHistory: fc.Arbitrary<readonly Batch[]> = fc.array(steps, { maxLength: 6 }).map(asBatches)

function asBatches(history: readonly (Omit<Batch, 'commands'> & { steps: readonly Step[] })[]): Batch[] {
  const asked: Command[] = []
  return history.map(({ steps, ...rest }) => {
    const before = asked.length
    for (const step of steps) {
      if ('commands' in step) asked.push(...step.commands)
      else if (asked.length > 0) asked.push(asked[step.sendAgain % asked.length]!)
    }
    return { commands: asked.slice(before).map(submittedAgain), ...rest }
  })
}
