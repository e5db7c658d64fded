import { valuesOf } from './binary-values.ts'
import type { Row, TableName } from './model-rows.ts'

/** What a statement inserts into a table, or which rows it sets and to what. */
export type Writing = {
  readonly kind: 'insert' | 'update'
  readonly table: TableName
  readonly rows: readonly Row[]
  /** True where a text has a character that the server takes in none. */
  readonly hasZero: boolean
}

/** Where a part of a statement takes its columns from: arrays, then a count from 1 where asked for, then single values. */
type Source = Pick<Writing, 'kind' | 'table'> & {
  readonly columns: readonly string[]
  readonly arrays: readonly number[]
  readonly isCounted: boolean
  readonly singles: readonly number[]
}

/**
 * Learns from the text of a writing statement of the books what it would write: which parameter goes into which column
 * is said there and nowhere else.
 */
export function readWriting(text: string): (values: readonly unknown[]) => Writing[] {
  const sources = parse(text).map((source) => ({
    ...source,
    // Copied for each row: filling what is there is quicker than adding column by column.
    empty: Object.fromEntries(source.columns.map((column) => [column, null])) as Row,
  }))
  return (values) =>
    sources.map(({ kind, table, columns, arrays, isCounted, singles, empty }) => {
      const lists = arrays.map((each) => valuesOf(values[each] as Buffer))
      const count = arrays.length === 0 ? 1 : lists[0]!.length
      const rows: Row[] = []
      for (let index = 0; index < count; index++) {
        const row = { ...empty }
        let column = 0
        for (const list of lists) row[columns[column++]!] = list[index]
        if (isCounted) row[columns[column++]!] = index + 1
        for (const single of singles) row[columns[column++]!] = values[single]
        rows.push(row)
      }
      return { kind, table, rows, hasZero: lists.some((list) => list.some(isWithZero)) }
    })
}

function isWithZero(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\u0000')
}

function parse(text: string): Source[] {
  const inserts = [
    ...text.matchAll(
      /insert into (\w+) \(([^)]*)\)\s*(?:values \(([^)]*)\)|select (?:\*|n\.\*([^\n]*))\s*from unnest\(([^)]*)\)( with ordinality)?)/g,
    ),
  ].map(([, table, columns, singles, extra, arrays, counted]) => ({
    kind: 'insert' as const,
    table: table as TableName,
    columns: namesIn(columns!),
    arrays: numbersIn(arrays),
    isCounted: counted !== undefined,
    singles: numbersIn(singles ?? extra),
  }))
  const updates = [
    ...text.matchAll(/update (\w+) \w\s+set [^$]*?from unnest\(([^)]*)\)\s*as n \(([^)]*)\)/g),
  ].map(([, table, arrays, columns]) => ({
    kind: 'update' as const,
    table: table as TableName,
    columns: namesIn(columns!),
    arrays: numbersIn(arrays),
    isCounted: false,
    singles: [],
  }))
  const parts = text.match(/\binsert into \w|\bupdate \w+ \w\s+set\b/g)?.length ?? 0
  if (parts === 0 || inserts.length + updates.length !== parts)
    throw new Error(`The model does not understand all that is written in ${text}`)
  return [...inserts, ...updates]
}

function namesIn(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}

/** The parameters named, counted from 0. */
function numbersIn(text: string | undefined): number[] {
  return [...(text ?? '').matchAll(/\$(\d+)/g)].map(([, number]) => Number(number) - 1)
}
