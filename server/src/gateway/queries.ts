import { exportedMax, listedMax, offsetMax, type Page } from '@bank/contract/gateway/document-page'
import type { SidePath, SideSelection } from '@bank/contract/gateway/transactions/form'
import type { UserSelection } from '@bank/contract/gateway/users/form'
import { statuses } from '@bank/ledger/transaction-status'
import { hostedRefusal } from './hosted-refusal.ts'
import { findId } from './ids.ts'
import { isRecord } from './json-values.ts'
import { findSide } from './transaction-document.ts'

// A client sends each query as one parameter: `queries[0]={"method":"equal","attribute":"id","values":["…"]}`.
const queriesMax = 100
const queryLengthMax = 4_096
const valuesMax = 100
const limitUsual = 25

/** The transactions that a client's queries select. Throws `general_query_invalid`. */
export function sideSelectionOf(parameters: unknown): SideSelection {
  const queries = readQueries(parameters, ['$id', 'transactionId', 'id', 'type', 'status'])
  return {
    ownerIds: equalTo(queries, ['id'], textValue(findId), 1),
    sides: equalTo(queries, ['$id', 'transactionId'], textValue(findSide)),
    types: equalTo(queries, ['type'], textValue(oneOf(['debit', 'credit']))),
    statuses: equalTo(queries, ['status'], textValue(oneOf(statuses))),
    ...pageOf<SidePath>(queries, findSide),
  }
}

/** The users that a client's queries select. Throws `general_query_invalid`. */
export function userSelectionOf(parameters: unknown): UserSelection {
  const queries = readQueries(parameters, ['$id', 'userId', 'email', 'name', 'isAdmin', 'isActive'])
  const contained = queries.filter(({ method }) => method === 'contains')
  const lowerCase = textValue((text) => text.toLowerCase())
  return {
    ids: equalTo(queries, ['$id', 'userId'], textValue(findId)),
    emails: equalTo(queries, ['email'], lowerCase),
    names: equalTo(queries, ['name'], textValue(String)),
    isAdministrator: equalTo(queries, ['isAdmin'], flagValue),
    isActive: equalTo(queries, ['isActive'], flagValue),
    emailParts: contained
      .map((query) => lowerCase(onlyValueOf(query), 'email')!)
      .filter((part) => part !== ''),
    ...pageOf<string>(queries, findId),
  }
}

/** True for a page that is longer than a list may be, and counts as an export. */
export function isExport({ limit }: Page<unknown>): boolean {
  return limit > listedMax
}

type Query = { readonly method: string; readonly attribute: string; readonly values: readonly unknown[] }

/** The queries of a request on a collection whose documents can be found by these attributes. */
function readQueries(parameters: unknown, attributes: readonly string[]): readonly Query[] {
  const named = Object.entries(parameters as Record<string, unknown>).filter(([name]) =>
    /^queries/.test(name),
  )
  if (named.length > queriesMax) throw invalidQuery(`More than ${queriesMax} queries`)
  return named.map(([name, value]) => {
    if (!/^queries\[\d{1,3}\]$/.test(name)) throw invalidQuery('Send each query as queries[0], queries[1], …')
    return readQuery(value, attributes)
  })
}

function readQuery(sent: unknown, attributes: readonly string[]): Query {
  const { method, attribute = '', values = [] } = jsonObject(sent)
  if (typeof method !== 'string') throw invalidQuery('Query method is missing')
  if (!Array.isArray(values) || values.length > valuesMax) throw invalidQuery(`More than ${valuesMax} values`)
  const supported = methods[method]
  if (supported === 'without attribute') return { method, attribute: '', values }
  if (typeof attribute !== 'string' || ![...attributes, created].includes(attribute)) {
    throw invalidQuery(`Attribute not found in schema: ${shown(attribute)}`)
  }
  const isSupported = supported === 'each attribute' ? attribute !== created : supported === attribute
  if (isSupported) return { method, attribute, values }
  throw invalidQuery(`Query ${shown(method)} is not supported on attribute: ${attribute}`)
}

const created = '$createdAt'

/** What each method of a query is supported on. */
const methods: Readonly<Record<string, string | undefined>> = {
  __proto__: null as never,
  equal: 'each attribute',
  contains: 'email',
  orderAsc: created,
  orderDesc: created,
  limit: 'without attribute',
  offset: 'without attribute',
  cursorAfter: 'without attribute',
  cursorBefore: 'without attribute',
  // Ignored: a document has all its attributes.
  select: 'without attribute',
}

function jsonObject(text: unknown): Readonly<Record<string, unknown>> {
  if (typeof text === 'string' && text.length <= queryLengthMax) {
    try {
      const value: unknown = JSON.parse(text)
      if (isRecord(value)) return value
    } catch {
      // Refused below.
    }
  }
  throw invalidQuery('Syntax error')
}

/** Reads a value of a query. Undefined for a value that no document has. */
type ReadValue<Value> = (value: unknown, attribute: string) => Value | undefined

/**
 * The values that meet every `equal` query on these attributes, which are names of one; undefined where there is none. `most` is
 * how many values a query may have.
 */
function equalTo<Value>(
  queries: readonly Query[],
  attributes: readonly string[],
  read: ReadValue<Value>,
  most = valuesMax,
): Value[] | undefined {
  const lists = queries
    .filter(({ method, attribute }) => method === 'equal' && attributes.includes(attribute))
    .map(({ attribute, values }) => {
      if (values.length === 0) throw invalidQuery(`Equal queries require at least one value: ${attribute}`)
      if (values.length > most) throw invalidQuery(`Equal queries on ${attribute} take one value`)
      const known = values.map((value) => read(value, attribute)).filter((value) => value !== undefined)
      return new Map(known.map((value) => [JSON.stringify(value), value]))
    })
  const [first, ...others] = lists
  return (
    first && [...first].flatMap(([key, value]) => (others.every((other) => other.has(key)) ? [value] : []))
  )
}

function textValue<Value>(find: (text: string) => Value | undefined): ReadValue<Value> {
  return (value, attribute) => {
    // The database has no text with a NUL.
    if (typeof value === 'string' && !value.includes('\u0000')) return find(value)
    throw invalidQuery(`Query value is invalid for attribute "${attribute}"`)
  }
}

const flagValue: ReadValue<boolean> = (value, attribute) => {
  if (typeof value === 'boolean') return value
  throw invalidQuery(`Query value is invalid for attribute "${attribute}"`)
}

function oneOf<Value extends string>(known: readonly Value[]): (text: string) => Value | undefined {
  return (text) => known.find((value) => value === text)
}

/** Of several queries with the same meaning the first counts, as in the hosted backend. */
function pageOf<Cursor>(
  queries: readonly Query[],
  findCursor: (text: string) => Cursor | undefined,
): Page<Cursor> {
  const first = (...names: string[]) => queries.find(({ method }) => names.includes(method))
  const cursor = first('cursorAfter', 'cursorBefore')
  return {
    order: first('orderAsc', 'orderDesc')?.method === 'orderAsc' ? 'oldest_first' : 'newest_first',
    limit: wholeNumber(first('limit'), 1, exportedMax) ?? limitUsual,
    offset: wholeNumber(first('offset'), 0, offsetMax) ?? 0,
    ...(cursor && {
      cursor: { at: cursorOf(cursor, findCursor), isBefore: cursor.method === 'cursorBefore' },
    }),
  }
}

function wholeNumber(query: Query | undefined, least: number, most: number): number | undefined {
  if (query === undefined) return undefined
  const value = onlyValueOf(query)
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most)
    return value as number
  throw invalidQuery(`Invalid ${query.method}: Value must be a whole number from ${least} to ${most}`)
}

function cursorOf<Cursor>(query: Query, find: (text: string) => Cursor | undefined): Cursor {
  const value = onlyValueOf(query)
  const cursor = typeof value === 'string' ? find(value) : undefined
  if (cursor === undefined) throw invalidQuery('Invalid cursor: Value must be the id of a document')
  return cursor
}

function onlyValueOf({ method, values }: Query): unknown {
  if (values.length !== 1) throw invalidQuery(`Query ${method} takes one value`)
  return values[0]
}

/** A short part of what a client sent, for a message. */
function shown(sent: unknown): string {
  return String(typeof sent === 'string' ? sent : JSON.stringify(sent)).slice(0, 40)
}

function invalidQuery(problem: string): Error {
  return hostedRefusal('general_query_invalid', `Invalid query: ${problem}`)
}
