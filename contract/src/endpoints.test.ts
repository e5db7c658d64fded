import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { told } from '../test/told.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { refusals } from './errors.ts'

const all = Object.entries(endpoints) as [string, Endpoint][]

describe('every endpoint', () => {
  test('has a method and a path that no other has, whatever its parameters are called', () => {
    const asked = all.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':any')}`)
    expect(new Set(asked).size).toBe(asked.length)
  })

  for (const [
    name,
    { method, path, summary, params, query, body, file, answer, answerType, status, refusals: said },
  ] of all) {
    describe(name, () => {
      test('has a path of plain nouns under /api, and a sentence that says what it is for', () => {
        expect(path).toMatch(/^\/api(\/[a-z]+(-[a-z]+)*|\/:[a-zA-Z]+)+(\.[a-z]+)?$/)
        expect(summary).toMatch(/^[A-Z].*[^.]$/)
      })

      test('has a rule for each parameter of its path', () => {
        const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1])
        const ruled = params ? Object.keys((params as unknown as z.ZodMiniObject).shape) : []
        expect(ruled).toEqual(inPath)
      })

      test('refuses in sentences the bank has, each named once', () => {
        expect(said.filter((code) => !(code in refusals))).toEqual([])
        expect(new Set(said).size).toBe(said.length)
      })

      test('answers 204 exactly when it has nothing to say, and reads without a body', () => {
        expect(answer === undefined).toBe(status === 204)
        expect(method === 'GET' && body !== undefined).toBe(false)
        expect(method !== 'GET' && query !== undefined).toBe(false)
      })

      test('takes no field it does not know', () => {
        // A file is what it is: there are no fields in it.
        if (!body || file) return expect(body === undefined || method !== 'GET').toBe(true)
        expect(told(body, { nobodyAskedForThis: 1 })).toHaveProperty('nobodyAskedForThis')
      })

      test('can be written down as a JSON schema', () => {
        for (const part of [params, query, file ? undefined : body, answerType ? undefined : answer]) {
          if (!part) continue
          const schema = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })
          // An answer that is one of two shapes says so in place of a type.
          expect(schema).toHaveProperty('anyOf' in schema ? 'anyOf' : 'type')
        }
        expect(method).toMatch(/^(GET|POST|PUT|DELETE)$/)
      })
    })
  }
})

describe('an id that is no id', () => {
  for (const [name, message] of [
    ['readTransaction', 'Transaction ID is required'],
    ['setTransactionStatus', 'Transaction ID is required'],
    ['fundAccount', 'User ID is required'],
    ['activateAccount', 'User ID is required'],
    ['deactivateAccount', 'User ID is required'],
  ] as const) {
    test(`${name}: ${message}`, () => {
      for (const id of ['', '1', 'undefined', 'x'.repeat(1000)]) {
        expect(told(endpoints[name].params!, { id })).toEqual({ id: [message] })
      }
    })
  }
})

describe('a page of the history', () => {
  const { query } = endpoints.listTransactions
  test('has 20 rows unless asked otherwise', () => {
    expect(z.parse(query!, {})).toEqual({ limit: 20 })
    expect(z.parse(query!, { limit: '3' })).toEqual({ limit: 3 })
  })
  for (const limit of ['0', '-1', '101', '1.5', 'all', 'NaN', 'Infinity', '1e9']) {
    test(`cannot have ${limit} rows`, () => expect(told(query!, { limit })).toHaveProperty('limit'))
  }
  test('cannot follow a cursor of any length', () => {
    expect(told(query!, { cursor: 'a'.repeat(201) })).toHaveProperty('cursor')
  })
})
