import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { bigintArray, textArray, timestampArray, uuidArray } from './binary-array.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

/** What PostgreSQL reads from an array, each element as its own text. */
async function read(type: string, array: Buffer): Promise<(string | null)[]> {
  const { rows } = await database.db.query<{ texts: (string | null)[] }>(
    `select array(select each::text from unnest($1::${type}[]) as each) as texts`,
    [array],
  )
  return rows[0]!.texts
}

describe('a binary array reaches the database unchanged:', () => {
  test('integers to both ends of their range, and nulls', async () => {
    const values = [0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n), null]
    expect(await read('bigint', bigintArray(values))).toEqual(
      values.map((value) => value?.toString() ?? null),
    )
  })

  test('ids, in upper or lower case', async () => {
    const values = ['00000000-0000-0000-0000-000000000000', '01234567-89ab-cdef-fedc-ba9876543210']
    expect(await read('uuid', uuidArray([...values, values[1]!.toUpperCase()]))).toEqual([
      ...values,
      values[1],
    ])
  })

  test('moments before and after 2000, to the millisecond, and nulls', async () => {
    const moments = [
      -1,
      0,
      Date.UTC(1999, 11, 31, 23, 59, 59, 999),
      Date.UTC(2000),
      Date.UTC(2026, 10, 21, 12, 0, 0, 7),
    ]
    const { rows } = await database.db.query<{ each: Date | null }>(
      'select unnest($1::timestamptz[]) as each',
      [timestampArray([...moments, null])],
    )
    expect(rows.map(({ each }) => each?.getTime() ?? null)).toEqual([...moments, null])
  })

  test('text in any alphabet, also empty or with characters that need quoting, and nulls', async () => {
    const values = ['', 'NULL', '{"a",b}', 'back\\slash', 'Zoë 🏦 بنك', ' ', null]
    expect(await read('text', textArray(values))).toEqual(values)
  })

  test('an empty array', async () => {
    for (const [type, array] of [
      ['bigint', bigintArray([])],
      ['uuid', uuidArray([])],
      ['timestamptz', timestampArray([])],
      ['text', textArray([])],
    ] as const) {
      expect(await read(type, array)).toEqual([])
    }
  })
})

for (const text of [
  '',
  'no uuid',
  '01234567-89ab-cdef-fedc-ba987654321',
  '0123456789abcdeffedcba9876543210----',
  'g1234567-89ab-cdef-fedc-ba9876543210',
  '01234567-89ab-cdef-fedc-ba98765432é0',
]) {
  test(`"${text}" is refused where an id is expected`, () => {
    expect(() => uuidArray([text])).toThrow('is not a UUID')
  })
}
