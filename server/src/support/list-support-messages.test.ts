import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { auditEventsAbout } from '../../test/audit-and-mail.ts'
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
      answeredAt: null,
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

async function listed(state?: 'open' | 'answered') {
  const { answer } = await bank.call(bank.clara, endpoints.listSupportMessages, {
    query: state ? { state } : {},
  })
  return answer.messages.map(({ reference }) => reference)
}

async function idOf(reference: string) {
  const { answer } = await bank.call(bank.clara, endpoints.listSupportMessages)
  return answer.messages.find((message) => message.reference === reference)!.id
}

test('a message to support is marked as answered and reopened, with one audit event for each change', async () => {
  const [first, second] = [await write(newVisitor()), await write(newVisitor())]
  await bank.elevate(bank.clara)
  const params = { id: await idOf(second) }
  for (let times = 0; times < 2; times++) {
    expect((await bank.call(bank.clara, endpoints.markAnswered, { params })).status).toBe(204)
  }
  expect((await listed('open')).slice(0, 1)).toEqual([first])
  expect(await listed('answered')).toEqual([second])
  expect((await listed()).slice(0, 2)).toEqual([second, first])
  const { answer } = await bank.call(bank.clara, endpoints.listSupportMessages, {
    query: { state: 'answered' },
  })
  expect(answer.messages[0]!.answeredAt).toBe(bank.clock.now().toISOString())
  expect((await bank.call(bank.clara, endpoints.reopenMessage, { params })).status).toBe(204)
  expect(await listed('answered')).toEqual([])
  const [actor_id, details] = [bank.clara.userId, { reference: second }]
  expect(await auditEventsAbout(bank, params.id)).toEqual([
    { action: 'support_message_answered', actor_id, details },
    { action: 'support_message_reopened', actor_id, details },
  ])
})

test('a message that does not exist cannot be marked as answered, and no customer can mark one', async () => {
  await bank.elevate(bank.clara)
  for (const endpoint of [endpoints.markAnswered, endpoints.reopenMessage]) {
    const params = { id: '01900000-0000-7000-8000-00000000000b' }
    const { status, problem } = await bank.call(bank.clara, endpoint, { params })
    expect([status, problem.code]).toEqual([404, 'support_message_not_found'])
    expect((await bank.call(bank.alice, endpoint, { params })).problem.code).toBe('forbidden')
  }
})
