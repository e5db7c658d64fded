import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { bookMovement } from '../../test/book-movement.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ supportEmail: 'help@bank.example' })
})
afterAll(() => bank.close())

const message = { email: 'Someone@Example.com', subject: 'My card', message: 'It is\n<b>lost</b>.' }
const write = (who: Visitor, wish: Record<string, string> = {}) =>
  bank.call(who, endpoints.writeToSupport, { body: { messageId: randomUUID(), ...message, ...wish } })

async function find(reference: string) {
  const { rows } = await bank.bank.db.query(
    `select c.user_id, c.email, c.subject, e.text as message, c.transaction_id
       from cases c join case_entries e on e.id = c.id
      where upper(right(c.id::text, 8)) = $1`,
    [reference],
  )
  return rows
}

describe('a message to support', () => {
  test('a visitor can write to support, and the message is stored unchanged', async () => {
    const { answer } = await write(newVisitor())
    expect(answer.reference).toMatch(/^[0-9A-F]{8}$/)
    expect(await find(answer.reference)).toEqual([
      { user_id: null, ...message, email: 'someone@example.com', transaction_id: null },
    ])
    const { rows } = await bank.bank.db.query('select recipient, subject, letter from outgoing_mail')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      recipient: 'help@bank.example',
      subject: `Support ${answer.reference}: My card`,
    })
    expect(rows[0].letter.sentences[1]).toContain('It is\n<b>lost</b>.')
  })

  test('a customer with an inactive account can write to support, about a transaction of their own alone', async () => {
    const transactionId = await bookMovement(bank.bank, {
      kind: 'funding',
      to: bank.bruno.account.id,
      amountMinor: 5_00n,
      madeBy: bank.clara.userId,
    })
    const writeAbout = (who: Person) => write(who, { transactionId: transactionId.toUpperCase() })
    const { answer } = await writeAbout(bank.bruno)
    expect(await find(answer.reference)).toMatchObject([
      { user_id: bank.bruno.userId, transaction_id: transactionId },
    ])
    const { status, problem } = await writeAbout(await bank.openAccount('Dora'))
    expect([status, problem.code]).toEqual([404, 'transaction_not_found'])
  })

  test('a transaction that a visitor names is stored as typed', async () => {
    const transactionId = '01900000-0000-7000-8000-00000000000a'
    const { answer } = await write(newVisitor(), { transactionId })
    expect(await find(answer.reference)).toMatchObject([{ user_id: null, transaction_id: transactionId }])
  })

  test('a message to support that is sent again under its id is stored and mailed once, with the first answer until staff have answered it', async () => {
    const messageId = randomUUID()
    const first = await write(bank.alice, { messageId })
    bank.clock.pass(24 * 60)
    bank.alice.cookies.clear()
    const again = await write(bank.alice, { messageId: messageId.toUpperCase() })
    expect([again.status, again.answer]).toEqual([201, first.answer])
    const { reference } = first.answer
    expect(await find(reference)).toHaveLength(1)
    expect(await mailsTo(bank, 'help@bank.example', `Support ${reference}%`)).toHaveLength(1)
    await bank.elevate(bank.clara)
    const answered = {
      params: { id: messageId },
      body: { entryId: randomUUID(), text: 'We sent a new one.' },
    }
    expect((await bank.call(bank.clara, endpoints.answerCase, answered)).status).toBe(204)
    expect((await write(bank.alice, { messageId })).answer).toEqual({ ...first.answer, dueAt: null })
  })

  test('a message to support under the id of another message, or with other contents, is refused', async () => {
    const { id } = (await write(bank.alice)).answer
    for (const [who, wish] of [
      [bank.alice, { message: 'It is found.' }],
      [bank.alice, { subject: 'My keys' }],
      [bank.bruno, {}],
      [newVisitor(), {}],
    ] as const) {
      expect((await write(who, { messageId: id, ...wish })).problem.code).toBe('id_reused')
    }
    const entryId = randomUUID()
    const reply = { params: { id }, body: { entryId, text: 'Thank you.' } }
    expect((await bank.call(bank.alice, endpoints.replyToSupport, reply)).status).toBe(204)
    expect((await write(bank.alice, { messageId: entryId })).problem.code).toBe('id_reused')
  })

  test.each([
    ['messageId', '17', 'Message ID is required'],
    ['email', 'nobody', 'Invalid email address'],
    ['subject', ' ', 'Subject is required'],
    ['subject', 'Re:\r\nBcc: all@example.com', 'Subject has characters that can’t be shown'],
    ['message', '', 'Message is required'],
    ['message', 'x'.repeat(5_001), 'Message must be at most 5000 characters'],
    ['transactionId', '17', 'Transaction ID is required'],
  ])('a message to support with the %s %j is refused: %s', async (field, value, detail) => {
    const { status, problem } = await write(newVisitor(), { [field]: value })
    expect(status).toBe(422)
    expect(problem.errors).toEqual([{ pointer: `/${field}`, detail: detail }])
  })
})
