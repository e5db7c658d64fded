import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestBank, type Person, passcode, type TestBank } from '../../test/bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => bank.lift(bank.clara))
afterAll(() => bank.close())

const promote = (id: string, by: Person = bank.clara) =>
  bank.call(by, endpoints.makeAdministrator, { params: { id } })

describe('making a customer an administrator', () => {
  test('leaves them the customer they are, in the session they are in; the passcode is still asked for', async () => {
    const before = (await bank.call(bank.alice, endpoints.readMe)).answer
    expect((await promote(bank.alice.userId)).status).toBe(204)
    expect((await bank.call(bank.alice, endpoints.readMe)).answer).toEqual({
      ...before,
      role: 'administrator',
    })
    expect((await bank.call(bank.alice, endpoints.listUsers)).problem.code).toBe('passcode_required')
    await bank.call(bank.alice, endpoints.enterPasscode, { body: { passcode } })
    expect((await bank.call(bank.alice, endpoints.listUsers)).status).toBe(200)
  })

  test('is on record, with what they were and are', async () => {
    const dora = await bank.openAccount('Dora')
    await promote(dora.userId)
    const { rows } = await bank.bank.db.query(
      'select actor_id, action, details from audit_events where target = $1',
      [dora.userId],
    )
    const details = { before: 'customer', after: 'administrator' }
    expect(rows).toEqual([{ actor_id: bank.clara.userId, action: 'administrator_made', details }])
  })

  test('happens once, however many ask for it, and says so to the others', async () => {
    const emil = await bank.openAccount('Emil')
    const replies = await Promise.all([promote(emil.userId), promote(emil.userId)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const { status, problem } = await promote(bank.clara.userId)
    expect([status, problem.detail]).toEqual([409, 'This user is an administrator already'])
  })

  test('needs a user', async () => {
    const unknown = await promote(randomUUID())
    expect([unknown.status, unknown.problem.detail]).toEqual([404, 'User not found'])
    const malformed = await promote('me')
    expect([malformed.status, malformed.problem.detail]).toEqual([400, 'User ID is required'])
  })
})
