import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { registrationForm } from '../../test/registration-form.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { findEmailStanding, setEmail } from './user.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const standing = (userId: string) =>
  findEmailStanding(bank.bank.db, userId, { hours: 72, now: bank.clock.now() })

test('the e-mail of a user who registers is not confirmed, and that of any other user is settled', async () => {
  const body = { ...registrationForm, email: 'standing@example.com' }
  const { answer } = await bank.call(newVisitor(), endpoints.register, { body })
  expect(await standing(answer.user.id)).toBe('not_confirmed')
  expect([await standing(bank.alice.userId), await standing(bank.clara.userId)]).toEqual([
    'settled',
    'settled',
  ])
})

test('an e-mail that was replaced is settled after 72 hours', async () => {
  const { userId } = await bank.openAccount('Dora')
  await inTransaction(bank.bank.db, (connection) =>
    setEmail(connection, { userId, email: 'dora@new.example', now: bank.clock.now() }),
  )
  bank.clock.pass(72 * 60 - 1)
  expect(await standing(userId)).toBe('changed_recently')
  bank.clock.pass(1)
  expect(await standing(userId)).toBe('settled')
})
