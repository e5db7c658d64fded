import { copiedRowsOf, type ValueType, valuesOf } from './binary-values.ts'
import type { Row, TableName } from './model-rows.ts'

/** The rows that a statement inserts into a table or updates. */
export type TableWrite = {
  /** An upsert inserts a row, or replaces the one with its key. */
  readonly kind: 'insert' | 'update' | 'upsert'
  readonly table: TableName
  readonly rows: readonly Row[]
  /** Whether a text has the character U+0000, which the server refuses. */
  readonly hasZero: boolean
}

/** The source of a column's values: an array, one value for all rows, or a count from 1. */
type Term = { readonly from: 'array' | 'single'; readonly parameter: number } | { readonly from: 'count' }

/** The columns that a part of a statement writes, with a term for each. */
type Source = Pick<TableWrite, 'kind' | 'table'> & {
  readonly columns: readonly string[]
  readonly terms: readonly Term[]
}

/** Parses an insert or update statement of the books: which parameter goes into which column. Returns the rows for values. */
export function parseWrite(text: string): (values: readonly unknown[]) => TableWrite[] {
  const sources = parse(text).map((source) => ({
    ...source,
    // Copied for each row: that is faster than adding the columns one by one.
    empty: Object.fromEntries(source.columns.map((column) => [column, null])) as Row,
  }))
  return (values) =>
    sources.map(({ kind, table, columns, terms, empty }) => {
      const lists = terms.map((term) =>
        term.from === 'array' ? valuesOf(values[term.parameter] as Buffer) : null,
      )
      const arrays = lists.filter((list) => list !== null)
      const count = arrays.length === 0 ? 1 : arrays[0]!.length
      const rows = Array.from({ length: count }, (_, index) => {
        const row = { ...empty }
        for (const [place, term] of terms.entries()) {
          row[columns[place]!] =
            term.from === 'array'
              ? lists[place]![index]
              : term.from === 'single'
                ? values[term.parameter]
                : index + 1
        }
        return row
      })
      return { kind, table, rows, hasZero: arrays.some((list) => list.some(isWithZero)) }
    })
}

/** The types of the columns of a COPY, by name. */
export type CopiedTypes = Readonly<Record<string, { readonly type: ValueType }>>

/** The same for a COPY of the books, whose only value is its rows. */
export function parseCopy(text: string, columns: CopiedTypes): (values: readonly unknown[]) => TableWrite[] {
  const [, table] = text.match(/^copy (\w+) /)!
  const types = Object.values(columns).map(({ type }) => type)
  return ([bytes]) => {
    const rows = copiedRowsOf(bytes as Buffer, types).map(
      (row) => Object.fromEntries(Object.keys(columns).map((name, index) => [name, row[index]])) as Row,
    )
    const hasZero = rows.some((row) => Object.values(row).some(isWithZero))
    return [{ kind: 'insert', table: table as TableName, rows, hasZero }]
  }
}

function isWithZero(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\u0000')
}

function parse(text: string): Source[] {
  const inserts = [
    ...text.matchAll(
      /insert into (\w+) \(([^)]*)\)\s*(?:values \(([^)]*)\)|select ((?:[^()]|\((?:[^()]|\([^()]*\))*\))*))/g,
    ),
  ].map(([, table, columns, values, selected]) => ({
    kind: text.includes('do update set') ? ('upsert' as const) : ('insert' as const),
    table: table as TableName,
    columns: namesIn(columns!),
    terms: termsIn(values ?? selected!),
  }))
  const updates = [
    ...text.matchAll(/update (\w+) \w\s+set [^$]*?from unnest\(([^)]*)\)\s*as n \(([^)]*)\)/g),
  ].map(([, table, arrays, columns]) => ({
    kind: 'update' as const,
    table: table as TableName,
    columns: namesIn(columns!),
    terms: termsIn(arrays!),
  }))
  const sources = [...inserts, ...updates]
  const parts = text.match(/\binsert into \w|\bupdate \w+ \w\s+set\b/g)?.length ?? 0
  const isWhole = sources.every(({ columns, terms }) => columns.length === terms.length)
  if (parts === 0 || sources.length !== parts || !isWhole)
    throw new Error(`The model does not support this statement: ${text}`)
  return sources
}

function namesIn(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}

/** The terms of the columns, in their order. Parameters are counted from 0. */
function termsIn(text: string): Term[] {
  return [...text.matchAll(/generate_series\([^$]*\$\d+::\w+\[\]\)\)|\$(\d+)::\w+(\[\])?/g)].map(
    ([, number, brackets]) =>
      number === undefined
        ? { from: 'count' }
        : { from: brackets ? 'array' : 'single', parameter: Number(number) - 1 },
  )
}
