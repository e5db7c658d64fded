import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
      addressOwner: null,
      subject: 'My card',
      message: 'It is\n<b>lost</b>.',
      transactionId,
      createdAt: bank.clock.now().toISOString(),
      answeredAt: null,
      owner: null,
      answers: [],
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

describe('an answer in the bank', () => {
  const answer = (who: Visitor, id: string, wish: { text?: string; answerId?: string } = {}) => {
    const body = { answerId: randomUUID(), text: 'We have blocked\nthe card.', ...wish }
    return bank.call(who, endpoints.answerMessage, { params: { id }, body })
  }
  const messageOf = async (id: string) => {
    const { answer: page } = await bank.call(bank.clara, endpoints.listSupportMessages)
    return page.messages.find((message) => message.id === id)!
  }
  const mailsAbout = (recipient: string, reference: string) =>
    bank.bank.db.query('select letter from outgoing_mail where recipient = $1 and subject = $2', [
      recipient,
      `Re: My card (${reference})`,
    ])

  test('an answer is mailed once, kept with its author, and read by the customer without the name', async () => {
    await bank.elevate(bank.clara)
    const reference = await write(bank.alice, { email: bank.alice.email })
    const id = await idOf(reference)
    const own = async () => (await bank.call(bank.alice, endpoints.listOwnMessages)).answer.messages[0]
    expect(await own()).toMatchObject({ id, reference, subject: 'My card', state: 'open', answers: [] })
    const answerId = randomUUID()
    for (let times = 0; times < 2; times++) {
      expect((await answer(bank.clara, id, { answerId })).status).toBe(204)
    }
    const at = bank.clock.now().toISOString()
    const clara = { id: bank.clara.userId, name: 'Clara' }
    expect(await messageOf(id)).toMatchObject({
      answeredAt: at,
      owner: clara,
      answers: [{ id: answerId, text: 'We have blocked\nthe card.', by: clara, at }],
    })
    expect(await own()).toMatchObject({
      state: 'answered',
      answers: [{ id: answerId, text: 'We have blocked\nthe card.', at }],
    })
    const { rows } = await mailsAbout(bank.alice.email, reference)
    expect(rows.map(({ letter }) => [letter.greeting, letter.sentences])).toEqual([
      ['Dear Alice,', ['We have blocked\nthe card.']],
    ])
    expect(await auditEventsAbout(bank, id)).toHaveLength(1)
  })

  test('of two administrators who answer one message at once, one does, and the other reads who has taken it', async () => {
    const carl = await bank.openAccount('Carl2', { role: 'administrator' })
    await bank.elevate(bank.clara)
    await bank.elevate(carl)
    const id = await idOf(await write(newVisitor()))
    const both = await Promise.all([answer(bank.clara, id), answer(carl, id)])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    const refused = both.find(({ status }) => status === 409)!
    expect(refused.problem.detail).toMatch(/^This message is taken by (Clara|Carl2)$/)
    expect((await messageOf(id)).answers).toHaveLength(1)
  })

  test('a message that another administrator has taken is answered once it is given back', async () => {
    const carl = await bank.openAccount('Carl3', { role: 'administrator' })
    await bank.elevate(bank.clara)
    await bank.elevate(carl)
    const id = await idOf(await write(newVisitor()))
    const params = { id }
    expect((await bank.call(carl, endpoints.takeMessage, { params })).status).toBe(204)
    expect((await bank.call(bank.clara, endpoints.takeMessage, { params })).problem.code).toBe(
      'support_message_taken',
    )
    expect((await answer(bank.clara, id)).problem.code).toBe('support_message_taken')
    expect((await bank.call(bank.clara, endpoints.releaseMessage, { params })).status).toBe(204)
    expect((await answer(bank.clara, id)).status).toBe(204)
  })

  test('a message from a customer’s address by a visitor names the customer as not verified, and the answer does not', async () => {
    await bank.elevate(bank.clara)
    const reference = await write(newVisitor(), { email: bank.alice.email })
    const id = await idOf(reference)
    expect(await messageOf(id)).toMatchObject({
      user: null,
      addressOwner: { id: bank.alice.userId, name: 'Alice' },
    })
    expect((await answer(bank.clara, id)).status).toBe(204)
    const { rows } = await mailsAbout(bank.alice.email, reference)
    expect(rows.map(({ letter }) => letter.greeting)).toEqual(['Hello,'])
    const own = (await bank.call(bank.alice, endpoints.listOwnMessages)).answer.messages
    expect(own.map((message) => message.id)).not.toContain(id)
  })

  test.each([
    ['', 'Answer is required'],
    ['x'.repeat(5_001), 'Answer is too long'],
  ])('an answer with the text %j is refused', async (text, detail) => {
    await bank.elevate(bank.clara)
    const id = await idOf(await write(newVisitor()))
    const { problem } = await answer(bank.clara, id, { text })
    expect(problem.errors).toEqual([{ pointer: '/text', detail }])
  })
})
