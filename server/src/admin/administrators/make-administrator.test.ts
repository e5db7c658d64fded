import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor } from '../../../test/ask.ts'
import { auditEventsAbout, mailsTo } from '../../../test/audit-and-mail.ts'
import { openTestBank, type Person, passcode, type TestBank } from '../../../test/bank.ts'
import { correctionOf } from '../../../test/correction.ts'
import { newUserForm } from '../../../test/new-user-form.ts'
import { registrationForm } from '../../../test/registration-form.ts'
import { linkToken } from '../../mail/link-token.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { inTransaction } from '../../postgres/transaction.ts'

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
    await bank.call(bank.clara, endpoints.activateAccount, {
      params: { id: hanna },
      body: { changeId: randomUUID() },
    })
    expect((await promote(hanna, dean)).status).toBe(204)
  })

  test('the database refuses to make a user with temporary secrets an administrator', async () => {
    const ida = await createdBy(bank.clara, 'ida@example.com')
    const grant = bank.bank.db.query(`update users set role = 'administrator' where id = $1`, [ida])
    await expect(grant).rejects.toMatchObject({ constraint: 'administrators_chose_their_secrets' })
  })
})

describe('a promotion where the bank has a second administrator', () => {
  let erin: Person
  beforeEach(async () => {
    await bank.close()
    bank = await openTestBank()
    erin = await bank.openAccount('Erin', { role: 'administrator' })
    await bank.elevate(bank.clara)
    await bank.elevate(erin)
  })

  const activate = (id: string, by = bank.clara) =>
    bank.call(by, endpoints.activateAccount, { params: { id }, body: { changeId: randomUUID() } })
  const fund = (id: string, by = bank.clara) => {
    const body = { transactionId: randomUUID(), amount: '1000000.00', reason: 'Deposit', again: true }
    return bank.call(by, endpoints.fundAccount, { params: { id }, body })
  }
  const handled = [
    409,
    'user_handled_by_caller',
    'You created, activated or funded this user, or entered or confirmed their email. Another administrator can make them an administrator, or an operator on the bank’s command line',
  ]
  const answerOf = ({ status, problem }: Awaited<ReturnType<typeof promote>>) => [
    status,
    problem?.code,
    problem?.detail,
  ]

  /** Registers a user at the public form. */
  async function register(email: string): Promise<string> {
    const visitor = newVisitor()
    await bank.call(visitor, endpoints.register, { body: { ...registrationForm, email } })
    return (await bank.call(visitor, endpoints.readMe)).answer.id
  }

  const waysToHandle: [string, () => Promise<string>][] = [
    [
      'created',
      async () => {
        const id = await createdBy(bank.clara, 'hugo@example.com')
        await chooseSecrets(id)
        return id
      },
    ],
    [
      'activated',
      async () => {
        const id = await register('second@example.com')
        expect((await activate(id)).status).toBe(204)
        return id
      },
    ],
    [
      'funded',
      async () => {
        const { userId } = await bank.openAccount('Fred')
        expect((await fund(userId)).status).toBe(201)
        return userId
      },
    ],
    [
      'gave a new e-mail',
      async () => {
        const gina = await bank.openAccount('Gina')
        expect((await correctionOf(bank, gina, { email: 'mine@example.com' })).status).toBe(204)
        const [mail] = await mailsTo(bank, 'mine@example.com')
        const token = linkToken(bank.bank.keys.emailChangeKey.current, mail!.email_change_id!)
        const confirmed = await bank.call(newVisitor(), endpoints.confirmCorrectedEmail, { body: { token } })
        expect(confirmed.status).toBe(204)
        return gina.userId
      },
    ],
    [
      'confirmed the e-mail of',
      async () => {
        const email = 'unconfirmed@example.com'
        const id = await register(email)
        const check = { params: { id }, body: { email, reason: 'Called back' } }
        expect((await bank.call(bank.clara, endpoints.confirmEmailOfUser, check)).status).toBe(204)
        return id
      },
    ],
  ]
  for (const [act, handle] of waysToHandle) {
    test(`an administrator cannot promote a user that they ${act}, and another one can`, async () => {
      const id = await handle()
      expect(answerOf(await promote(id))).toEqual(handled)
      expect(await auditEventsAbout(bank, id, 'administrator_made')).toEqual([])
      const { answer } = await bank.call(bank.clara, endpoints.readUser, { params: { id } })
      expect(answer.role).toBe('customer')
      await activate(id)
      expect((await promote(id, erin)).status).toBe(204)
    })
  }

  test('a user whose account was never activated can be promoted by no administrator', async () => {
    const id = await register('second@example.com')
    const waiting = [
      409,
      'user_not_activated',
      'This user’s account was never activated. Another administrator must activate it before you can make them an administrator',
    ]
    expect(answerOf(await promote(id))).toEqual(waiting)
    expect(answerOf(await promote(id, erin))).toEqual(waiting)
    await activate(id, erin)
    expect((await promote(id)).status).toBe(204)
  })

  test('an administrator who activates and promotes a user at the same moment does not promote', async () => {
    const id = await register('second@example.com')
    const [activated, promoted] = await Promise.all([activate(id), promote(id)])
    expect([activated.status, promoted.status]).toEqual([204, 409])
  })

  test.each(['removes', 'deactivates'])(
    'an administrator who %s the second one cannot promote such a user for seven days',
    async (way) => {
      const id = await register('second@example.com')
      await activate(id)
      const params = { id: erin.userId }
      const { status } = await (way === 'removes'
        ? bank.call(bank.clara, endpoints.removeAdministrator, { params })
        : bank.call(bank.clara, endpoints.deactivateAccount, { params, body: { changeId: randomUUID() } }))
      expect(status).toBe(204)
      bank.clock.pass(7 * 24 * 60 - 1)
      await bank.elevate(bank.clara)
      expect(answerOf(await promote(id))).toEqual(handled)
      bank.clock.pass(1)
      expect((await promote(id)).status).toBe(204)
    },
  )

  test('a removed administrator whose e-mail the caller changed is not promoted again by the caller', async () => {
    await bank.call(bank.clara, endpoints.removeAdministrator, { params: { id: erin.userId } })
    expect((await correctionOf(bank, erin, { email: 'mine@example.com' })).status).toBe(204)
    expect(answerOf(await promote(erin.userId))).toEqual(handled)
  })

  test('every administrator is told by mail who was promoted, and by whom', async () => {
    const dora = await bank.openAccount('Dora')
    await bank.call(erin, endpoints.deactivateAccount, {
      params: { id: bank.clara.userId },
      body: { changeId: randomUUID() },
    })
    expect((await promote(dora.userId, erin)).status).toBe(204)
    for (const { email } of [bank.clara, erin, dora]) {
      const [mail, ...others] = await mailsTo(bank, email, 'A new administrator of%')
      expect([mail?.text, others.length]).toEqual([
        expect.stringMatching(/Erin \(erin@example\.com\) made Dora \(dora@example\.com\)/),
        0,
      ])
    }
    expect(await mailsTo(bank, bank.alice.email, 'A new administrator of%')).toEqual([])
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
    expect((await promote(bank.alice.userId)).status).toBe(204)
    expect(await mailsTo(bank, erin.email, 'A new administrator of%')).toHaveLength(1)
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
    (await alone.call(clara, endpoints.makeAdministrator, { params })).status,
  ]
  expect(statuses).toEqual([204, 201, 204])
  await alone.close()
})

const secretsChosen =
  'update users set password_temporary_until = null, pin_temporary_until = null where id = $1'

async function chooseSecrets(id: string): Promise<void> {
  await bank.bank.db.query(secretsChosen, [id])
}

async function createdBy(administrator: Person, email: string): Promise<string> {
  const body = { ...newUserForm, email }
  const { status, answer } = await bank.call(administrator, endpoints.createUser, { body })
  expect(status).toBe(201)
  return answer.id
}
