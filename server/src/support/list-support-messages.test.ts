import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { openTestBank, type TestBank } from '../../test/bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

async function write(who: Visitor, wish: Record<string, string> = {}) {
  bank.clock.pass(1)
  const body = { email: 'someone@example.com', subject: 'My card', message: 'It is\n<b>lost</b>.', ...wish }
  return (await bank.call(who, endpoints.writeToSupport, { body })).answer.reference
}

test('administrators read messages to support unchanged, newest first', async () => {
  const transactionId = '01900000-0000-7000-8000-00000000000a'
  const first = await write(newVisitor())
  const second = await write(bank.alice, { email: bank.alice.email, transactionId })
  await bank.elevate(bank.clara)
  const page = await bank.call(bank.clara, endpoints.listSupportMessages, { query: { limit: '1' } })
  expect(page.answer.messages).toEqual([
    {
      id: expect.any(String),
      reference: second,
      email: bank.alice.email,
      user: { id: bank.alice.userId, name: 'Alice' },
      subject: 'My card',
      message: 'It is\n<b>lost</b>.',
      transactionId,
      createdAt: bank.clock.now().toISOString(),
    },
  ])
  const query = { limit: '1', cursor: page.answer.nextCursor! }
  const { answer } = await bank.call(bank.clara, endpoints.listSupportMessages, { query })
  expect(answer.messages).toMatchObject([{ reference: first, user: null, transactionId: null }])
  expect(answer.nextCursor).toBeNull()
})

test('only an elevated administrator can read messages to support', async () => {
  const carl = await bank.openAccount('Carl', { role: 'administrator' })
  const codes = [newVisitor(), bank.alice, carl].map(
    async (who) => (await bank.call(who, endpoints.listSupportMessages)).problem.code,
  )
  expect(await Promise.all(codes)).toEqual(['signed_out', 'forbidden', 'passcode_required'])
})
