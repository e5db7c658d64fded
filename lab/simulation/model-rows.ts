/** A row of the model by column name. Times are milliseconds since 1970. */
export type Row = Record<string, unknown>

/** The committed rows of the books, by table and primary key. */
export type Tables = Record<TableName, Map<string, Row>>

const primaryKeys = {
  ledger_accounts: ['id'],
  accounts: ['id'],
  pins: ['user_id'],
  guards: ['user_id', 'currency'],
  pots: ['id'],
  paid_beneficiaries: ['user_id', 'currency', 'beneficiary'],
  transactions: ['id'],
  payee_references: ['transaction_id'],
  postings: ['id'],
  entries: ['ledger_account_id', 'seq'],
  writers: ['id'],
  batches: ['writer_id', 'batch_no'],
  no_op_changes: ['id'],
  releases: ['transaction_id'],
  approvals: ['id'],
  audit_events: ['text'],
} as const

export type TableName = keyof typeof primaryKeys

const names = Object.keys(primaryKeys) as TableName[]

export function emptyTables(): Tables {
  return Object.fromEntries(names.map((name) => [name, new Map()])) as Tables
}

/** Copies the maps only: rows are replaced and never changed. */
export function copyTables(tables: Tables): Tables {
  return Object.fromEntries(names.map((name) => [name, new Map(tables[name])])) as Tables
}

export function keyOf(table: TableName, row: Row): string {
  const [first, second, third]: readonly [string, string?, string?] = primaryKeys[table]
  if (third) return `${row[first]} ${row[second!]} ${row[third]}`
  return second ? `${row[first]} ${row[second]}` : String(row[first])
}
