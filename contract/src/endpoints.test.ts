import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formErrors } from '../test/form-errors.ts'
import { anyone } from './audience.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { refusals } from './errors.ts'
import { type RateLimit, usualLimit } from './rate-limits.ts'

const all = Object.entries(endpoints) as [string, Endpoint][]

describe('the endpoints', () => {
  test('differ in method or path, whatever their parameters are called', () => {
    const requests = all.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':any')}`)
    expect(new Set(requests).size).toBe(requests.length)
  })

  test('share a rate limit’s name only when they share its rates', () => {
    const limits = new Map<string, unknown>()
    for (const [, { limit }] of all) {
      const { triesSecret: _, reads: __, ...rates } = limit
      expect(limits.get(limit.name) ?? rates).toEqual(rates)
      limits.set(limit.name, rates)
    }
  })

  test('do not type-check with a limit by user that does not say what a call reads', () => {
    const { reads: _, ...rates } = usualLimit
    // @ts-expect-error What a call reads is missing.
    const limit: RateLimit = rates
    expect(limit).not.toHaveProperty('reads')
  })

  test('do not type-check without an audience', () => {
    const row = { method: 'GET', path: '/api/x', summary: 'X', limit: usualLimit, status: 204 } as const
    // @ts-expect-error The audience is missing.
    const open = endpoint({ ...row, refusals: [] })
    expect(open.audience).toBeUndefined()
    expect(endpoint({ ...row, refusals: [], audience: anyone }).audience).toEqual({ signedIn: false })
  })

  for (const [name, row] of all) {
    const { method, path, summary, params, query, body, file, answer, answerType, status } = row
    describe(name, () => {
      test(`${name} has a path of plain nouns under /api, and a summary`, () => {
        expect(path).toMatch(/^\/api(\/[a-z]+(-[a-z]+)*|\/:[a-zA-Z]+)+(\.[a-z]+)?$/)
        expect(summary).toMatch(/^[A-Z].*[^.]$/)
      })

      test(`${name} has a rule for each parameter of its path`, () => {
        const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1])
        const withRule = params ? Object.keys((params as unknown as z.ZodMiniObject).shape) : []
        expect(withRule).toEqual(inPath)
      })

      // An administrator names an account of another user in the same way.
      if (row.audience.signedIn && !('may' in row.audience)) {
        test(`${name} takes the choice of an account if and only if it is of the holder of an account`, () => {
          const inQuery = query ? Object.keys((query as unknown as z.ZodMiniObject).shape) : []
          expect(inQuery.includes('account')).toBe('isOfAccount' in row.audience)
        })
      }

      test(`${name} names each of its refusals once`, () => {
        expect(row.refusals.filter((code) => !(code in refusals))).toEqual([])
        expect(new Set(row.refusals).size).toBe(row.refusals.length)
      })

      test(`${name} answers 204 exactly when it has no answer, and only reads select`, () => {
        expect(answer === undefined).toBe(status === 204)
        expect(method === 'GET' && body !== undefined).toBe(false)
        // Only a read selects; any request may name the account it is about, and one whose body is a file says there what the file is.
        const selecting = Object.keys((query as unknown as z.ZodMiniObject | undefined)?.shape ?? {})
        if (method !== 'GET' && !file) expect(selecting.filter((field) => field !== 'account')).toEqual([])
      })

      test(`${name} refuses unknown fields`, () => {
        // A file has no fields.
        if (!body || file) return expect(body === undefined || method !== 'GET').toBe(true)
        expect(formErrors(body, { unknownField: 1 })).toHaveProperty('unknownField')
      })

      test(`${name} can be written as JSON schemas`, () => {
        for (const rule of [params, query, file ? undefined : body, answerType ? undefined : answer]) {
          if (!rule) continue
          const schema = z.toJSONSchema(rule, { io: 'input', unrepresentable: 'any' })
          // An answer of two shapes has `anyOf` instead of a type.
          expect(schema).toHaveProperty('anyOf' in schema ? 'anyOf' : 'type')
        }
        expect(method).toMatch(/^(GET|POST|PUT|DELETE)$/)
      })
    })
  }
})

describe('an id that is not a UUID', () => {
  for (const [name, message] of [
    ['readTransaction', 'Transaction ID is required'],
    ['setTransactionStatus', 'Transaction ID is required'],
    ['fundAccount', 'User ID is required'],
    ['activateAccount', 'User ID is required'],
    ['deactivateAccount', 'User ID is required'],
  ] as const) {
    test(`${name} refuses an id that is not a UUID: ${message}`, () => {
      for (const id of ['', '1', 'undefined', 'x'.repeat(1000)]) {
        expect(formErrors(endpoints[name].params!, { id })).toEqual({ id: [message] })
      }
    })
  }
})

describe('a page of the history', () => {
  const { query } = endpoints.listTransactions
  test('a page of the history has 20 rows by default', () => {
    expect(z.parse(query!, {})).toEqual({ limit: 20, order: 'newest' })
    expect(z.parse(query!, { limit: '3' })).toEqual({ limit: 3, order: 'newest' })
  })
  for (const limit of ['0', '-1', '101', '1.5', 'all', 'NaN', 'Infinity', '1e9']) {
    test(`a page of the history cannot have ${limit} rows`, () => {
      expect(formErrors(query!, { limit })).toHaveProperty('limit')
    })
  }
  test('a page of the history refuses a cursor longer than 200 characters', () => {
    expect(formErrors(query!, { cursor: 'a'.repeat(201) })).toHaveProperty('cursor')
  })
})
