import type { Finding, Status } from '../records.ts'
import type { Books, EntryRow, PostingRow, TransactionRow } from './books-rows.ts'

/**
 * Checks statuses against entries (I8): each posting has its two entries; a transaction's money arrives at and leaves each position
 * in turn, and is where its status says. So it is returned at most once.
 */
export function checkStatuses({ transactions, postings, entries }: Books): Finding[] {
  const entriesOf = Map.groupBy(entries, ({ postingId }) => postingId)
  const postingsOf = Map.groupBy(postings, ({ transactionId }) => transactionId)
  const findings = postings.flatMap((posting) => checkSides(posting, entriesOf.get(posting.id) ?? []))
  const known = new Set(postings.map(({ id }) => id))
  for (const [postingId] of entriesOf) {
    if (!known.has(postingId)) {
      findings.push({ what: 'invented', detail: `entries of posting ${postingId}, which does not exist` })
    }
  }
  for (const transaction of transactions) {
    const own = postingsOf.get(transaction.id) ?? []
    findings.push(
      ...checkPositions(
        transaction,
        own.flatMap(({ id }) => entriesOf.get(id) ?? []),
      ),
    )
    findings.push(...checkSteps(transaction, own))
  }
  return findings
}

/** A posting has one entry on each of its two ledger accounts. */
function checkSides({ id, debit, credit, amount }: PostingRow, entries: readonly EntryRow[]): Finding[] {
  const textOf = (list: readonly { account: bigint; amount: bigint }[]) =>
    list
      .map((entry) => `${entry.amount} on ${entry.account}`)
      .sort()
      .join(', ')
  const wanted = textOf([
    { account: debit, amount: -amount },
    { account: credit, amount },
  ])
  const found = textOf(entries)
  if (found === wanted) return []
  const what = entries.length > 2 ? 'duplicated' : entries.length < 2 ? 'lost' : 'altered'
  return [{ what, detail: `posting ${id} has the entries ${found || 'none'}, not ${wanted}` }]
}

function positionOf(status: Status, { source, inTransit, destination }: TransactionRow): bigint {
  return status === 'failed' ? source : status === 'pending' ? inTransit : destination
}

/** On the source the amount leaves first, on the other positions it arrives first; then the signs alternate. */
function checkPositions(transaction: TransactionRow, entries: readonly EntryRow[]): Finding[] {
  const { id, source, inTransit, destination, amount, status } = transaction
  const now = positionOf(status, transaction)
  return [source, inTransit, destination].flatMap((position) => {
    const own = entries.filter(({ account }) => account === position).sort((a, b) => (a.seq < b.seq ? -1 : 1))
    const first = position === source ? -1n : 1n
    const alternates = own.every(
      (entry, step) => entry.amount === amount * first * (step % 2 === 0 ? 1n : -1n),
    )
    const sum = own.reduce((total, entry) => total + entry.amount, 0n)
    const wanted = (position === now ? amount : 0n) - (position === source ? amount : 0n)
    if (alternates && sum === wanted) return []
    const moves = own.map((entry) => entry.amount).join(', ') || 'nothing'
    const detail = `transaction ${id} of ${amount} is ${status}, and moved ${moves} on ledger account ${position}`
    return [{ what: 'illegal status', detail } as const]
  })
}

/** Each posting moves the amount to the position of its status. */
function checkSteps(transaction: TransactionRow, postings: readonly PostingRow[]): Finding[] {
  return postings
    .filter(({ status, credit, amount }) => {
      return credit !== positionOf(status, transaction) || amount !== transaction.amount
    })
    .map(({ id, status, credit, amount }) => ({
      what: 'illegal status',
      detail: `posting ${id} of transaction ${transaction.id} has status ${status} and moves ${amount} to ${credit}`,
    }))
}
