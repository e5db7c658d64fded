import { bankItself } from '@bank/ledger/transaction'
import { modelPots } from './model-bank.ts'
import { changeOf } from './model-database.ts'
import type { Row, Tables } from './model-rows.ts'
import type { Plan, Prepared } from './model-statements.ts'

/** The statements of the round-up job, by their first words. Their values are those of the driver. */
export const roundUpStatements: Readonly<Record<string, Prepared>> = {
  'select p.opening_id from pots p': (tables) => {
    const due = [...tables.pots.values()].filter(({ account_id, rounded_seq }) => {
      const [first] = entriesAfter(tables, account_id, rounded_seq)
      return first && !bookingOf(tables, first, []).isUnreleased
    })
    return read(due)
  },
  'select p.id, p.opening_id as': (_, [openingId]) =>
    read(modelPots.filter((pot) => pot.openingId === openingId)),
  // One that another process has locked is skipped.
  'select rounded_seq from pots': ({ pots }, [openingId], locks) => {
    const rows = [...pots.values()].filter(({ opening_id }) => opening_id === openingId)
    const free = rows.map((row) => changeOf('pots', row)).filter((row) => !locks.isHeld(row))
    return { locks: free, run: () => ({ rows: free.map(({ key }) => pots.get(key)!), changes: [] }) }
  },
  'select e.seq, p.id as "postingId"': (tables, [account, after, limit, kinds]) => {
    const entries = entriesAfter(tables, account, after).slice(0, limit as number)
    const bookings = entries.map((entry) => bookingOf(tables, entry, kinds as string[]))
    return read(bookings.map((each) => ({ ...each, isTransfer: each.isTransfer && !each.isBack })))
  },
  'update pots set rounded_seq = $2': (_, [id, seq]) => {
    const change = changeOf('pots', { id, rounded_seq: seq })
    return { locks: [change], run: () => ({ rows: [], changes: [change] }) }
  },
}

export function read(rows: readonly Row[]): Plan {
  return { locks: [], run: () => ({ rows, changes: [] }) }
}

/** The entries of an account after one, in order. They have no gaps. */
export function entriesAfter({ entries }: Tables, account: unknown, after: unknown): Row[] {
  const found: Row[] = []
  for (let seq = (after as bigint) + 1n; entries.has(`${account} ${seq}`); seq++) {
    found.push(entries.get(`${account} ${seq}`)!)
  }
  return found
}

/** What an entry of an account is to the round-up of these kinds. */
export function bookingOf(
  { postings, transactions, releases }: Tables,
  entry: Row,
  kinds: readonly string[],
) {
  const posting = postings.get(entry.posting_id as string)!
  const { id, kind, status, made_by, debit_account_id } = transactions.get(posting.transaction_id as string)!
  const release = releases.get(id as string)
  const later = [...postings.values()].filter((each) => each.transaction_id === id && each.id !== id)
  const waits = release?.released_at === null && status === 'pending' && later.length === 0
  const isBack = later.some(
    (each) => each.status === 'failed' && [made_by, bankItself].includes(each.made_by),
  )
  const isSent = posting.id === id && debit_account_id === entry.ledger_account_id
  const amountMinor = entry.amount_minor as bigint
  return {
    seq: entry.seq as bigint,
    postingId: posting.id,
    amountMinor: amountMinor < 0n ? -amountMinor : amountMinor,
    isRoundUp: isSent && kind === 'round_up',
    isTransfer: isSent && kinds.includes(kind as string),
    isBack,
    isUnreleased: posting.id === id && waits,
  }
}
