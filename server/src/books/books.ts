import { openAttempts } from '@bank/ledger/attempt'
import type { Currency } from '@bank/ledger/currency'
import { decide, type Outcome } from '@bank/ledger/decide'
import type { RotatingKey } from '../keys/derive-keys.ts'
import type { Database } from '../postgres/database.ts'
import { isLostConnection, isTransientError } from '../postgres/transient-error.ts'
import { Refusal } from '../refusal.ts'
import { auditEventsOf } from './audited-acts.ts'
import { type Environment, realEnvironment } from './environment.ts'
import type { GuardRules } from './guard-rows.ts'
import { commandOf, type Instruction, onStripe, type Submitted } from './instruction.ts'
import { type InternalAccounts, readInternalAccounts } from './internal-accounts.ts'
import { type Lane, openLane } from './lane.ts'
import { lockAndRead } from './lock-and-read.ts'
import { hashPin, matchPin } from './pin.ts'
import { seal, sealedPostings } from './seal.ts'
import { type RekeyedPin, writeRows } from './write-rows.ts'
import { openWriter, type Writer } from './writer.ts'

/** The bank's books: the only way to move money. */
export type Books = {
  /**
   * Moves money or refuses to. Resolves when the database has acknowledged the commit. Throws the refusals `busy`
   * (nothing happened) and `outcome_unknown` (the connection was lost at the commit: submit the same again).
   */
  readonly submit: (instruction: Instruction) => Promise<Outcome>
  /** The internal ledger accounts of each currency. */
  readonly internalAccounts: Readonly<Record<Currency, InternalAccounts>>
  /** Completes what was submitted, then disconnects. */
  readonly close: () => Promise<void>
}

// The longest wait before a first or repeated try: long enough for a database that restarts its backends, short enough
// for the caller to get an answer before its own timeout.
const usualWaitMillisecondsMax = 2_000

const laneLimits = { batchMax: 512, undividedMax: 16, queueMax: 8_192 }

/**
 * Opens the books on dedicated connections. Several processes may do so on one database: row locks serialise them.
 * `clock` gives milliseconds since 1970.
 * `isStriped`: false for one in-transit account of each currency, whatever the number of processes.
 * `timeoutFactor` multiplies the timeouts, for tests on a slow machine.
 */
export async function openBooks({
  db,
  pinKey,
  clock = Date.now,
  environment = realEnvironment,
  isStriped = true,
  timeoutFactor = 1,
  guardRules = { timeZone: 'UTC', dayLimitMinor: null, monthLimitMinor: null },
}: {
  db: Database
  pinKey: RotatingKey
  clock?: () => number
  environment?: Environment
  isStriped?: boolean
  timeoutFactor?: number
  guardRules?: Omit<GuardRules, 'clock'>
}): Promise<Books> {
  const internalAccounts = await readInternalAccounts(db)
  const rules = { ...guardRules, clock }
  const openWriting = (laneIsStriped: boolean) => {
    const writer = openWriter(db, environment, { isStriped: laneIsStriped, timeoutFactor })
    return openWritingLane({ pinKey, rules, writer, environment, timeoutFactor })
  }
  const transfers = openWriting(isStriped)
  // An audited act waits for the head of the audit chain, which another process may hold. No transfer waits behind it.
  const auditedActs = openWriting(false)
  const nextAttempt = openAttempts(environment.newId())
  return {
    internalAccounts,
    submit: (instruction) =>
      (instruction.audit ? auditedActs : transfers).submit({ instruction, attempt: nextAttempt() }),
    close: async () => {
      await Promise.all([transfers.close(), auditedActs.close()])
    },
  }
}

/** A lane with its own connection and hash chain. It connects when its first instruction arrives. */
function openWritingLane({
  pinKey,
  rules,
  writer,
  environment: { elapsed, wait, chance, traceBatches },
  timeoutFactor,
}: {
  pinKey: RotatingKey
  rules: GuardRules
  writer: Writer
  environment: Environment
  timeoutFactor: number
}): Lane<Submitted, Outcome> {
  const waitMillisecondsMax = timeoutFactor * usualWaitMillisecondsMax

  /** Runs a batch once. Calls `commitSent` before the trip from which on a failure leaves the outcome unknown. */
  async function attempt(submitted: readonly Submitted[], commitSent: () => void) {
    const { connection, head, stripe } = await writer.ready().catch(unreachable)
    const batch = stripe ? submitted.map((each) => onStripe(each, stripe)) : submitted
    const instructions = batch.map(({ instruction }) => instruction)
    const { snapshot, pinSecrets } = await lockAndRead(connection, instructions, rules)
    const { commands, rekeyedPins } = commandsOf(batch, pinSecrets, pinKey)
    const { outcomes, rows } = decide(snapshot, commands, rules.clock())
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

  const { submit, close } = openLane<Submitted, Outcome>({
    doBatch: traceBatches?.(doBatch) ?? doBatch,
    mayBeSplit: (error) => !(error instanceof Refusal),
    ...laneLimits,
    waitMillisecondsMax,
    elapsed,
    busy: () => new Refusal('busy'),
  })
  return { submit, close: () => close().then(writer.close) }
}

/** The commands of a batch, and the PINs that matched under the previous SECRET_KEY, to be kept under the current one. */
function commandsOf(
  batch: readonly Submitted[],
  pinSecrets: Awaited<ReturnType<typeof lockAndRead>>['pinSecrets'],
  pinKey: RotatingKey,
) {
  const rekeyedPins: RekeyedPin[] = []
  const pinMatches = (userId: string, pin: string) => {
    const secret = pinSecrets.get(userId)
    const match = secret === undefined ? 'none' : matchPin(pinKey, secret, pin)
    if (match === 'previous') {
      rekeyedPins.push({ userId, hash: hashPin(pinKey.current, secret!.salt, pin), keyId: pinKey.id })
    }
    return match !== 'none'
  }
  const commands = batch.map((submitted) => commandOf(submitted, pinMatches))
  return { commands, rekeyedPins }
}

/**
 * True for a transient error, and for an id that another process has just used or a link of this writer's chain that it
 * had not seen: the next try reads the row and answers from it.
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

/** A failure to connect. Its message makes it a lost connection, so the batch is tried again until the time is up. */
function unreachable(cause: unknown): never {
  throw new Error('The books have no connection to the database', { cause })
}
