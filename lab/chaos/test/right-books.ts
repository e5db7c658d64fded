import type { Books, EntryRow, PostingRow, TransactionRow } from '../check/books-rows.ts'

// Alice was funded with $10.00 and sent $4.00 to another bank, which failed, and $1.00 to Bruno. The failed status was set twice.
const settlement = 1n
export const [inTransit, alice, bruno] = [2n, 3n, 4n] as const

/** Consistent books, for a test to spoil. */
export function rightBooks(): Changeable<Books> {
  return {
    ledgerAccounts: [
      { id: settlement, kind: 'settlement', currency: 'USD', balance: -1_000n, entrySeq: 1n },
      { id: inTransit, kind: 'in_transit', currency: 'USD', balance: 0n, entrySeq: 2n },
      { id: alice, kind: 'customer', currency: 'USD', balance: 900n, entrySeq: 4n },
      { id: bruno, kind: 'customer', currency: 'USD', balance: 100n, entrySeq: 1n },
    ],
    accounts: [
      { id: alice, number: '1000000001', userId: 'alice' },
      { id: bruno, number: '1000000002', userId: 'bruno' },
    ],
    dayLimits: [{ userId: 'alice', currency: 'USD', limit: 100n, day: '2026-11-21', sent: 100n }],
    transactions: [
      transaction('funding', { source: settlement, destination: alice, amount: 1_000n, number: null }),
      {
        ...transaction('out', { source: alice, destination: settlement, amount: 400n, number: '5550001111' }),
        reference: 'Invoice 1',
        status: 'failed',
        firstStatus: 'pending',
      },
      transaction('inside', { source: alice, destination: bruno, amount: 100n, number: '1000000002' }),
    ],
    postings: [
      posting('funding', 'funding', 'success', settlement, alice, 1_000n),
      posting('out', 'out', 'pending', alice, inTransit, 400n),
      posting('return', 'out', 'failed', inTransit, alice, 400n),
      posting('inside', 'inside', 'success', alice, bruno, 100n),
    ],
    noOpStatusChanges: [{ id: 'same status', transactionId: 'out', status: 'failed' }],
    entries: [
      entry(settlement, 1n, -1_000n, -1_000n, 'funding'),
      entry(inTransit, 1n, 400n, 400n, 'out'),
      entry(inTransit, 2n, -400n, 0n, 'return'),
      entry(alice, 1n, 1_000n, 1_000n, 'funding'),
      entry(alice, 2n, -400n, 600n, 'out'),
      entry(alice, 3n, 400n, 1_000n, 'return'),
      entry(alice, 4n, -100n, 900n, 'inside'),
      entry(bruno, 1n, 100n, 100n, 'inside'),
    ],
    releases: [],
    schedules: [],
    approvals: [],
  }
}

export type Changeable<Type> = {
  -readonly [Name in keyof Type]: Type[Name] extends readonly (infer Item)[] ? Item[] : never
}

export function transaction(
  id: string,
  { number, ...rest }: { source: bigint; destination: bigint; amount: bigint; number: string | null },
): TransactionRow {
  const status = { status: 'success', firstStatus: 'success', day: '2026-11-21' } as const
  return { id, inTransit, currency: 'USD', ...status, beneficiaryNumber: number, reference: null, ...rest }
}

type PostingValues = [string, string, PostingRow['status'], bigint, bigint, bigint]

export function posting(...[id, transactionId, status, debit, credit, amount]: PostingValues): PostingRow {
  return { id, transactionId, status, debit, credit, amount, bookedAt: new Date('2026-11-21T12:00:00Z') }
}

export function entry(
  ...[account, seq, amount, balance, postingId]: [bigint, bigint, bigint, bigint, string]
): EntryRow {
  return { account, seq, amount, balance, postingId }
}

/** Changes the first item that `isIt` accepts. */
export function change<Item>(items: Item[], isIt: (item: Item) => boolean, changes: Partial<Item>): void {
  const index = items.findIndex(isIt)
  items[index] = { ...items[index]!, ...changes }
}

export function without<Item>(items: Item[], isIt: (item: Item) => boolean): Item[] {
  return items.filter((item) => !isIt(item))
}
