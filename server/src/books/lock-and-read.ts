import { ledgerAccountsOf } from '@bank/ledger/command'
import { kinds } from '@bank/ledger/kinds'
import { newBeneficiaryMilliseconds } from '@bank/ledger/new-beneficiaries'
import type { Sender, Snapshot } from '@bank/ledger/snapshot'
import { takenBackBy } from '@bank/ledger/transaction'
import { bigintArray, byteaArray, textArray, uuidArray } from '../postgres/binary-array.ts'
import type { BoundStatement, PipelinedConnection, Statement } from '../postgres/pipelined-connection.ts'
import { type Instruction, type Opening, type ReadStandings, sessionOf } from './instruction.ts'
import { type GuardRules, guardsIn, readGuards } from './rows/guards.ts'
import { ledgerAccountOf, lockLedgerAccounts } from './rows/ledger-accounts.ts'
import { noOpStatusChangesIn, readNoOpStatusChanges } from './rows/no-op-changes.ts'
import { paidBeneficiariesIn, readPaidBeneficiaries } from './rows/paid-beneficiaries.ts'
import { postingsIn, readPostings } from './rows/postings.ts'
import { readReleases, releasesIn } from './rows/releases.ts'
import { guardedIn, lockSenders, type PinSecret, pinSecretsIn, sendersIn } from './rows/senders.ts'
import { readStatusChanges, statusChangesIn } from './rows/status-changes.ts'
import { readTakenBack, takenBackIn } from './rows/taken-back.ts'
import { readTransactions, transactionOf } from './rows/transactions.ts'

/**
 * The first trip of a batch: begins a database transaction, locks the ledger accounts and the senders' PINs, and reads
 * the rows for the decision. The statements are pipelined; those after the locks see what the last holder committed. The guards of senders
 * who are not in `guarded`, and turn out to have some, take one more trip: it remembers them.
 */
export async function lockAndRead(
  connection: PipelinedConnection,
  instructions: readonly Instruction[],
  guardRules: GuardRules,
  { guarded, readStandings }: { guarded: Set<string>; readStandings: ReadStandings | undefined },
): Promise<{
  snapshot: Snapshot
  pinSecrets: ReadonlyMap<string, PinSecret>
  /** What the instructing sessions stand for now, by key. */
  standings: ReadonlyMap<string, string>
}> {
  // Encoded before anything is sent: a malformed id throws while no answer is pending.
  const accounts = bigintArray(distinct(instructions.flatMap((each) => ledgerAccountsOf(each))))
  const openings = instructions.filter((each) => each.type === 'open_transaction')
  const changes = instructions.filter((each) => each.type === 'change_status')
  const senderIds = [
    ...openings.flatMap(({ authority }) => (authority.by === 'bank' ? [] : [authority.userId])),
    ...changes.flatMap(({ sender }) => sender?.userId ?? []),
  ]
  const users = uuidArray(distinct(senderIds))
  const ids = uuidArray(instructions.map(idOf))
  const pots = bigintArray(distinct(openings.flatMap(potsOf)))
  const fundingIds = openings.flatMap(({ facts }) => takenBackBy(facts) ?? [])
  const earlierIds = distinct([...changes.map(({ transactionId }) => transactionId), ...fundingIds])
  const beneficiaries = distinct([
    ...openings.flatMap(({ newBeneficiary }) => newBeneficiary?.beneficiary ?? []),
    ...changes.flatMap(({ sender }) => sender?.beneficiary ?? []),
  ])
  const sessionKeys = instructions.flatMap((each) => sessionOf(each)?.key ?? [])
  const readsGuards = senderIds.some((id) => guarded.has(id))
  const newSince = BigInt(guardRules.clock() - newBeneficiaryMilliseconds)
  const rowsOf = await readAll(connection, [
    { statement: begin, values: [] },
    { statement: lockLedgerAccounts, values: [accounts] },
    { statement: lockSenders, values: [users, pots] },
    ...(readStandings && sessionKeys.length > 0
      ? [{ statement: readStandings, values: [byteaArray(distinct(sessionKeys))] }]
      : []),
    ...(readsGuards ? [{ statement: readGuards, values: [users] }] : []),
    { statement: readPostings, values: [ids] },
    // Only where the bank limits new beneficiaries, and for what comes back: it may have been sent when the bank did.
    ...(beneficiaries.length > 0
      ? [{ statement: readPaidBeneficiaries, values: [users, textArray(beneficiaries), newSince] }]
      : []),
    // Most batches contain transfers only, which change no status and take nothing back.
    ...(earlierIds.length > 0
      ? [
          { statement: readTransactions, values: [uuidArray(earlierIds)] },
          { statement: readTakenBack, values: [textArray(earlierIds)] },
          { statement: readStatusChanges, values: [uuidArray(earlierIds)] },
          { statement: readReleases, values: [uuidArray(earlierIds)] },
          { statement: readNoOpStatusChanges, values: [ids] },
        ]
      : []),
  ])
  const senders = rowsOf(lockSenders)
  const found = guardedIn(senders)
  remember(guarded, found)
  const [guards] =
    readsGuards || found.length === 0
      ? [rowsOf(readGuards)]
      : await connection.ask([{ statement: readGuards, values: [users] }])
  return {
    snapshot: snapshotOf(rowsOf, guardsIn(guards, guardRules)),
    pinSecrets: pinSecretsIn(senders),
    standings: new Map((readStandings ? rowsOf(readStandings) : []).map((row) => [row.key, row.standing])),
  }
}

type RowsOf = <Row extends object>(statement: Statement<Row>) => readonly Row[]

function snapshotOf(rowsOf: RowsOf, guards: ReadonlyMap<string, Sender['guards']>): Snapshot {
  const postings = rowsOf(readPostings)
  const paid = paidBeneficiariesIn(rowsOf(readPaidBeneficiaries))
  return {
    ledgerAccounts: new Map(rowsOf(lockLedgerAccounts).map((row) => [row.id, ledgerAccountOf(row)])),
    transactions: new Map(
      [...postings, ...rowsOf(readTransactions)].map((row) => [row.id, transactionOf(row)]),
    ),
    postings: postingsIn(postings),
    noOpStatusChanges: noOpStatusChangesIn(rowsOf(readNoOpStatusChanges)),
    statusChanges: statusChangesIn(rowsOf(readStatusChanges)),
    releases: releasesIn(rowsOf(readReleases)),
    senders: sendersIn(rowsOf(lockSenders), guards, paid),
    takenBack: takenBackIn(rowsOf(readTakenBack)),
  }
}

const rememberedMax = 10_000

function remember(guarded: Set<string>, found: readonly string[]): void {
  if (guarded.size + found.length > rememberedMax) guarded.clear()
  for (const id of found) guarded.add(id)
}

/** Sends the statements in one trip. Returns the rows of each; none for a statement that was not sent. */
async function readAll(connection: PipelinedConnection, trip: readonly BoundStatement[]): Promise<RowsOf> {
  const answers = await connection.ask(trip)
  return (statement) => (answers[trip.findIndex((each) => each.statement === statement)] ?? []) as never
}

// Independent of the database's default: under a stricter isolation the statements after the locks would use a snapshot
// from before them.
const begin: Statement = { name: 'books-begin', text: 'begin isolation level read committed' }

export const readingStatements: readonly Statement[] = [
  begin,
  lockLedgerAccounts,
  lockSenders,
  readGuards,
  readPaidBeneficiaries,
  readPostings,
  readTransactions,
  readTakenBack,
  readStatusChanges,
  readReleases,
  readNoOpStatusChanges,
]

function potsOf({ facts: { kind, route } }: Opening): bigint[] {
  const { source, destination } = kinds[kind]
  return [...(source === 'pot' ? [route.source] : []), ...(destination === 'pot' ? [route.destination] : [])]
}

function idOf(instruction: Instruction): string {
  return instruction.type === 'change_status' ? instruction.changeId : instruction.facts.id
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}
