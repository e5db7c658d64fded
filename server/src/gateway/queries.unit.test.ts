import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sideSelectionOf, userSelectionOf } from './queries.ts'

/** As the clients' own `Query` writes them. */
type Sent = { method?: unknown; attribute?: unknown; values?: unknown }
const query = (method: string, attribute?: string, ...values: unknown[]): Sent => ({
  method,
  ...(attribute !== undefined && { attribute }),
  ...(values.length > 0 && { values }),
})
const equal = (attribute: string, ...values: unknown[]) => query('equal', attribute, ...values)
const limit = (...values: unknown[]) => ({ method: 'limit', values })
const after = (...values: unknown[]) => ({ method: 'cursorAfter', values })
/** The parameters as the clients flatten them. */
const parameters = (queries: readonly (Sent | string)[]) =>
  Object.fromEntries(
    queries.map((sent, index) => [
      `queries[${index}]`,
      typeof sent === 'string' ? sent : JSON.stringify(sent),
    ]),
  )
const sides = (...queries: (Sent | string)[]) => sideSelectionOf(parameters(queries))
const users = (...queries: (Sent | string)[]) => userSelectionOf(parameters(queries))

const uuid = '0192f0c1-7b1e-7000-8000-0123456789ab'
const other = '0192f0c1-7b1e-7000-8000-0123456789ac'
const clientId = '6740f3a8001f4abcdef1'
const firstPage = { order: 'newest_first', limit: 25, offset: 0 }

describe('queries on transactions', () => {
  test('without queries the newest 25 transactions are listed', () => {
    expect(sides()).toEqual(firstPage)
    expect(sideSelectionOf({ total: 'true', ttl: '0' })).toEqual(firstPage)
  })

  test('each attribute of a transaction can be equal to one of several values', () => {
    expect(
      sides(
        equal('id', uuid),
        equal('$id', uuid, `${other}.in`),
        equal('type', 'debit'),
        equal('status', 'pending', 'failed'),
      ),
    ).toEqual({
      ...firstPage,
      ownerIds: [uuid],
      sides: [
        { id: uuid, type: 'debit' },
        { id: other, type: 'credit' },
      ],
      types: ['debit'],
      statuses: ['pending', 'failed'],
    })
  })

  test('several equal queries on an attribute and on its other name must all be met', () => {
    expect(sides(equal('status', 'pending', 'failed'), equal('status', 'failed')).statuses).toEqual([
      'failed',
    ])
    expect(sides(equal('$id', uuid, other), equal('transactionId', other)).sides).toEqual([
      { id: other, type: 'debit' },
    ])
    expect(sides(equal('type', 'debit'), equal('type', 'credit')).types).toEqual([])
  })

  test('a value that no transaction has selects none', () => {
    expect(
      sides(
        equal('id', 'me'),
        equal('$id', '', `${uuid}.out`),
        equal('type', 'Debit'),
        equal('status', 'lost'),
      ),
    ).toEqual({ ...firstPage, ownerIds: [], sides: [], types: [], statuses: [] })
  })

  test('ids in queries are read in both spellings', () => {
    const selection = sides(equal('id', clientId), equal('$id', `${clientId}.in`), after(clientId))
    const [id] = selection.ownerIds!
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7ced-/)
    expect(selection).toMatchObject({
      sides: [{ id, type: 'credit' }],
      cursor: { at: { id, type: 'debit' } },
    })
  })
})

describe('queries on users', () => {
  test('each attribute of a user can be equal to one of several values', () => {
    expect(
      users(
        equal('$id', uuid, other),
        equal('userId', uuid),
        equal('email', 'Alice@Example.com'),
        equal('name', 'Alice', 'Bruno'),
        equal('isAdmin', true),
        equal('isActive', true, false),
      ),
    ).toEqual({
      ...firstPage,
      ids: [uuid],
      emails: ['alice@example.com'],
      names: ['Alice', 'Bruno'],
      isAdministrator: [true],
      isActive: [true, false],
      emailParts: [],
    })
  })

  test('an e-mail can contain several texts', () => {
    expect(users(query('contains', 'email', 'ALI'), query('contains', 'email', '@')).emailParts).toEqual([
      'ali',
      '@',
    ])
  })
})

describe('the page that queries select', () => {
  test('order, limit, offset and cursor are those of the first query of their kind', () => {
    expect(
      users(
        query('orderAsc', '$createdAt'),
        query('orderDesc', '$createdAt'),
        limit(5_000),
        limit(1),
        { method: 'offset', values: [5_000] },
        { method: 'cursorBefore', values: [uuid] },
        after(other),
        { method: 'select', values: ['name', '$id'] },
      ),
    ).toEqual({
      order: 'oldest_first',
      limit: 5_000,
      offset: 5_000,
      cursor: { at: uuid, isBefore: true },
      emailParts: [],
    })
    expect(sides(query('orderDesc', '$createdAt'), after(`${uuid}.in`))).toEqual({
      ...firstPage,
      cursor: { at: { id: uuid, type: 'credit' }, isBefore: false },
    })
  })
})

describe('a query is refused', () => {
  const missing = (attribute: string) => `Attribute not found in schema: ${attribute}`
  const secrets = [
    'pin',
    'password',
    'passcode',
    'transaction_pin',
    'current_pin',
    'balance',
    'account_number',
  ]
  const refused: [what: string, query: Sent | string, message: string][] = [
    ...secrets.flatMap((secret): [string, Sent, string][] => [
      [`equal on ${secret}`, equal(secret, '1234'), missing(secret)],
      [`contains on ${secret}`, query('contains', secret, '1'), missing(secret)],
      [`order by ${secret}`, query('orderAsc', secret), missing(secret)],
      [`a search in ${secret}`, query('startsWith', secret, '1'), missing(secret)],
    ]),
    ['an attribute of every object', equal('constructor', '1'), missing('constructor')],
    ['a long attribute', equal('x'.repeat(99), '1'), missing('x'.repeat(40))],
    ['no attribute', equal(undefined as never, '1'), missing('')],
    ['a list of attributes', { method: 'equal', attribute: ['id'], values: ['1'] }, missing('["id"]')],
    [
      'equal on the time',
      equal('$createdAt', '2026-11-22'),
      'Query equal is not supported on attribute: $createdAt',
    ],
    [
      'order by an attribute',
      query('orderDesc', '$id'),
      'Query orderDesc is not supported on attribute: $id',
    ],
    [
      'another comparison',
      query('notEqual', '$id', uuid),
      'Query notEqual is not supported on attribute: $id',
    ],
    [
      'a method of every object',
      query('constructor', '$id', uuid),
      'Query constructor is not supported on attribute: $id',
    ],
    ['a combination', { method: 'or', values: [equal('id', uuid)] }, missing('')],
    ['no method', { attribute: '$id', values: [uuid] }, 'Query method is missing'],
    ['a method that is no text', { method: 7 }, 'Query method is missing'],
    ['text that is no JSON', 'equal("id", ["1"])', 'Syntax error'],
    ['a list', '[]', 'Syntax error'],
    ['null', 'null', 'Syntax error'],
    ['4,097 characters', `${JSON.stringify(limit(1))}${' '.repeat(4_096)}`, 'Syntax error'],
    ['values that are no list', { method: 'limit', values: 5 }, 'More than 100 values'],
    ['101 values', equal('$id', ...Array.from({ length: 101 }, () => uuid)), 'More than 100 values'],
    ['equal without values', equal('$id'), 'Equal queries require at least one value: $id'],
    ['a number as an id', equal('$id', 7), 'Query value is invalid for attribute "$id"'],
    ['null as an id', equal('$id', null), 'Query value is invalid for attribute "$id"'],
    ...[0, 5_001, 1.5, '25', null].map((value): [string, Sent, string] => [
      `the limit ${JSON.stringify(value)}`,
      limit(value),
      'Invalid limit: Value must be a whole number from 1 to 5000',
    ]),
    ['no limit', { method: 'limit' }, 'Query limit takes one value'],
    ['two limits', limit(1, 2), 'Query limit takes one value'],
    ...[-1, 5_001].map((value): [string, Sent, string] => [
      `the offset ${value}`,
      { method: 'offset', values: [value] },
      'Invalid offset: Value must be a whole number from 0 to 5000',
    ]),
    ...[7, '', 'me', '../users'].map((value): [string, Sent, string] => [
      `the cursor ${JSON.stringify(value)}`,
      after(value),
      'Invalid cursor: Value must be the id of a document',
    ]),
  ]
  for (const [what, sent, message] of refused) {
    test(`a query with ${what} is refused`, () => {
      for (const read of [sides, users]) {
        expect(() => read(sent)).toThrow(
          expect.objectContaining({
            hostedType: 'general_query_invalid',
            message: `Invalid query: ${message}`,
          }),
        )
      }
    })
  }

  for (const [what, read, message] of [
    ['two owners', () => sides(equal('id', uuid, other)), 'Equal queries on id take one value'],
    ['the owner of a user', () => users(equal('id', uuid)), missing('id')],
    ['an e-mail of a transaction', () => sides(query('contains', 'email', 'a')), missing('email')],
    [
      'a part of a name',
      () => users(query('contains', 'name', 'a')),
      'Query contains is not supported on attribute: name',
    ],
    [
      'two parts in one query',
      () => users(query('contains', 'email', 'a', 'b')),
      'Query contains takes one value',
    ],
    [
      'a role that is text',
      () => users(equal('isAdmin', 'true')),
      'Query value is invalid for attribute "isAdmin"',
    ],
    ['101 queries', () => sides(...Array.from({ length: 101 }, () => limit(1))), 'More than 100 queries'],
    [
      'queries in one parameter',
      () => sideSelectionOf({ queries: JSON.stringify(equal('id', uuid)) }),
      'Send each query as queries[0], queries[1], …',
    ],
    [
      'a name of a parameter that no client sends',
      () => sideSelectionOf({ 'queries[x]': '{}' }),
      'Send each query as queries[0], queries[1], …',
    ],
    ['the same parameter twice', () => sideSelectionOf({ 'queries[0]': ['{}', '{}'] }), 'Syntax error'],
  ] as const) {
    test(`a selection with ${what} is refused`, () => {
      expect(read).toThrow(`Invalid query: ${message}`)
    })
  }

  test('any JSON in a query is read or refused as an invalid query', () => {
    const anyQuery = fc.record(
      {
        method: fc.oneof(
          fc.constantFrom('equal', 'contains', 'limit', 'offset', 'cursorAfter', 'orderAsc'),
          fc.string(),
        ),
        attribute: fc.oneof(
          fc.constantFrom('id', '$id', 'email', 'status', '$createdAt', '__proto__'),
          fc.jsonValue(),
        ),
        values: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(anyQuery, fc.jsonValue())), (queries) => {
        for (const read of [sideSelectionOf, userSelectionOf]) {
          try {
            const { limit: rows, offset } = read(parameters(queries.map((sent) => JSON.stringify(sent))))
            expect(rows >= 1 && rows <= 5_000 && offset >= 0 && offset <= 5_000).toBe(true)
          } catch (error) {
            expect(error).toMatchObject({ hostedType: 'general_query_invalid' })
          }
        }
      }),
    )
  })
})
