import type { Finding, Status } from '../records.ts'
import type { Books, EntryRow, PostingRow, TransactionRow } from './books-rows.ts'

/**
 * Every status with its money (I8): each posting has its two entries and no other; a transaction's money leaves a place as often
 * as it came there, one after the other, and is now where the status says. So a return is made once, and only once.
 */
export function checkStatuses({ transactions, postings, entries }: Books): Finding[] {
  const entriesOf = Map.groupBy(entries, ({ postingId }) => postingId)
  const postingsOf = Map.groupBy(postings, ({ transactionId }) => transactionId)
  const findings = postings.flatMap((posting) => checkSides(posting, entriesOf.get(posting.id) ?? []))
  const known = new Set(postings.map(({ id }) => id))
  for (const [postingId] of entriesOf) {
    if (!known.has(postingId)) {
      findings.push({ what: 'invented', detail: `entries of posting ${postingId}, which there is not` })
    }
  }
  for (const transaction of transactions) {
    const own = postingsOf.get(transaction.id) ?? []
    findings.push(
      ...checkPlaces(
        transaction,
        own.flatMap(({ id }) => entriesOf.get(id) ?? []),
      ),
    )
    findings.push(...checkSteps(transaction, own))
  }
  return findings
}

/** A posting takes its amount from one ledger account and gives it to the other. */
function checkSides({ id, debit, credit, amount }: PostingRow, entries: readonly EntryRow[]): Finding[] {
  const told = (list: readonly { account: bigint; amount: bigint }[]) =>
    list
      .map((entry) => `${entry.amount} on ${entry.account}`)
      .sort()
      .join(', ')
  const wanted = told([
    { account: debit, amount: -amount },
    { account: credit, amount },
  ])
  const found = told(entries)
  if (found === wanted) return []
  const what = entries.length > 2 ? 'duplicated' : entries.length < 2 ? 'lost' : 'altered'
  return [{ what, detail: `posting ${id} has the entries ${found || 'none'}, not ${wanted}` }]
}

function placeOf(status: Status, { source, inTransit, destination }: TransactionRow): bigint {
  return status === 'failed' ? source : status === 'pending' ? inTransit : destination
}

/** In the order of each place's entries: out of the source first, and into the others first. */
function checkPlaces(transaction: TransactionRow, entries: readonly EntryRow[]): Finding[] {
  const { id, source, inTransit, destination, amount, status } = transaction
  const now = placeOf(status, transaction)
  return [source, inTransit, destination].flatMap((place) => {
    const own = entries.filter(({ account }) => account === place).sort((a, b) => (a.seq < b.seq ? -1 : 1))
    const first = place === source ? -1n : 1n
    const steady = own.every((entry, step) => entry.amount === amount * first * (step % 2 === 0 ? 1n : -1n))
    const sum = own.reduce((total, entry) => total + entry.amount, 0n)
    const wanted = (place === now ? amount : 0n) - (place === source ? amount : 0n)
    if (steady && sum === wanted) return []
    const moves = own.map((entry) => entry.amount).join(', ') || 'nothing'
    const detail = `transaction ${id} of ${amount} is ${status}, and moved ${moves} on ledger account ${place}`
    return [{ what: 'illegal status', detail } as const]
  })
}

/** Each posting leads to the place of the status that it gave. */
function checkSteps(transaction: TransactionRow, postings: readonly PostingRow[]): Finding[] {
  return postings
    .filter(({ status, credit, amount }) => {
      return credit !== placeOf(status, transaction) || amount !== transaction.amount
    })
    .map(({ id, status, credit, amount }) => ({
      what: 'illegal status',
      detail: `posting ${id} of transaction ${transaction.id} says ${status} and moves ${amount} to ${credit}`,
    }))
}
