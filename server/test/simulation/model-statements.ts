import { valuesOf } from './binary-values.ts'
import type { Change, ModelDatabase } from './model-database.ts'
import { keyOf, type Row, type TableName } from './model-rows.ts'
import { sqlError } from './sql-error.ts'
import { type Writing, writtenRows } from './written-rows.ts'

/** A query as the books hand it to the driver. */
export type Query = { readonly name?: string; readonly text: string; readonly values?: readonly unknown[] }

/** A statement about to be done: what it must hold first, one after the other, and what it then gives. */
export type Plan = {
  readonly locks: readonly string[]
  /** Throws what the server would refuse it with. */
  readonly run: () => { readonly rows: readonly Row[]; readonly changes: readonly Change[] }
}

/** Plans a statement of the books. What it reads without a lock it sees as it is at this moment. */
export function planOf({ tables }: ModelDatabase, { name, text, values = [] }: Query): Plan {
  const list = (index: number) => valuesOf(values[index] as Buffer)
  const isLocking = text.includes('for no key update')
  switch (name) {
    case 'books-lock-ledger-accounts': {
      const ids = (list(0) as bigint[]).filter((id) => tables.ledger_accounts.has(String(id)))
      ids.sort((a, b) => (a < b ? -1 : 1))
      if (text.includes('order by id desc')) ids.reverse()
      return {
        locks: isLocking ? ids.map((id) => `ledger_accounts ${id}`) : [],
        run: () => reading(ids.map((id) => tables.ledger_accounts.get(String(id))!)),
      }
    }
    case 'books-lock-senders': {
      // Which accounts are active is read when the statement begins, not when it has its locks.
      const accounts = (list(0) as string[]).flatMap((id) => rowsOf(tables.accounts.get(id)))
      const locked = accounts.map(({ user_id }) => String(user_id)).sort()
      return {
        locks: isLocking ? locked.map((userId) => `pins ${userId}`) : [],
        run: () =>
          reading(
            accounts.map((account) => ({ ...account, ...pinOf(tables.pins.get(String(account.user_id))) })),
          ),
      }
    }
    case 'books-read-postings':
      return read(
        list(0).flatMap((id) => {
          const posting = tables.postings.get(id as string)
          if (!posting) return []
          return {
            ...transactionOf(tables.transactions.get(posting.transaction_id as string)!),
            posting_id: posting.id,
            posting_status: posting.status,
            posting_made_by: posting.made_by,
          }
        }),
      )
    case 'books-read-transactions':
      return read(list(0).flatMap((id) => rowsOf(tables.transactions.get(id as string)).map(transactionOf)))
    case 'books-read-idle-changes':
      return read(list(0).flatMap((id) => rowsOf(tables.idle_changes.get(id as string))))
  }
  if (text.startsWith('select batch_no, hash from batches')) {
    const own = [...tables.batches.values()].filter((row) => row.writer_id === values[0])
    return read(own.slice(-1))
  }
  if (text.startsWith('insert into writers')) {
    return { locks: [], run: () => ({ rows: [], changes: [{ table: 'writers', row: { id: values[0] } }] }) }
  }
  return planOfWriting(tables, text, writtenRows(text, values))
}

function planOfWriting(tables: ModelDatabase['tables'], text: string, writings: readonly Writing[]): Plan {
  const changes = writings.flatMap(({ table, rows }) => rows.map((row) => ({ table, row })))
  return {
    // Rows that are updated are locked, and so are keys that are inserted, against whoever inserts the same.
    locks: changes.map(({ table, row }) => `${table} ${keyOf(table, row)}`),
    run() {
      for (const { kind, table, rows } of writings) {
        for (const row of rows) check(tables, kind, table, row)
      }
      const sum = writings
        .flatMap(({ table, rows }) => (table === 'entries' ? rows : []))
        .reduce((total, row) => total + (row.amount_minor as bigint), 0n)
      const guarded = text.includes('l.version = n.version - 1')
      const isStale = ({ table, row }: Change) =>
        table === 'ledger_accounts' &&
        guarded &&
        (tables.ledger_accounts.get(keyOf(table, row))?.version as bigint) !== (row.version as bigint) - 1n
      if (sum !== 0n || changes.some(isStale)) throw sqlError('division by zero', '22012')
      return { rows: [], changes }
    },
  }
}

/** What the database's own rules say of a row. */
function check(tables: ModelDatabase['tables'], kind: Writing['kind'], table: TableName, row: Row): void {
  const known = tables[table].get(keyOf(table, row))
  if (kind === 'insert' && known) {
    throw sqlError('duplicate key value violates unique constraint', '23505', `${table}_pkey`)
  }
  if (kind === 'update' && !known) throw sqlError('division by zero', '22012')
  if (table === 'ledger_accounts' && known!.floor_minor !== null) {
    if ((row.balance_minor as bigint) < (known!.floor_minor as bigint)) {
      throw sqlError('new row violates check constraint', '23514', 'balance_not_below_floor')
    }
  }
  for (const value of Object.values(row)) {
    if (typeof value === 'string' && value.includes('\u0000')) {
      throw sqlError('invalid byte sequence for encoding "UTF8": 0x00', '22021')
    }
  }
}

function read(rows: readonly Row[]): Plan {
  return { locks: [], run: () => reading(rows) }
}

function reading(rows: readonly Row[]) {
  return {
    rows: rows.map((row) =>
      'entry_seq' in row ? { ...row, last_booked_ms: bigintOf(row.last_booked_at) } : row,
    ),
    changes: [],
  }
}

function pinOf(pin: Row | undefined): Row {
  if (!pin) return { salt: null, hash: null, wrong_count: null, locked_until_ms: null }
  const { salt, hash, wrong_count, locked_until } = pin
  return { salt, hash, wrong_count: Number(wrong_count), locked_until_ms: bigintOf(locked_until) }
}

function transactionOf(row: Row): Row {
  return { ...row, created_at: new Date(row.created_at as number) }
}

function rowsOf(row: Row | undefined): Row[] {
  return row ? [row] : []
}

function bigintOf(moment: unknown): bigint | null {
  return moment === null || moment === undefined ? null : BigInt(moment as number)
}
