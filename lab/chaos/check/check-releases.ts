import type { Finding, Intent, LogRecord, TransferIntent } from '../records.ts'
import type { Books, PostingRow, ReleaseRow, TransactionRow } from './books-rows.ts'
import { derivedId } from './derived-id.ts'

/**
 * Checks what its sender could take back: what was taken back is failed for good, and a transfer with an undo time is either taken back or
 * released once, not before its time. Only then the money is on the payee's account, and a round-up follows, if the balance covers it.
 */
export function checkReleases(books: Books, log: readonly LogRecord[]): Finding[] {
  const { transactions, postings, releases } = books
  const made = new Set(transactions.map(({ id }) => id))
  const intents = new Map<string, Intent>()
  for (const record of log) if (record.kind !== 'outcome') intents.set(record.key, record)
  const changesOf = Map.groupBy(
    postings.filter(({ id, transactionId }) => id !== transactionId),
    ({ transactionId }) => transactionId,
  )
  const releaseOf = new Map(releases.map((row) => [row.transactionId, row]))
  return transactions.flatMap((transaction): Finding[] => {
    const { id, status } = transaction
    const changes = changesOf.get(id) ?? []
    const release = releaseOf.get(id)
    const isTakenBack = changes.some((change) => isTakingBack(intents.get(change.id)))
    const intent = intents.get(id)
    if (isTakenBack && (status !== 'failed' || changes.length > 1)) {
      const detail = `transaction ${id} was taken back, and is ${status} after ${changes.length} changes`
      return [{ what: 'illegal status', detail }]
    }
    const roundUp = intent?.kind === 'transfer' && roundUpOf(intent)
    const isOwed = roundUp && !isTakenBack && coversRoundUp(books, transaction, roundUp.amount)
    if (roundUp && (made.has(roundUp.key) ? isTakenBack : isOwed))
      return [
        { what: isTakenBack ? 'refused but done' : 'lost', detail: `the round-up of transaction ${id}` },
      ]
    if (release) {
      const byBank = changes.filter((change) => !intents.has(change.id))
      return checkRelease(transaction, release, { byBank, isTakenBack, isChanged: changes.length > 0 })
    }
    const isMissing = intent?.kind === 'transfer' && intent.waits
    return isMissing ? [{ what: 'lost', detail: `transaction ${id} has no release` }] : []
  })
}

/** The movement that rounds a transfer up, which the bank makes once: its id follows from the pot and the transfer. */
export function roundUpOf(transfer: TransferIntent): TransferIntent | undefined {
  const { key: id, from, amount, roundedInto: to } = transfer
  const missing = (100 - Number(amount.slice(-2))) % 100
  if (to === undefined || missing === 0) return undefined
  const facts = { key: derivedId(`round-up ${to} ${id}`), from, to, isInside: true, isOwn: true } as const
  return { kind: 'transfer', ...facts, amount: `0.${String(missing).padStart(2, '0')}` }
}

/** Whether the balance covered a round-up at any time after the transfer. */
function coversRoundUp({ entries }: Books, { id, source }: TransactionRow, amount: string): boolean {
  const own = entries.filter(({ account }) => account === source)
  const later = own.slice(own.findIndex(({ postingId }) => postingId === id))
  return later.every(({ balance }) => balance >= BigInt(amount.slice(2)))
}

function isTakingBack(intent: Intent | undefined): boolean {
  return intent?.kind === 'status' && intent.isTakingBack === true
}

/** `byBank` are the changes of the status that no client asked for. */
function checkRelease(
  { id, destination }: TransactionRow,
  { releaseAt, isDue }: ReleaseRow,
  {
    byBank,
    isTakenBack,
    isChanged,
  }: { byBank: readonly PostingRow[]; isTakenBack: boolean; isChanged: boolean },
): Finding[] {
  const name = `transaction ${id}`
  if (byBank.length > 1)
    return [{ what: 'duplicated', detail: `${name} was released ${byBank.length} times` }]
  if (
    byBank.some(({ credit, bookedAt }) => credit === destination && !(releaseAt && bookedAt >= releaseAt))
  ) {
    return [{ what: 'illegal status', detail: `${name} reached its payee before its release` }]
  }
  if (isTakenBack !== (releaseAt === null)) {
    const detail = `${name} was ${isTakenBack ? '' : 'not '}taken back, and has ${releaseAt ? 'a' : 'no'} release`
    return [{ what: 'illegal status', detail }]
  }
  return isDue && !isChanged ? [{ what: 'no outcome', detail: `${name} is due and was not released` }] : []
}
