import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { pinChangedMail, welcomeMail } from '../mail/letters.ts'
import { linkToken } from '../mail/link-token.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { queueResetLinks } from '../password-resets/queue-reset-links.ts'
import { inTransaction } from '../postgres/transaction.ts'

let bank: TestBank
let sending: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  sending = await openTestBank({
    mail: {
      by: 'smtp',
      sender: { name: 'Truepenny', email: 'bank@bank.example' },
      url: 'smtp://127.0.0.1:1',
    },
  })
})
afterAll(async () => {
  await bank.close()
  await sending.close()
})

const dora = { name: 'Dora <b>', email: 'dora@example.com' }

async function queue({ bank: { db }, clock }: TestBank, ...mails: Parameters<typeof queueMail>[1][]) {
  for (const mail of mails) {
    clock.pass(1)
    await inTransaction(db, (connection) => queueMail(connection, mail, clock.now()))
  }
}

async function list(of: TestBank, query: Record<string, string> = {}) {
  await of.elevate(of.clara)
  return (await of.call(of.clara, endpoints.listOutgoingMail, { query })).answer
}

test('an administrator lists the bank’s mail, newest first, with the state kept while mail is off', async () => {
  await queue(bank, welcomeMail('First Penny', dora), pinChangedMail('First Penny', dora))
  const { mails, nextCursor } = await list(bank, { limit: '1' })
  expect(mails).toMatchObject([
    {
      recipient: 'dora@example.com',
      subject: 'Your First Penny PIN was changed',
      state: 'kept',
      attempts: 0,
      nextTryAt: null,
      createdAt: bank.clock.now().toISOString(),
    },
  ])
  expect(mails[0]!.text).toContain('Dear Dora <b>,\n\nYour transaction PIN was changed.')
  const second = await list(bank, { limit: '1', cursor: nextCursor! })
  expect(second.mails.map(({ subject }) => subject)).toEqual(['Welcome to First Penny'])
  expect(second.nextCursor).toBeNull()
})

test('a listed mail shows no link to choose a new password', async () => {
  bank.clock.pass(1)
  await bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email: bank.alice.email } })
  await queueResetLinks(bank.bank, bank.clock.now())
  const { rows } = await bank.bank.db.query('select id from password_resets')
  const answer = await list(bank)
  expect(answer.mails[0]).toMatchObject({
    recipient: bank.alice.email,
    text: expect.stringContaining('(Only the recipient gets it.)'),
  })
  const token = linkToken(bank.bank.keys.passwordResetKey.current, rows[0].id)
  expect(JSON.stringify(answer)).not.toContain(token)
})

test('a listed mail shows the state of its delivery', async () => {
  const { db } = sending.bank
  await queue(sending, welcomeMail('First Penny', dora))
  const [waiting] = (await list(sending)).mails
  expect(waiting).toMatchObject({ state: 'waiting', nextTryAt: sending.clock.now().toISOString() })
  await db.query(`update outgoing_mail set attempts = 1, last_fault = 'busy'`)
  expect((await list(sending)).mails).toMatchObject([{ state: 'trying_again', lastFault: 'busy' }])
  await db.query('update outgoing_mail set given_up_at = created_at')
  expect((await list(sending)).mails).toMatchObject([{ state: 'given_up', nextTryAt: null }])
  await db.query('update outgoing_mail set sent_at = created_at')
  expect((await list(sending)).mails).toMatchObject([{ state: 'sent', sentAt: waiting!.createdAt }])
})

test('the outbox is filtered by recipient and state', async () => {
  const { db } = sending.bank
  await db.query('update outgoing_mail set sent_at = created_at')
  await queue(sending, pinChangedMail('First Penny', { name: 'Erik', email: 'erik@example.com' }))
  const recipients = async (query: Record<string, string>) =>
    (await list(sending, query)).mails.map(({ recipient }) => recipient)
  expect(await recipients({ to: 'ERIK@example.com' })).toEqual(['erik@example.com'])
  expect(await recipients({ state: 'unsent' })).toEqual(['erik@example.com'])
  expect(await recipients({ state: 'sent' })).toEqual(['dora@example.com'])
  expect(await recipients({ state: 'given_up', to: 'erik@example.com' })).toEqual([])
})

test('the outbox is refused to visitors, customers and administrators without elevation', async () => {
  const carl = await bank.openAccount('Carl', { role: 'administrator' })
  const codes = [newVisitor(), bank.alice, carl].map(
    async (who) => (await bank.call(who, endpoints.listOutgoingMail)).problem.code,
  )
  expect(await Promise.all(codes)).toEqual(['signed_out', 'forbidden', 'passcode_required'])
})
