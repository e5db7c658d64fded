import { writeMoment, writeUuid } from './binary-array.ts'
import type { Statement } from './pipelined-connection.ts'

/**
 * A COPY of rows into a table. It writes the same rows as an insert, or fails as one would, with less write-ahead log: one record for
 * each page instead of one for each row.
 */
export type CopyStatement<Row> = Statement & {
  readonly isCopy: true
  readonly columns: CopiedColumns<Row>
  /** The value of the statement: the rows in the binary format of COPY. Throws when a value is not one of its column's type. */
  readonly rowsOf: (rows: readonly Row[]) => Buffer
}

/** The columns that COPY fills, by name: the type of each, and its value in a row, null for none. */
type CopiedColumns<Row> = Readonly<
  Record<
    string,
    | { readonly type: 'uuid' | 'text'; readonly of: (row: Row) => string | null }
    | { readonly type: 'bigint'; readonly of: (row: Row) => bigint | null }
    /** Milliseconds since 1970 for a `timestamptz`. */
    | { readonly type: 'integer' | 'timestamptz'; readonly of: (row: Row) => number | null }
  >
>

export function copyInto<Row>(table: string, columns: CopiedColumns<Row>): CopyStatement<Row> {
  const listed = Object.values(columns)
  return {
    name: `copy-${table}`,
    text: `copy ${table} (${Object.keys(columns).join(', ')}) from stdin (format binary)`,
    isCopy: true,
    columns,
    rowsOf(rows) {
      const page = openPage()
      for (const row of rows) {
        page.int16(listed.length)
        for (const { type, of } of listed) page.field(type, of(row))
      }
      page.int16(-1)
      return page.bytes()
    },
  }
}

type ColumnType = CopiedColumns<unknown>[string]['type']

const bytesOf = { uuid: 16, bigint: 8, integer: 4, timestamptz: 8 }

// No flags, and no extension of the header.
const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')

// Written in by one statement at a time, and then copied. It grows to the largest.
let buffer = Buffer.allocUnsafeSlow(64 * 1024)
let view = new DataView(buffer.buffer)

function openPage() {
  let at = signature.copy(buffer)

  function reserve(bytes: number): void {
    if (at + bytes <= buffer.length) return
    const larger = Buffer.allocUnsafeSlow(2 * (at + bytes))
    buffer.copy(larger, 0, 0, at)
    buffer = larger
    view = new DataView(buffer.buffer)
  }

  return {
    bytes: () => Buffer.from(buffer.subarray(0, at)),
    int16(value: number): void {
      reserve(2)
      view.setInt16(at, value)
      at += 2
    },
    field(type: ColumnType, value: string | bigint | number | null): void {
      const bytes = value === null ? 0 : type === 'text' ? Buffer.byteLength(value as string) : bytesOf[type]
      reserve(4 + bytes)
      view.setInt32(at, value === null ? -1 : bytes)
      at += 4
      if (value !== null) write(type, value)
      at += bytes
    },
  }

  function write(type: ColumnType, value: string | bigint | number): void {
    if (type === 'text') buffer.write(value as string, at)
    else if (type === 'uuid') writeUuid(view, at, value as string)
    else if (type === 'bigint') view.setBigInt64(at, value as bigint)
    else if (type === 'integer') view.setInt32(at, value as number)
    else writeMoment(view, at, value as number)
  }
}
