import { trialBalance } from '@bank/ledger/trial-balance'
import type { Instruction } from '@bank/server/books/instruction'
import { ledgerAccountOf } from '@bank/server/books/rows/ledger-accounts'
import { firstLink, seal } from '@bank/server/books/seal'
import type { Commit, ModelDatabase } from './model-database.ts'
import type { Tables } from './model-rows.ts'
import { replayViolation } from './naive-replay.ts'
import { entryOf, postingOf, transactionIn } from './row-shapes.ts'

/**
 * Checks each commit: the balances of each currency add up to zero, and none is below its floor. Returns the violation, or null.
 * Totals are kept from commit to commit.
 */
export function openCommitChecker({ tables }: ModelDatabase): (commit: Commit) => string | null {
  const balances = new Map<string, bigint>()
  const totals = new Map<unknown, bigint>()
  const count = (key: string) => {
    const { currency, balance_minor } = tables.ledger_accounts.get(key)!
    const balance = balance_minor as bigint
    totals.set(currency, (totals.get(currency) ?? 0n) + balance - (balances.get(key) ?? 0n))
    balances.set(key, balance)
  }
  for (const key of tables.ledger_accounts.keys()) count(key)

  return ({ changes }) => {
    const changed = changes.filter(({ table }) => table === 'ledger_accounts')
    for (const { key } of changed) count(key)
    for (const { key } of changed) {
      const { id, balance_minor, floor_minor } = tables.ledger_accounts.get(key)!
      if (floor_minor !== null && (balance_minor as bigint) < (floor_minor as bigint))
        return `ledger account ${id} has the balance ${balance_minor}`
    }
    for (const [currency, total] of totals)
      if (total !== 0n) return `the balances in ${currency} add up to ${total}`
    return null
  }
}

/** Checks the rows at the end: balances, positions, chains, and that the naive interpreter books the same. */
export function booksViolation(database: ModelDatabase, instructions: readonly Instruction[]): string | null {
  return (
    balanceViolation(database.tables) ??
    chainViolation(database.tables) ??
    replayViolation(database.commits, instructions)
  )
}

function balanceViolation(tables: Tables): string | null {
  const ledgerAccounts = [...tables.ledger_accounts.values()].map((row) =>
    // Some are closed with money on them, which the bank itself never does.
    ledgerAccountOf({ ...row, is_closed: false, last_booked_ms: row.last_booked_at } as never),
  )
  const entries = [...tables.entries.values()].map(entryOf).sort((a, b) => Number(a.seq - b.seq))
  return trialBalance({
    ledgerAccounts,
    entries,
    postings: [...tables.postings.values()].map(postingOf),
    transactions: [...tables.transactions.values()].map(transactionIn),
  })
}

/** The links of each writer have no gap, and each seals exactly its postings. */
function chainViolation(tables: Tables): string | null {
  const batches = Map.groupBy(tables.batches.values(), ({ writer_id }) => writer_id as string)
  const sealed = Map.groupBy(tables.postings.values(), (row) => `${row.writer_id} ${row.batch_no}`)
  const entries = Map.groupBy(tables.entries.values(), ({ posting_id }) => posting_id as string)
  for (const [writerId, links] of batches) {
    let head = firstLink(writerId)
    for (const { batch_no, hash } of links.sort((a, b) =>
      Number((a.batch_no as bigint) - (b.batch_no as bigint)),
    )) {
      const key = `${writerId} ${batch_no}`
      const postings = (sealed.get(key) ?? []).sort((a, b) => (a.position as number) - (b.position as number))
      if (postings.length === 0) return `link ${key} has no postings`
      head = seal(
        head,
        postings.map((row) => {
          const posting = postingOf(row)
          const own = entries.get(posting.id)!.map(entryOf)
          const opened =
            posting.id === posting.transactionId ? tables.transactions.get(posting.id) : undefined
          return {
            ...posting,
            opens: opened ? transactionIn(opened) : null,
            entries: [own.find((each) => each.amountMinor < 0n)!, own.find((each) => each.amountMinor > 0n)!],
          }
        }),
      )
      if (head.batchNo !== batch_no) return `link ${key} follows link ${head.batchNo - 1n}`
      if (!head.hash.equals(hash as Buffer)) return `link ${key} does not match its postings`
      sealed.delete(key)
    }
  }
  const [missing] = sealed.keys()
  return missing === undefined ? null : `link ${missing} is missing, and its postings exist`
}
