import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEventsAbout } from '../../../test/audit-and-mail.ts'
import { openTestBank, type Person, passcode, type TestBank } from '../../../test/bank.ts'
import { newUserForm } from '../../../test/new-user-form.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => bank.elevate(bank.clara))
afterAll(() => bank.close())

const promote = (id: string, by: Person = bank.clara) =>
  bank.call(by, endpoints.makeAdministrator, { params: { id } })

describe('making a customer an administrator', () => {
  test('a promoted customer keeps the account and the session, and still needs the passcode', async () => {
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

  test('a promotion writes an audit event with the role before and after', async () => {
    const dora = await bank.openAccount('Dora')
    await promote(dora.userId)
    const details = { before: 'customer', after: 'administrator' }
    expect(await auditEventsAbout(bank, dora.userId)).toEqual([
      { actor_id: bank.clara.userId, action: 'administrator_made', details },
    ])
  })

  test('of two concurrent promotions of a user, the second is refused', async () => {
    const emil = await bank.openAccount('Emil')
    const replies = await Promise.all([promote(emil.userId), promote(emil.userId)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const { status, problem } = await promote(bank.clara.userId)
    expect([status, problem.detail]).toEqual([409, 'This user is already an administrator'])
  })

  test('a promotion of an unknown user is refused', async () => {
    const unknown = await promote(randomUUID())
    expect([unknown.status, unknown.problem.detail]).toEqual([404, 'User not found'])
    const malformed = await promote('me')
    expect([malformed.status, malformed.problem.detail]).toEqual([400, 'User ID is required'])
  })

  test('a user with a temporary password or PIN cannot be promoted by any administrator', async () => {
    const dean = await bank.openAccount('Dean', { role: 'administrator' })
    await bank.elevate(dean)
    const hanna = await createdBy(bank.clara, 'hanna@example.com')
    for (const secret of ['password_temporary_until', 'pin_temporary_until']) {
      const { status, problem } = await promote(hanna, dean)
      expect([status, problem.code, problem.detail]).toEqual([
        409,
        'user_secrets_temporary',
        'This user must first log in and choose their own password and PIN',
      ])
      await bank.bank.db.query(`update users set ${secret} = null where id = $1`, [hanna])
    }
    expect((await promote(hanna, dean)).status).toBe(204)
  })

  test('an administrator cannot promote a user that they created', async () => {
    const erin = await bank.openAccount('Erin', { role: 'administrator' })
    await bank.elevate(erin)
    const hugo = await createdBy(bank.clara, 'hugo@example.com')
    await bank.bank.db.query(
      'update users set password_temporary_until = null, pin_temporary_until = null where id = $1',
      [hugo],
    )
    const { status, problem } = await promote(hugo)
    expect([status, problem.code, problem.detail]).toEqual([
      409,
      'user_created_by_caller',
      'You created this user, so another administrator must make them an administrator',
    ])
    expect((await promote(hugo, erin)).status).toBe(204)
  })

  test('the database refuses to make a user with temporary secrets an administrator', async () => {
    const ida = await createdBy(bank.clara, 'ida@example.com')
    const grant = bank.bank.db.query(`update users set role = 'administrator' where id = $1`, [ida])
    await expect(grant).rejects.toMatchObject({ constraint: 'administrators_chose_their_secrets' })
  })
})

async function createdBy(administrator: Person, email: string): Promise<string> {
  const body = { ...newUserForm, email }
  const { status, answer } = await bank.call(administrator, endpoints.createUser, { body })
  expect(status).toBe(201)
  return answer.id
}
