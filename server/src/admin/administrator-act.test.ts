import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { openTestBank, type Person, passcode, password, type TestBank } from '../../test/bank.ts'
import { lockWaits, whileRowHeld } from '../../test/held-row.ts'
import { type LivePage, listenOnLoopback, openLivePage } from '../../test/live.ts'
import { newUserForm } from '../../test/new-user-form.ts'
import { waitUntil } from '../../test/wait-until.ts'

let bank: TestBank
let address: string
let dean: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
  address = await listenOnLoopback(bank.app)
  await bank.elevate(bank.clara)
})
beforeEach(async () => {
  dean = await bank.openAccount(`Dean${++count}`, { role: 'administrator' })
  await bank.elevate(dean)
})
afterAll(() => bank.close())

function deactivate(person: Person, by = bank.clara) {
  return bank.call(by, endpoints.deactivateAccount, {
    params: { id: person.userId },
    body: { changeId: randomUUID() },
  })
}

async function signIn(person: Person) {
  const browser = newVisitor()
  const body = { email: person.email, password }
  return { browser, reply: await bank.call(browser, endpoints.signIn, { body }) }
}

function fund(by: Person, transactionId: string = randomUUID()) {
  const params = { id: bank.alice.userId }
  const body = { amount: '5.00', transactionId, reason: 'Deposit', again: true }
  return bank.call(by, endpoints.fundAccount, { params, body })
}

async function isBooked(transactionId: string): Promise<boolean> {
  const { rowCount } = await bank.bank.db.query('select from transactions where id = $1', [transactionId])
  return rowCount === 1
}

async function statusOf(visitor: Visitor): Promise<number> {
  return (await bank.call(visitor, endpoints.readMe)).status
}

const waiting = (expected: number) => lockWaits(bank, expected)
const whileHeld = (lock: string, work: Parameters<typeof whileRowHeld>[2]) => whileRowHeld(bank, lock, work)

const deactivatedByHand = (person: Person) =>
  `update accounts set is_active = false where user_id = '${person.userId}'`

describe('deactivating an administrator', () => {
  test('deactivating an administrator ends their sessions in every browser, closes live pages and writes an audit event', async () => {
    const second = (await signIn(dean)).browser
    const page: LivePage = openLivePage(address, dean.cookies)
    await page.listening()
    expect((await deactivate(dean)).status).toBe(204)
    await waitUntil(() => page.closedWith() !== 0)
    expect(page.closedWith()).toBe(1008)
    expect([await statusOf(dean), await statusOf(second)]).toEqual([401, 401])
    const { rows } = await bank.bank.db.query(
      `select details from audit_events where target = $1 and action = 'account_deactivated'`,
      [dean.userId],
    )
    expect(rows).toMatchObject([{ details: { before: 'active', after: 'inactive', sessionsEnded: 2 } }])
  })

  test('a deactivated administrator can sign in as a customer, and is refused every administrator’s route', async () => {
    await deactivate(dean)
    const { browser, reply } = await signIn(dean)
    expect([reply.status, reply.answer]).toMatchObject([201, { user: { role: 'customer' } }])
    const { answer: me } = await bank.call(browser, endpoints.readMe)
    expect(me.account).toMatchObject({ isActive: false, activatedAt: expect.any(String) })
    const { answer: checked } = await bank.call(browser, endpoints.checkSession)
    expect(checked.session?.user.role).toBe('customer')
    const entered = await bank.call(browser, endpoints.enterPasscode, { body: { passcode } })
    expect([entered.status, entered.problem.code, entered.problem.detail]).toEqual([
      403,
      'administrator_deactivated',
      'Your account is deactivated, so you can’t work in the Admin Panel',
    ])
    expect((await bank.call(browser, endpoints.listUsers)).problem.code).toBe('administrator_deactivated')
  })

  test('a reactivated administrator can enter the passcode again', async () => {
    await deactivate(dean)
    await bank.call(bank.clara, endpoints.activateAccount, {
      params: { id: dean.userId },
      body: { changeId: randomUUID() },
    })
    const { browser } = await signIn(dean)
    await bank.call(browser, endpoints.enterPasscode, { body: { passcode } })
    expect((await bank.call(browser, endpoints.listUsers)).status).toBe(200)
  })

  test('an elevated session that survived a deactivation is refused administrators’ routes and other users’ live updates', async () => {
    // Keeps the sessions, like a program of an older version.
    await bank.bank.db.query(deactivatedByHand(dean))
    expect((await bank.call(dean, endpoints.listUsers)).problem.code).toBe('administrator_deactivated')
    expect(await statusOf(bank.alice)).toBe(200)
    const page = openLivePage(address, dean.cookies)
    await page.listening()
    const own = openLivePage(address, bank.alice.cookies)
    await own.listening()
    await fund(bank.clara)
    await waitUntil(() => own.heard.some(({ type }) => type === 'changed'))
    const heard = page.heard.flatMap((message) => (message.type === 'changed' ? message.changes : []))
    expect(heard.filter(({ id }) => id !== dean.userId)).toEqual([])
    for (const { socket } of [page, own]) socket.close()
  })

  test('an administrator whose account was never activated can work', async () => {
    const first = await bank.openAccount(`First${count}`, { role: 'administrator', isActive: false })
    await bank.elevate(first)
    expect((await bank.call(first, endpoints.listUsers)).status).toBe(200)
    expect((await bank.call(first, endpoints.checkSession)).answer.session?.user.role).toBe('administrator')
  })

  test('a deactivation ends a customer’s sessions, too, but not those of an account that was inactive already', async () => {
    const emil = await bank.openAccount(`Emil${count}`)
    expect(await statusOf(emil)).toBe(200)
    await deactivate(emil)
    expect(await statusOf(emil)).toBe(401)
    const { browser } = await signIn(emil)
    expect((await deactivate(emil)).status).toBe(204)
    expect(await statusOf(browser)).toBe(200)
  })
})

describe('a deactivation during another request', () => {
  test('a deactivation right after a sign-in ends the new session', async () => {
    await whileHeld(`select from users where id = '${dean.userId}' for update`, async (release) => {
      const signing = signIn(dean)
      await waiting(1)
      const deactivating = deactivate(dean)
      await waiting(2)
      await release()
      expect((await deactivating).status).toBe(204)
      const { browser } = await signing
      expect(await statusOf(browser)).toBe(401)
    })
  })

  test('a sign-in right after a deactivation opens a session that cannot be elevated', async () => {
    await whileHeld(`select from users where id = '${dean.userId}' for update`, async (release) => {
      const deactivating = deactivate(dean)
      await waiting(1)
      const signing = signIn(dean)
      await waiting(2)
      await release()
      expect((await deactivating).status).toBe(204)
      const { browser, reply } = await signing
      expect(reply.answer).toMatchObject({ user: { role: 'customer' } })
      const entered = await bank.call(browser, endpoints.enterPasscode, { body: { passcode } })
      expect(entered.problem.code).toBe('administrator_deactivated')
    })
  })

  test.each(['createUser', 'giveRole', 'activateAccount', 'sendResetLink', 'signOutUser'] as const)(
    'a deactivation during a %s request refuses the request, which changes nothing',
    async (name) => {
      const target = await bank.openAccount(`Target${count}`, { isActive: false })
      expect(await statusOf(target)).toBe(200)
      const act = () =>
        name === 'createUser'
          ? bank.call(dean, endpoints.createUser, {
              body: { ...newUserForm, email: `made${count}@example.com` },
            })
          : bank.call(dean, endpoints[name] as typeof endpoints.activateAccount, {
              params: { id: target.userId },
              ...(name === 'activateAccount' && { body: { changeId: randomUUID() } }),
              ...(name === 'giveRole' && { body: { role: 'administrator', reason: 'New work' } as never }),
            })
      await whileHeld('select from audit_head for update', async (release) => {
        const pending = act()
        await waiting(1)
        await release(deactivatedByHand(dean))
        const { status, problem } = await pending
        expect([status, problem.code]).toEqual([403, 'administrator_deactivated'])
      })
      const { rows } = await bank.bank.db.query('select from audit_events where actor_id = $1', [dean.userId])
      expect(rows).toEqual([])
      expect(await statusOf(target)).toBe(200)
    },
  )

  const lesserRoles = [`role = 'customer'`, `role = 'auditor'`, `role_until = '2026-11-21T00:00:00Z'`]
  test.each(lesserRoles)('a change to %s during a request refuses the request', async (change) => {
    const target = await bank.openAccount(`Target${count}`, { isActive: false })
    await whileHeld('select from audit_head for update', async (release) => {
      const pending = bank.call(dean, endpoints.activateAccount, {
        params: { id: target.userId },
        body: { changeId: randomUUID() },
      })
      await waiting(1)
      await release(`update users set ${change} where id = '${dean.userId}'`)
      expect((await pending).problem.code).toBe('forbidden')
    })
    expect((await bank.call(target, endpoints.readMe)).answer.account.isActive).toBe(false)
  })

  test('a deactivation during a funding refuses the funding, and no money moves', async () => {
    const id = randomUUID()
    await whileHeld(`select from users where id = '${dean.userId}' for update`, async (release) => {
      const funding = fund(dean, id)
      await waiting(1)
      await release(deactivatedByHand(dean))
      expect((await funding).problem.code).toBe('administrator_deactivated')
    })
    expect(await isBooked(id)).toBe(false)
  })

  test('a deactivation waits for a funding that the books are deciding', async () => {
    const id = randomUUID()
    const { account } = bank.alice
    await whileHeld(`select from ledger_accounts where id = ${account.id} for update`, async (release) => {
      const funding = fund(dean, id)
      await waiting(1)
      const deactivating = deactivate(dean)
      await waiting(2)
      await release()
      expect((await funding).status).toBe(201)
      expect((await deactivating).status).toBe(204)
    })
    const { rows } = await bank.bank.db.query(
      'select action from audit_events where $1 in (actor_id::text, target) order by seq',
      [dean.userId],
    )
    expect(rows.map(({ action }) => action)).toEqual(['account_funded', 'account_deactivated'])
  })
})
