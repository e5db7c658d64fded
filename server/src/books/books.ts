import { openAttempts } from '@bank/ledger/attempt'
import type { Currency } from '@bank/ledger/currency'
import { decide, type Outcome } from '@bank/ledger/decide'
import type { RotatingKey } from '../keys/derive-keys.ts'
import type { Database } from '../postgres/database.ts'
import { isLostConnection, isTransientError } from '../postgres/transient-error.ts'
import { Refusal } from '../refusal.ts'
import { auditEventsOf } from './audited-acts.ts'
import { type Environment, realEnvironment } from './environment.ts'
import { commandOf, type Instruction, type Submitted } from './instruction.ts'
import { type InternalAccounts, readInternalAccounts } from './internal-accounts.ts'
import { openLane } from './lane.ts'
import { lockAndRead } from './lock-and-read.ts'
import { hashPin, matchPin } from './pin.ts'
import { seal, sealedPostings } from './seal.ts'
import { type RekeyedPin, writeRows } from './write-rows.ts'
import { openWriter } from './writer.ts'

/** The bank's books: the only way to move money. */
export type Books = {
  /**
   * Moves money, or says why not. The outcome is given once the database has acknowledged it. Throws the refusals
   * `busy` (nothing happened) and `outcome_unknown` (the database went away at the commit: submit the same again).
   */
  readonly submit: (instruction: Instruction) => Promise<Outcome>
  /** The bank's own ledger accounts of a currency. */
  readonly internalAccounts: Readonly<Record<Currency, InternalAccounts>>
  /** Answers everything submitted, then lets go of the database. */
  readonly close: () => Promise<void>
}

// How long an instruction may have waited when it is tried for the first time or again: long enough for a database that
// restarts its backends, short enough that a caller hears from us before giving up.
const waitMillisecondsMax = 2_000

/**
 * Opens the books on a connection of their own. Several processes may do so on one database: the rows' locks keep
 * them apart. `clock` gives milliseconds since 1970.
 */
export async function openBooks({
  db,
  pinKey,
  clock = Date.now,
  environment = realEnvironment,
}: {
  db: Database
  pinKey: RotatingKey
  clock?: () => number
  environment?: Environment
}): Promise<Books> {
  const internalAccounts = await readInternalAccounts(db)
  const writer = openWriter(db, environment)
  const { elapsed, wait, chance } = environment
  const nextAttempt = openAttempts(environment.newId())

  /** Runs a batch once. Says through `commitSent` when a failure from there on leaves the outcome open. */
  async function attempt(batch: readonly Submitted[], commitSent: () => void) {
    const { connection, head } = await writer.ready().catch(unreachable)
    const instructions = batch.map(({ instruction }) => instruction)
    const { snapshot, pinSecrets } = await lockAndRead(connection, instructions)
    const rekeyedPins: RekeyedPin[] = []
    const commands = batch.map((submitted) =>
      commandOf(submitted, (userId, pin) => {
        const secret = pinSecrets.get(userId)
        const match = secret === undefined ? 'none' : matchPin(pinKey, secret, pin)
        if (match === 'previous') {
          rekeyedPins.push({ userId, hash: hashPin(pinKey.current, secret!.salt, pin), keyId: pinKey.id })
        }
        return match !== 'none'
      }),
    )
    const { outcomes, rows } = decide(snapshot, commands, clock())
    const link = rows.postings.length > 0 ? seal(head, sealedPostings(rows)) : null
    if (link || rows.noOpStatusChanges.length > 0 || rows.pins.length > 0) commitSent()
    const auditEvents = auditEventsOf(instructions, outcomes, rows)
    await writeRows(connection, { rows, link, rekeyedPins, auditEvents })
    if (link) writer.advance(link)
    return outcomes
  }

  async function doBatch(batch: readonly Submitted[], since: number): Promise<readonly Outcome[]> {
    let inDoubt = false
    for (let tries = 1; ; tries++) {
      let atCommit = false
      try {
        return await attempt(batch, () => {
          atCommit = true
        })
      } catch (error) {
        inDoubt ||= atCommit && isLostConnection(error)
        await writer.recover(error)
        const isWorthWaiting = elapsed() < since + waitMillisecondsMax
        if (!isWorthAnotherTry(error) || !isWorthWaiting) {
          if (inDoubt) throw new Refusal('outcome_unknown')
          throw isWorthAnotherTry(error) ? new Refusal('busy') : error
        }
        await wait(chance() * Math.min(20 * 2 ** tries, 500))
      }
    }
  }

  const lane = openLane<Submitted, Outcome>({
    doBatch,
    mayBeSplit: (error) => !(error instanceof Refusal),
    batchMax: 512,
    undividedMax: 16,
    queueMax: 8_192,
    waitMillisecondsMax,
    elapsed,
    busy: () => new Refusal('busy'),
  })
  return {
    internalAccounts,
    submit: (instruction) => lane.submit({ instruction, attempt: nextAttempt() }),
    close: async () => {
      await lane.close()
      await writer.close()
    },
  }
}

/**
 * A passing fault; or an id that another process has just used, or a link of our own chain that we had not seen: the
 * next try finds the row and answers from it.
 */
function isWorthAnotherTry(error: unknown): boolean {
  if (isTransientError(error)) return true
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
  return (
    constraint === 'transactions_pkey' ||
    constraint === 'postings_pkey' ||
    constraint === 'batches_pkey' ||
    // The key of no_op_changes, by the name that the version before knows (migration 24).
    constraint === 'idle_changes_pkey'
  )
}

/** Whatever keeps us from the database, it is nothing that an instruction did. */
function unreachable(cause: unknown): never {
  throw new Error('The books have no connection to the database', { cause })
}
