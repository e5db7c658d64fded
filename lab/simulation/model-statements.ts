import type { Statement } from '@bank/server/postgres/pipelined-connection'
import { approvalStatements } from './approval-statements.ts'
import { valuesOf } from './binary-values.ts'
import type { Lockable, Locks } from './locks.ts'
import { modelStripe, modelStripes } from './model-bank.ts'
import { type Change, changeOf, type ModelDatabase } from './model-database.ts'
import type { Row, TableName, Tables } from './model-rows.ts'
import { read, roundUpStatements } from './round-up-statements.ts'
import { sqlError } from './sql-error.ts'
import { type CopiedTypes, parseCopy, parseWrite, type TableWrite } from './written-rows.ts'

/** A query as the books give it to the driver. */
export type Query = Statement & { readonly columns?: CopiedTypes; readonly values?: readonly unknown[] }

/** How a statement is executed: the locks that it acquires first, in this order, then its rows and changes. */
export type Plan = {
  readonly locks: readonly Lockable[]
  /** Throws the server's error. */
  readonly run: () => { readonly rows: readonly Row[]; readonly changes: readonly Change[] }
}

/** A parsed statement, which makes a plan from values. */
export type Prepared = (tables: Tables, values: readonly unknown[], locks: Locks) => Plan

/** The statements of jobs and use cases, by their first words. */
const known = { ...roundUpStatements, ...approvalStatements }
const prepared = new Map<string, Prepared>()

/** Plans a statement of the books, of the round-up job or of an approval. Reads without a lock see the rows of this moment. */
export function planOf({ tables, locks }: ModelDatabase, query: Query): Plan {
  const { text, values = [] } = query
  let statement = prepared.get(text)
  if (!statement) {
    const words = text.trimStart().replaceAll(/\s+/g, ' ')
    const start = Object.keys(known).find((each) => words.startsWith(each))
    statement = start && !query.name.startsWith('books-read') ? known[start]! : prepare(query)
    prepared.set(text, statement)
  }
  return statement(tables, values, locks)
}

function prepare({ name, text, columns }: Query): Prepared {
  const isLocking = text.includes('for no key update')
  switch (name) {
    case 'books-lock-ledger-accounts': {
      const isOrdered = text.includes('order by floor_minor is null, id desc')
      return ({ ledger_accounts }, values) => {
        const ids = valuesOf(values[0] as Buffer) as bigint[]
        const rows = ids.map((id) => ledger_accounts.get(String(id))).filter((row) => row !== undefined)
        if (isOrdered) rows.sort(inLockOrder)
        const keys = rows.map(({ id }) => String(id))
        return {
          locks: isLocking ? keys.map((key) => ({ table: 'ledger_accounts', key })) : [],
          run: () => reading(keys.map((key) => ledgerAccountRowOf(ledger_accounts.get(key)!))),
        }
      }
    }
    // A process takes the stripe of its turn: sharing one is right too.
    case 'books-take-stripe':
      return ({ writers }) => read([{ stripe: writers.size % modelStripes }])
    case 'books-read-stripe':
      return (_, values) => read([...modelStripe(Number(values[0]))])
    case 'books-lock-senders':
      return (tables, values) => {
        // Which accounts are active is read when the statement begins, not when it has its locks.
        const users = valuesOf(values[0] as Buffer) as string[]
        const asked = new Set(users)
        const own = [...tables.accounts.values()].filter(({ user_id }) => asked.has(user_id as string))
        const accounts = [...own, ...found(tables.pots, values.slice(1)).map((pot) => sourceOf(tables, pot))]
        return {
          locks: isLocking ? users.toSorted().map((key) => ({ table: 'pins', key })) : [],
          run: () =>
            reading(
              accounts.map((account) => ({
                ...account,
                ...pinOf(tables.pins.get(String(account.user_id))),
                has_guards: [...tables.guards.values()].some(({ user_id }) => user_id === account.user_id),
              })),
            ),
        }
      }
    case 'books-read-guards':
      return ({ guards }, values) => {
        const users = valuesOf(values[0] as Buffer) as string[]
        return read([...guards.values()].filter(({ user_id }) => users.includes(String(user_id))))
      }
    case 'books-read-paid-beneficiaries':
      return ({ paid_beneficiaries }, values) => {
        const users = valuesOf(values[0] as Buffer) as string[]
        const named = valuesOf(values[1] as Buffer) as string[]
        const rows = [...paid_beneficiaries.values()].filter(
          ({ user_id, beneficiary, first_paid_at }) =>
            users.includes(String(user_id)) &&
            (named.includes(String(beneficiary)) || (first_paid_at as number) > Number(values[2])),
        )
        return read(rows.map((row) => ({ ...row, first_paid_ms: bigintOf(row.first_paid_at) })))
      }
    case 'books-read-postings':
      return (tables, values) =>
        read(
          found(tables.postings, values).map((posting) => ({
            ...transactionOf(tables, tables.transactions.get(posting.transaction_id as string)!),
            posting_id: posting.id,
            posting_status: posting.status,
            posting_made_by: posting.made_by,
          })),
        )
    case 'books-read-transactions':
      return (tables, values) =>
        read(found(tables.transactions, values).map((row) => transactionOf(tables, row)))
    case 'books-read-taken-back':
      return ({ transactions }, values) => read(takenBackIn(transactions, valuesOf(values[0] as Buffer)))
    case 'books-read-status-changes':
      return ({ postings }, values) => read(statusChangesIn(postings, valuesOf(values[0] as Buffer)))
    case 'books-read-releases':
      return ({ releases }, values) => read(found(releases, values).map(releaseRowOf))
    case 'books-read-no-op-changes':
      return ({ no_op_changes }, values) => read(found(no_op_changes, values))
  }
  if (text.startsWith('select batch_no, hash from batches')) {
    return ({ batches }, values) => {
      const own = [...batches.values()].filter((row) => row.writer_id === values[0])
      return read(own.slice(-1))
    }
  }
  if (text.startsWith('insert into writers')) {
    return (_, values) => ({
      locks: [],
      run: () => ({ rows: [], changes: [changeOf('writers', { id: values[0] })] }),
    })
  }
  const isGuarded = text.includes('l.version = n.version - 1')
  const addsUp = text.includes('from unnest($9::bigint[]) as amount_minor) = 0')
  const writesOf = columns ? parseCopy(text, columns) : parseWrite(text)
  return (tables, values) => {
    const amounts = addsUp ? (valuesOf(values[8] as Buffer) as bigint[]) : []
    const sum = amounts.reduce((total, amount) => total + amount, 0n)
    return planOfWrite(tables, writesOf(values), { isGuarded, isUneven: sum !== 0n })
  }
}

/** Those of customers and pots first, each kind from the highest id to the lowest. */
function inLockOrder(a: Row, b: Row): number {
  const kinds = Number(a.floor_minor === null) - Number(b.floor_minor === null)
  return kinds || Number((b.id as bigint) - (a.id as bigint))
}

function planOfWrite(
  tables: Tables,
  writes: readonly TableWrite[],
  { isGuarded, isUneven }: { isGuarded: boolean; isUneven: boolean },
): Plan {
  const changes: Change[] = []
  for (const { table, rows } of writes) {
    for (const row of rows) changes.push(changeOf(table, row))
  }
  return {
    // Updated rows are locked, and inserted keys, against another insert of the same key.
    locks: changes,
    run() {
      let index = 0
      let isStale = false
      for (const { kind, table, rows, hasZero } of writes) {
        const known = tables[table]
        for (const row of rows) {
          const before = known.get(changes[index++]!.key)
          check(kind, table, before, row, hasZero)
          if (table === 'ledger_accounts' && isGuarded) {
            isStale ||= (before!.version as bigint) !== (row.version as bigint) - 1n
          }
        }
      }
      if (isUneven || isStale) throw sqlError('division by zero', '22012')
      return { rows: [], changes }
    },
  }
}

/** Applies the database's constraints to a row. */
function check(
  kind: TableWrite['kind'],
  table: TableName,
  known: Row | undefined,
  row: Row,
  hasZero: boolean,
): void {
  if (kind === 'insert' && known) {
    throw sqlError('duplicate key value violates unique constraint', '23505', `${table}_pkey`)
  }
  if (kind === 'update' && !known) throw sqlError('division by zero', '22012')
  if (table === 'ledger_accounts' && known!.floor_minor !== null) {
    if ((row.balance_minor as bigint) < (known!.floor_minor as bigint)) {
      throw sqlError('new row violates check constraint', '23514', 'balance_not_below_floor')
    }
  }
  if (!hasZero) return
  for (const value of Object.values(row)) {
    if (typeof value === 'string' && value.includes('\u0000')) {
      throw sqlError('invalid byte sequence for encoding "UTF8": 0x00', '22021')
    }
  }
}

function reading(rows: readonly Row[]) {
  return { rows, changes: [] }
}

/** The rows with these keys that exist. */
function found(rows: ReadonlyMap<string, Row>, values: readonly unknown[]): Row[] {
  return (valuesOf(values[0] as Buffer) as (string | bigint)[])
    .map((key) => rows.get(String(key)))
    .filter((row) => row !== undefined)
}

/** A pot as a source of money: its account, with what only a main one has left out. */
function sourceOf({ accounts }: Tables, { id, account_id }: Row): Row {
  return { ...accounts.get(String(account_id)), id, is_main: false, is_frozen: false }
}

function ledgerAccountRowOf(row: Row): Row {
  return { ...row, last_booked_ms: bigintOf(row.last_booked_at) }
}

function statusChangesIn(postings: ReadonlyMap<string, Row>, ids: readonly unknown[]): Row[] {
  const changes = [...postings.values()].filter(({ id, transaction_id }) => id !== transaction_id)
  return changes.filter(({ transaction_id }) => ids.includes(transaction_id))
}

function takenBackIn(transactions: ReadonlyMap<string, Row>, ids: readonly unknown[]): Row[] {
  const takings = [...transactions.values()].filter(({ kind }) => /taking_back$/.test(String(kind)))
  return ids.map((id) => {
    const amounts = takings.filter((row) => row.credit_detail === id).map((row) => row.amount_minor as bigint)
    return { id, taken_minor: amounts.reduce((sum, amount) => sum + amount, 0n) }
  })
}

function releaseRowOf({ release_at, released_at, ...row }: Row): Row {
  return { ...row, release_at_ms: bigintOf(release_at), released_at_ms: bigintOf(released_at) }
}

function pinOf(pin: Row | undefined): Row {
  if (!pin) return { salt: null, hash: null, wrong_count: null, last_attempt: null, locked_until_ms: null }
  const { wrong_count, locked_until, missed_count, missed_since, ...others } = pin
  return {
    ...others,
    wrong_count: Number(wrong_count),
    locked_until_ms: bigintOf(locked_until),
    missed_count: Number(missed_count),
    missed_since_ms: bigintOf(missed_since),
  }
}

function transactionOf({ payee_references }: Tables, row: Row): Row {
  const { reference = null } = payee_references.get(row.id as string) ?? {}
  return { ...row, reference, created_at: new Date(row.created_at as number) }
}

function bigintOf(moment: unknown): bigint | null {
  return moment === null || moment === undefined ? null : BigInt(moment as number)
}
