import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import type { StaffRole } from '@bank/contract/roles/role'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEventsAbout, mailsTo } from '../../../test/audit-and-mail.ts'
import { openTestBank, type Person, passcode, type TestBank } from '../../../test/bank.ts'
import { newUserForm } from '../../../test/new-user-form.ts'
import { makeOnlyAdministrator } from '../../../test/only-administrator.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { endRoles } from './end-roles.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(async () => {
  await makeOnlyAdministrator(bank)
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())

const reason = 'New work'
const promote = (id: string, by: Person = bank.clara) =>
  bank.call(by, endpoints.giveRole, { params: { id }, body: { role: 'administrator', reason } })

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
    const details = { before: 'customer', after: 'administrator', reason, noSecondPerson: true }
    expect(await auditEventsAbout(bank, dora.userId)).toEqual([
      { actor_id: bank.clara.userId, action: 'administrator_made', details },
    ])
  })

  test('of two concurrent promotions of a user, the second is refused', async () => {
    const emil = await bank.openAccount('Emil')
    const replies = await Promise.all([promote(emil.userId), promote(emil.userId)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const { status, problem } = await promote(bank.clara.userId)
    expect([status, problem.detail]).toEqual([
      409,
      'You can’t change your own role. Ask another administrator',
    ])
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
    expect((await promote(hanna, dean)).status).toBe(202)
  })

  test('the database refuses to make a user with temporary secrets an administrator', async () => {
    const ida = await createdBy(bank.clara, 'ida@example.com')
    const grant = bank.bank.db.query(`update users set role = 'administrator' where id = $1`, [ida])
    await expect(grant).rejects.toMatchObject({ constraint: 'staff_chose_their_secrets' })
  })
})

describe('a role where the bank has a second administrator', () => {
  let erin: Person
  let hank: Person
  beforeEach(async () => {
    await bank.close()
    bank = await openTestBank()
    erin = await bank.openAccount('Erin', { role: 'administrator' })
    hank = await bank.openAccount('Hank', { role: 'administrator', isActive: false })
    for (const one of [bank.clara, erin, hank]) await bank.elevate(one)
  })

  type Wish = { role: StaffRole; lastDay?: string; reason?: string }
  const give = (to: Person, body: Wish, by = bank.clara) =>
    bank.call(by, endpoints.giveRole, { params: { id: to.userId }, body: { reason, ...body } })
  const take = (from: Person, by = bank.clara) =>
    bank.call(by, endpoints.takeRole, { params: { id: from.userId }, body: { reason } })
  /** The id of the approval that a request waits for. */
  const waitingOf = async (reply: ReturnType<typeof give> | ReturnType<typeof take>) => {
    const { status, answer } = await reply
    expect(status).toBe(202)
    return answer!.waitsForApproval.id
  }
  const approve = async (by: Person, id: string) => {
    const { status, problem } = await bank.call(by, endpoints.approveAct, { params: { id } })
    return status === 204 ? status : problem.code
  }
  const roleOf = async (who: Person) => (await bank.call(who, endpoints.readMe)).answer.role

  test('a role waits until another administrator approves it, and its audit event names both', async () => {
    const dora = await bank.openAccount('Dora')
    const id = await waitingOf(give(dora, { role: 'treasury', lastDay: '2026-12-24' }))
    expect(
      await waitingOf(give(dora, { role: 'treasury', lastDay: '2026-12-24', reason: 'Once more' })),
    ).toBe(id)
    expect(await roleOf(dora)).toBe('customer')
    const { answer } = await bank.call(erin, endpoints.listApprovals)
    expect(answer.approvals).toMatchObject([
      { id, sentence: 'Give the role Treasury up to December 24, 2026', reason, mayDecide: true },
    ])
    expect(await approve(bank.clara, id)).toBe('approval_own')
    expect((await Promise.all([approve(erin, id), approve(hank, id)])).toSorted()).toEqual([
      204,
      'approval_decided',
    ])
    expect(await roleOf(dora)).toBe('treasury')
    const [given] = await auditEventsAbout(bank, dora.userId, 'role_given')
    const [decided] = await auditEventsAbout(bank, dora.userId, 'approval_given')
    expect(given).toMatchObject({
      actor_id: bank.clara.userId,
      details: { before: 'customer', after: 'treasury', reason, approvedBy: decided!.actor_id },
    })
  })

  test('a role that waits needs a reason, and what would be refused is refused at once', async () => {
    const dora = await bank.openAccount('Dora')
    const params = { id: dora.userId }
    const bare = await bank.call(bank.clara, endpoints.giveRole, { params, body: { role: 'support' } })
    expect([bare.status, bare.problem.code]).toEqual([422, 'reason_missing'])
    expect(
      (await bank.call(bank.clara, endpoints.takeRole, { params: { id: erin.userId } })).problem.code,
    ).toBe('reason_missing')
    expect((await take(dora)).problem.code).toBe('user_not_staff')
    expect((await give(erin, { role: 'administrator' })).problem.code).toBe('role_held_already')
    expect((await bank.call(erin, endpoints.listApprovals)).answer.approvals).toEqual([])
  })

  test('an approved role is asked for again by what the user has by then, and waits on when it is refused', async () => {
    const dora = await bank.openAccount('Dora')
    const [first, second] = [
      await waitingOf(give(dora, { role: 'support' })),
      await waitingOf(give(dora, { role: 'support' }, erin)),
    ]
    expect(await approve(hank, first)).toBe(204)
    expect(await approve(hank, second)).toBe('role_held_already')
    expect((await bank.call(hank, endpoints.listApprovals)).answer.approvals).toHaveLength(1)
  })

  test('the last administrator without an end keeps the role, through an approval that was asked for before, too', async () => {
    await bank.bank.db.query('update users set role_until = $2 where id = $1', [
      hank.userId,
      new Date(bank.clock.now().getTime() + 86_400_000),
    ])
    const ofErin = await waitingOf(take(erin))
    const ofClara = await waitingOf(give(bank.clara, { role: 'administrator', lastDay: '2026-12-24' }, erin))
    expect(await approve(hank, ofClara)).toBe(204)
    expect(await approve(hank, ofErin)).toBe('last_administrator')
    expect(await roleOf(erin)).toBe('administrator')
  })

  test.each(['removes', 'deactivates'])(
    'an administrator who %s the second one gives no role for seven days',
    async (way) => {
      await bank.bank.db.query(`update users set role = 'customer' where id = $1`, [hank.userId])
      const params = { id: erin.userId }
      const { status } = await (way === 'removes'
        ? take(erin)
        : bank.call(bank.clara, endpoints.deactivateAccount, { params, body: { changeId: randomUUID() } }))
      expect(status).toBe(204)
      bank.clock.pass(7 * 24 * 60 - 1)
      await bank.elevate(bank.clara)
      expect((await promote(bank.alice.userId)).status).toBe(202)
      if (way === 'removes') expect((await promote(erin.userId)).status).toBe(202)
      bank.clock.pass(1)
      expect((await promote(bank.alice.userId)).status).toBe(204)
    },
  )

  test('every administrator is told by mail who was promoted, and by whom', async () => {
    const dora = await bank.openAccount('Dora')
    const id = await waitingOf(give(dora, { role: 'administrator' }, erin))
    await bank.call(erin, endpoints.deactivateAccount, {
      params: { id: bank.clara.userId },
      body: { changeId: randomUUID() },
    })
    expect(await approve(hank, id)).toBe(204)
    for (const { email } of [bank.clara, erin, hank, dora]) {
      const [mail, ...others] = await mailsTo(bank, email, 'A new role at%')
      expect([mail?.text, others.length]).toEqual([
        expect.stringMatching(
          /Erin \(erin@example\.com\) gave Dora \(dora@example\.com\) the role Administrator/,
        ),
        0,
      ])
    }
    expect(await mailsTo(bank, bank.alice.email, 'A new role at%')).toEqual([])
  })

  test('an administrator whose address was never confirmed is told, also after strangers filled it with mails', async () => {
    const { db } = bank.bank
    await db.query('update users set email_confirmed_at = null where id = $1', [erin.userId])
    await db.query('update accounts set activated_at = null, is_active = false where user_id = $1', [
      erin.userId,
    ])
    const letter = { greeting: 'Hello,', sentences: ['Your email is not confirmed.'] }
    const mail = { recipient: erin.email, subject: 'No link', letter }
    await inTransaction(db, async (connection) => {
      for (let times = 0; times < 3; times++) await queueMail(connection, mail, bank.clock.now())
    })
    expect(await approve(hank, await waitingOf(give(bank.alice, { role: 'administrator' })))).toBe(204)
    expect(await mailsTo(bank, erin.email, 'A new role at%')).toHaveLength(1)
  })
})

describe('a role that is held for a time', () => {
  let erin: Person
  beforeEach(async () => {
    await bank.close()
    bank = await openTestBank()
    erin = await bank.openAccount('Erin')
    await bank.elevate(bank.clara)
  })

  const give = (user: Person, body: { role: StaffRole; lastDay?: string }, by = bank.clara) =>
    bank.call(by, endpoints.giveRole, { params: { id: user.userId }, body })
  // The test's day is 21 November 2026, noon in UTC.
  const lastDay = '2026-11-22'
  const minutesToEnd = 36 * 60

  test('a role with a last day opens what it may until the end of that day, and nothing at the next request', async () => {
    expect((await give(erin, { role: 'auditor', lastDay })).status).toBe(204)
    bank.clock.pass(minutesToEnd - 1)
    await bank.elevate(erin)
    expect((await bank.call(erin, endpoints.listAuditEvents)).status).toBe(200)
    bank.clock.pass(1)
    expect((await bank.call(erin, endpoints.listAuditEvents)).problem.code).toBe('forbidden')
    expect((await bank.call(erin, endpoints.checkSession)).answer.session).toMatchObject({
      user: { role: 'customer' },
      elevatedUntil: null,
    })
  })

  test('the end of a role is stored once, with an audit event of the bank and a mail', async () => {
    await give(erin, { role: 'support', lastDay })
    bank.clock.pass(minutesToEnd - 1)
    expect(await endRoles(bank.bank, bank.clock.now())).toBe(0)
    bank.clock.pass(1)
    expect(await Promise.all([1, 2].map(() => endRoles(bank.bank, bank.clock.now())))).toContain(1)
    expect((await bank.call(erin, endpoints.readMe)).answer.role).toBe('customer')
    const details = { before: 'support', after: 'customer', cause: 'time', elevatedSessionsClosed: 0 }
    expect(await auditEventsAbout(bank, erin.userId, 'role_ended')).toEqual([
      { actor_id: null, action: 'role_ended', details },
    ])
    for (const { email } of [bank.clara, erin]) {
      const [mail, ...others] = await mailsTo(bank, email, 'A role at%')
      expect([mail?.text, others.length]).toEqual([expect.stringMatching(/Support of Erin/), 0])
    }
  })

  test('a role that is given after another one has ended needs the passcode again', async () => {
    await give(erin, { role: 'auditor', lastDay: '2026-11-21' })
    bank.clock.pass(12 * 60 - 1)
    await bank.elevate(erin)
    await bank.elevate(bank.clara)
    bank.clock.pass(1)
    await give(erin, { role: 'support' })
    expect((await bank.call(erin, endpoints.listUsers)).problem.code).toBe('passcode_required')
  })

  test('a last day is today at the earliest and within a year', async () => {
    const codes = ['2026-11-20', '2026-11-21', '2027-11-21', '2027-11-22'].map(async (day) => {
      const { status, problem } = await give(await bank.openAccount(`On${day}`), {
        role: 'support',
        lastDay: day,
      })
      return status === 204 ? 'given' : problem.code
    })
    expect(await Promise.all(codes)).toEqual(['role_day_wrong', 'given', 'given', 'role_day_wrong'])
  })

  test('the same role again is refused, and another end or another role replaces it', async () => {
    await give(erin, { role: 'support', lastDay })
    expect((await give(erin, { role: 'support', lastDay })).problem.code).toBe('role_held_already')
    expect((await give(erin, { role: 'support' })).status).toBe(204)
    expect((await give(erin, { role: 'treasury' })).status).toBe(204)
    expect((await auditEventsAbout(bank, erin.userId, 'role_given')).map(({ details }) => details)).toEqual([
      { before: 'customer', after: 'support', lastDay, noSecondPerson: true },
      { before: 'support', after: 'support', elevatedSessionsClosed: 0, noSecondPerson: true },
      { before: 'support', after: 'treasury', elevatedSessionsClosed: 0, noSecondPerson: true },
    ])
  })

  test('the last administrator whose role has no end keeps it, also from one whose role ends', async () => {
    await give(erin, { role: 'administrator', lastDay })
    await bank.elevate(erin)
    const ofClara = { params: { id: bank.clara.userId } }
    const deactivation = { ...ofClara, body: { changeId: randomUUID() } }
    expect([
      (await give(bank.clara, { role: 'administrator', lastDay }, erin)).problem.code,
      (await give(bank.clara, { role: 'auditor' }, erin)).problem.code,
      (await bank.call(erin, endpoints.takeRole, ofClara)).problem.code,
      (await bank.call(erin, endpoints.deactivateAccount, deactivation)).problem.code,
    ]).toEqual([
      'last_administrator',
      'last_administrator',
      'last_administrator',
      'last_active_administrator',
    ])
  })
})

describe('the roles of the staff', () => {
  const holder = async (role: StaffRole) => {
    const person = await bank.openAccount(`Holder of ${role}`.replaceAll(' ', ''), { role })
    await bank.elevate(person)
    return person
  }

  test('operations can neither deactivate nor activate a member of staff, and treasury can do neither with a customer', async () => {
    await bank.close()
    bank = await openTestBank()
    const operations = await holder('operations')
    const auditor = await bank.openAccount('Auditor', { role: 'auditor' })
    const by = (person: Person, user: Person, endpoint: typeof endpoints.activateAccount) =>
      bank.call(person, endpoint, { params: { id: user.userId }, body: { changeId: randomUUID() } })
    for (const endpoint of [endpoints.activateAccount, endpoints.deactivateAccount]) {
      const refused = await by(operations, auditor, endpoint as typeof endpoints.activateAccount)
      expect(refused.problem.code).toBe('staff_account_kept')
    }
    expect((await by(operations, bank.bruno, endpoints.activateAccount)).status).toBe(204)
    const treasury = await holder('treasury')
    expect((await by(treasury, bank.bruno, endpoints.activateAccount)).problem.code).toBe('forbidden')
  })

  test('the list of staff has each role with its end, two-factor and the last activity, and no customer', async () => {
    await bank.close()
    bank = await openTestBank()
    await bank.elevate(bank.clara)
    const params = { id: bank.alice.userId }
    const body = { role: 'auditor', lastDay: '2026-12-24' } as const
    await bank.call(bank.clara, endpoints.giveRole, { params, body })
    const { staff } = (await bank.call(bank.clara, endpoints.listStaff)).answer
    const never = { twoFactorSince: null, lastSeenAt: null, state: 'active' }
    const { userId: id, name, email } = bank.clara
    const lastSeenAt = bank.clock.now().toISOString()
    expect(staff).toEqual([
      { ...never, id, name, email, role: 'administrator', lastDay: null, lastSeenAt },
      { ...never, id: params.id, name: 'Alice', email: bank.alice.email, ...body },
    ])
    bank.clock.pass(60 * 24 * 60)
    await bank.elevate(bank.clara)
    expect((await bank.call(bank.clara, endpoints.listStaff)).answer.staff).toHaveLength(1)
  })
})

test('the only administrator creates, activates, funds and promotes a user', async () => {
  const alone = await openTestBank()
  const { clara } = alone
  await alone.elevate(clara)
  const { answer } = await alone.call(clara, endpoints.createUser, {
    body: { ...newUserForm, email: 'hanna@example.com' },
  })
  const params = { id: answer.id }
  await alone.bank.db.query(secretsChosen, [answer.id])
  const body = { transactionId: randomUUID(), amount: '10.00', reason: 'Deposit' }
  const statuses = [
    (await alone.call(clara, endpoints.activateAccount, { params, body: { changeId: randomUUID() } })).status,
    (await alone.call(clara, endpoints.fundAccount, { params, body })).status,
    (await alone.call(clara, endpoints.giveRole, { params, body: { role: 'administrator' } })).status,
  ]
  expect(statuses).toEqual([204, 201, 204])
  await alone.close()
})

const secretsChosen =
  'update users set password_temporary_until = null, pin_temporary_until = null where id = $1'

async function createdBy(administrator: Person, email: string): Promise<string> {
  const body = { ...newUserForm, email }
  const { status, answer } = await bank.call(administrator, endpoints.createUser, { body })
  expect(status).toBe(201)
  return answer.id
}
