import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEventsAbout } from '../../../test/audit-and-mail.ts'
import { openTestBank, type Person, passcode, type TestBank } from '../../../test/bank.ts'
import { makeAdministratorByCommand } from './give-role.ts'

const week = 7 * 24 * 60

let bank: TestBank
let dean: Person
beforeEach(async () => {
  await bank?.close()
  bank = await openTestBank()
  dean = await bank.openAccount('Dean', { role: 'administrator' })
  await bank.elevate(bank.clara)
  await bank.elevate(dean)
})
afterAll(() => bank.close())

function remove(id: string, by = bank.clara) {
  return bank.call(by, endpoints.takeRole, { params: { id }, body: { reason: 'Left' } })
}

/** Removes an administrator where a third one approves it. */
async function removeByTwo(id: string, by: Person, approver: Person): Promise<void> {
  const { status, answer } = await remove(id, by)
  expect(status).toBe(202)
  const params = { id: answer!.waitsForApproval.id }
  expect((await bank.call(approver, endpoints.approveAct, { params })).status).toBe(204)
}

async function administrators(): Promise<string[]> {
  const { rows } = await bank.bank.db.query<{ name: string }>(
    `select name from users where role = 'administrator' order by name`,
  )
  return rows.map(({ name }) => name)
}

describe('removing an administrator', () => {
  test('a removed administrator stays signed in as a customer, and the removal writes an audit event', async () => {
    expect((await remove(dean.userId)).status).toBe(204)
    expect((await bank.call(dean, endpoints.readMe)).answer.role).toBe('customer')
    expect((await bank.call(dean, endpoints.listUsers)).problem.code).toBe('forbidden')
    expect((await bank.call(dean, endpoints.enterPasscode, { body: { passcode } })).problem.code).toBe(
      'forbidden',
    )
    const control = { reason: 'Left', noSecondPerson: true }
    const details = { before: 'administrator', after: 'customer', elevatedSessionsClosed: 1, ...control }
    expect(await auditEventsAbout(bank, dean.userId, 'administrator_removed')).toEqual([
      { actor_id: bank.clara.userId, action: 'administrator_removed', details },
    ])
  })

  test('an administrator who gets the role back must enter the passcode again', async () => {
    await remove(dean.userId)
    await makeAdministratorByCommand(bank.bank, dean.email, bank.clock.now())
    expect((await bank.call(dean, endpoints.listUsers)).problem.code).toBe('passcode_required')
    expect((await bank.call(bank.clara, endpoints.listUsers)).status).toBe(200)
  })

  test('a deactivated administrator and one who was never activated can be removed', async () => {
    const first = await bank.openAccount('First', { role: 'administrator', isActive: false })
    await removeByTwo(first.userId, bank.clara, dean)
    await bank.call(bank.clara, endpoints.deactivateAccount, {
      params: { id: dean.userId },
      body: { changeId: randomUUID() },
    })
    bank.clock.pass(week)
    await bank.elevate(bank.clara)
    expect((await remove(dean.userId)).status).toBe(204)
    expect(await administrators()).toEqual(['Clara'])
  })

  test('an administrator who was never activated can remove all others', async () => {
    const first = await bank.openAccount('First', { role: 'administrator', isActive: false })
    await bank.elevate(first)
    await removeByTwo(dean.userId, first, bank.clara)
    bank.clock.pass(week)
    await bank.elevate(first)
    expect((await remove(bank.clara.userId, first)).status).toBe(204)
    expect(await administrators()).toEqual(['First'])
  })

  test('administrators cannot remove their own role', async () => {
    const { status, problem } = await remove(bank.clara.userId)
    expect([status, problem.code, problem.detail]).toEqual([
      409,
      'own_role_kept',
      'You can’t change your own role. Ask another administrator',
    ])
    expect(await administrators()).toEqual(['Clara', 'Dean'])
  })

  test('a removal is refused for a customer and for an unknown user', async () => {
    const customer = await remove(bank.alice.userId)
    expect([customer.status, customer.problem.code]).toEqual([409, 'user_not_staff'])
    const unknown = await remove(randomUUID())
    expect([unknown.status, unknown.problem.code]).toEqual([404, 'user_not_found'])
    const malformed = await remove('me')
    expect([malformed.status, malformed.problem.code]).toEqual([400, 'user_id_missing'])
  })

  test('of two concurrent removals of an administrator, the second is refused', async () => {
    const replies = await Promise.all([remove(dean.userId), remove(dean.userId)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409])
  })
})

describe('two administrators at the same moment', () => {
  test('when two administrators remove each other, one of them stays', async () => {
    const replies = await Promise.all([remove(dean.userId), remove(bank.clara.userId, dean)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const { problem } = replies.find(({ status }) => status === 409)!
    expect([problem.code, problem.detail]).toEqual([
      'last_administrator',
      'This would leave the bank without an administrator. Make another user an administrator first',
    ])
    expect(await administrators()).toHaveLength(1)
  })

  test('when two of three administrators remove each other and the third approves both at once, one of the two stays', async () => {
    const erin = await bank.openAccount('Erin', { role: 'administrator' })
    await bank.elevate(erin)
    const asked = await Promise.all([remove(dean.userId), remove(bank.clara.userId, dean)])
    const replies = await Promise.all(
      asked.map(({ answer }) =>
        bank.call(erin, endpoints.approveAct, { params: { id: answer!.waitsForApproval.id } }),
      ),
    )
    expect(replies.map(({ status, problem }) => problem?.code ?? status).toSorted()).toEqual([
      204,
      'approval_maker_gone',
    ])
    expect(await administrators()).toHaveLength(2)
  })

  test('when one administrator deactivates and one removes the other, one stays who can work', async () => {
    const params = { id: dean.userId }
    const replies = await Promise.all([
      bank.call(bank.clara, endpoints.deactivateAccount, { params, body: { changeId: randomUUID() } }),
      remove(bank.clara.userId, dean),
    ])
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
    const { rowCount } = await bank.bank.db.query(
      `select from users u join accounts a on a.user_id = u.id where role = 'administrator' and is_active`,
    )
    expect(rowCount).toBe(1)
  })
})
