import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../test/bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  for (const name of ['Quentin', 'Zora', 'Zorba', 'Xi']) {
    bank.clock.pass(1)
    await bank.openAccount(name)
  }
  await bank.lift(bank.clara)
})
afterAll(() => bank.close())

async function found(query: Record<string, string>) {
  const { answer } = await bank.call(bank.clara, endpoints.listUsers, { query })
  return { names: answer.users.map(({ name }) => name), total: answer.total, next: answer.nextCursor }
}

test.each([
  ['zor', ['Zorba', 'Zora']],
  ['ZORB', ['Zorba']],
  ['q', ['Quentin']],
  ['xi', ['Xi']],
  ['i@', ['Xi']],
  ['zorba@example.com', ['Zorba']],
  ['zorro', []],
  ['z%a', []],
  ['_', []],
])('who has %s in their e-mail is found, newest first', async (email, names) => {
  expect(await found({ email })).toEqual({ names, total: names.length, next: null })
})

test('what everybody has finds everybody, page by page', async () => {
  const first = await found({ email: 'example', limit: '3' })
  expect(first).toMatchObject({ names: ['Xi', 'Zorba', 'Zora'], total: 7 })
  const second = await found({ email: 'example', limit: '3', cursor: first.next! })
  expect(second.names[0]).toBe('Quentin')
  const last = await found({ email: 'example', limit: '3', cursor: second.next! })
  expect([second.names.length, last.names.length, last.next]).toEqual([3, 1, null])
  const everybody = await found({ limit: '3', cursor: first.next! })
  expect(everybody.names).toEqual(second.names)
})

test.each([
  ['a'.repeat(5_000), 'Email is too long'],
  [' ', 'Enter what to search for'],
  ['zor\u0000', 'Email has characters that cannot be shown'],
])('what can be part of no e-mail is refused on its field: %#', async (email, detail) => {
  const { status, problem } = await bank.call(bank.clara, endpoints.listUsers, { query: { email } })
  expect([status, problem.errors]).toEqual([422, [{ pointer: '/email', detail }]])
})

test.each([
  ["a'--", []],
  ['%', []],
  ['\\', []],
])('%s is only text', async (email, names) => {
  expect((await found({ email })).names).toEqual(names)
})
