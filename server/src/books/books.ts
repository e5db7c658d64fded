import { openAttempts } from '@bank/ledger/attempt-id'
import { decide, type Outcome } from '@bank/ledger/decide'
import type { RotatingKey } from '../keys/derive-keys.ts'
import type { Database } from '../postgres/database.ts'
import { isLostConnection, isTransientError } from '../postgres/transient-error.ts'
import { Refusal } from '../refusal.ts'
import { auditedActsOf } from './audited-acts.ts'
import { type Environment, realEnvironment } from './environment.ts'
import { type CommitWatch, openCommitWatch } from './failing-commits.ts'
import {
  commandOf,
  type Instruction,
  onStripe,
  type ReadStandings,
  type Submitted,
  sessionOf,
} from './instruction.ts'
import { type InternalAccounts, readInternalAccounts } from './internal-accounts.ts'
import { type Lane, openLane } from './lane.ts'
import { lockAndRead } from './lock-and-read.ts'
import { hashPin, matchPin } from './pin.ts'
import type { GuardRules } from './rows/guards.ts'
import type { RekeyedPin } from './rows/senders.ts'
import { seal, sealedPostings } from './seal.ts'
import { writeRows } from './write-rows.ts'
import { openWriter, type Writer } from './writer.ts'

/** The bank's books: the only way to move money. */
export type Books = {
  /**
   * Moves money or refuses to. Resolves when the database has acknowledged the commit. Throws the refusals `busy`
   * (nothing happened) and `outcome_unknown` (the connection was lost at the commit: submit the same again), and `signed_out` (nothing
   * happened: the session of the instruction has ended, or is not what it was).
   */
  readonly submit: (instruction: Instruction) => Promise<Outcome>
  /** The internal ledger accounts of each currency. */
  readonly internalAccounts: InternalAccounts
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
 * `timeoutFactor` multiplies the timeouts, for tests on a slow machine. `commits` is told whether commits succeed. `readStandings`
 * reads the sessions that an instruction names.
 */
export async function openBooks({
  db,
  pinKey,
  clock = Date.now,
  environment = realEnvironment,
  isStriped = true,
  timeoutFactor = 1,
  commits = openCommitWatch(),
  guardRules = { timeZone: 'UTC', dayLimitMinor: null, monthLimitMinor: null, pinRecoveryLimitMinor: 0n },
  readStandings,
}: {
  db: Database
  pinKey: RotatingKey
  clock?: () => number
  environment?: Environment
  isStriped?: boolean
  timeoutFactor?: number
  commits?: CommitWatch
  guardRules?: Omit<GuardRules, 'clock'>
  readStandings?: ReadStandings
}): Promise<Books> {
  const internalAccounts = await readInternalAccounts(db)
  const rules = { ...guardRules, clock }
  const openWriting = (name: string, laneIsStriped: boolean) => {
    const others = readStandings ? [readStandings] : []
    const writer = openWriter(db, environment, { isStriped: laneIsStriped, timeoutFactor, others })
    const books = { writer, rules, pinKey, readStandings }
    return openWritingLane({ name, books, environment, timeoutFactor, commits })
  }
  const transfers = openWriting('transfers', isStriped)
  // An audited act waits for the head of the audit chain, which another process may hold. No transfer waits behind it.
  const auditedActs = openWriting('administrators', false)
  const nextAttempt = openAttempts(environment.newId())
  return {
    internalAccounts,
    async submit(instruction) {
      const lane = instruction.audit ? auditedActs : transfers
      const outcome = await lane.submit({ instruction, attempt: nextAttempt() })
      if (outcome instanceof Refusal) throw outcome
      return outcome
    },
    close: async () => {
      await Promise.all([transfers.close(), auditedActs.close()])
    },
  }
}

/** What it takes to write a batch into the books. */
type WritingBooks = {
  readonly writer: Writer
  readonly rules: GuardRules
  readonly pinKey: RotatingKey
  readonly readStandings: ReadStandings | undefined
}

type LaneOutcome = Outcome | Refusal

/** Runs a batch once. Calls `commitSent` before the trip from which on a failure leaves the outcome unknown. */
async function writeBatch(
  { writer, rules, pinKey, readStandings }: WritingBooks,
  submitted: readonly Submitted[],
  commitSent: () => void,
): Promise<readonly LaneOutcome[]> {
  const { connection, head, stripe, guarded } = await writer.ready().catch(unreachable)
  const striped = stripe ? submitted.map((each) => onStripe(each, stripe)) : submitted
  const asked = striped.map(({ instruction }) => instruction)
  const read = await lockAndRead(connection, asked, rules, { guarded, readStandings })
  // Before its PIN is compared: a session that has ended counts no wrong one.
  const isCurrent = ({ instruction }: Submitted) => hasStanding(instruction, read.standings)
  const batch = striped.filter(isCurrent)
  const instructions = batch.map(({ instruction }) => instruction)
  const { commands, rekeyedPins } = commandsOf(batch, read.pinSecrets, pinKey)
  const { outcomes, rows } = decide(read.snapshot, commands, rules.clock())
  const link = rows.postings.length > 0 ? seal(head, sealedPostings(rows)) : null
  if (link || rows.noOpStatusChanges.length > 0 || rows.pins.length > 0) commitSent()
  const acts = auditedActsOf(instructions, outcomes, rows)
  await writeRows(connection, { rows, link, rekeyedPins, acts })
  if (link) writer.advance(link)
  if (batch.length === striped.length) return outcomes
  const decided = outcomes.values()
  return striped.map((each) => (isCurrent(each) ? decided.next().value! : new Refusal('signed_out')))
}

/** False for an instruction whose session has ended, or stands for something else than when it was read. */
function hasStanding(instruction: Instruction, standings: ReadonlyMap<string, string>): boolean {
  const session = sessionOf(instruction)
  return session === undefined || standings.get(session.key) === session.standing
}

/** A lane with its own connection and hash chain. It connects when its first instruction arrives. */
function openWritingLane({
  name,
  books,
  environment: { elapsed, wait, chance, traceBatches },
  timeoutFactor,
  commits,
}: {
  name: string
  books: WritingBooks
  environment: Environment
  timeoutFactor: number
  commits: CommitWatch
}): Lane<Submitted, LaneOutcome> {
  const { writer } = books
  const waitMillisecondsMax = timeoutFactor * usualWaitMillisecondsMax

  async function doBatch(batch: readonly Submitted[], since: number): Promise<readonly LaneOutcome[]> {
    let inDoubt = false
    for (let tries = 1; ; tries++) {
      let atCommit = false
      try {
        const outcomes = await writeBatch(books, batch, () => {
          atCommit = true
        })
        // A batch of refusals writes nothing, and so proves nothing.
        if (atCommit) commits.succeeded(name)
        // An earlier try may have booked what a session that has ended since is now refused for.
        return inDoubt ? outcomes.map(asUnknown) : outcomes
      } catch (error) {
        inDoubt ||= atCommit && isLostConnection(error)
        await writer.recover(error)
        const isWorthWaiting = elapsed() < since + waitMillisecondsMax
        if (!isWorthAnotherTry(error) || !isWorthWaiting) {
          commits.failed(name, error, since)
          if (inDoubt) throw new Refusal('outcome_unknown')
          throw isWorthAnotherTry(error) ? new Refusal('busy') : error
        }
        await wait(chance() * Math.min(20 * 2 ** tries, 500))
      }
    }
  }

  const { submit, close } = openLane<Submitted, LaneOutcome>({
    doBatch: traceBatches?.(doBatch) ?? doBatch,
    mayBeSplit: (error) => !(error instanceof Refusal),
    ...laneLimits,
    waitMillisecondsMax,
    elapsed,
    busy: () => new Refusal('busy'),
  })
  return { submit, close: () => close().then(writer.close) }
}

function asUnknown(outcome: LaneOutcome): LaneOutcome {
  return outcome instanceof Refusal ? new Refusal('outcome_unknown') : outcome
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
    constraint === 'no_op_changes_pkey'
  )
}

/** A failure to connect. Its message makes it a lost connection, so the batch is tried again until the time is up. */
function unreachable(cause: unknown): never {
  throw new Error('The books have no connection to the database', { cause })
}
