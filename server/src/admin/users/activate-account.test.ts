import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEventsAbout, mailsTo } from '../../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../../test/bank.ts'
import { openFurtherAccount } from '../../../test/further-account.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())

const { activateAccount, deactivateAccount } = endpoints

type Change = { changeId?: string; undoes?: string; reason?: unknown; account?: string; by?: Person }

/** Changes the state of a user's account: the main one, unless `account` is the number of another one. */
function change(
  endpoint: typeof activateAccount | typeof deactivateAccount,
  id: string,
  { account, by = bank.clara, ...body }: Change,
) {
  return bank.call(by, endpoint, {
    params: { id },
    query: account === undefined ? {} : { account },
    body: { changeId: randomUUID(), ...body } as { changeId: string },
  })
}

function activate(id: string, sent: Change = {}) {
  return change(activateAccount, id, sent)
}

function deactivate(id: string, sent: Change = {}) {
  return change(deactivateAccount, id, sent)
}

/** The sessions of this database that wait for a lock. */
const waiting = `
  select from pg_locks l join pg_stat_activity a using (pid)
   where not l.granted and a.datname = current_database()`

async function isActive(): Promise<boolean> {
  // Deactivation ends the session: the next call signs in again.
  bank.bruno.cookies.clear()
  return (await bank.call(bank.bruno, endpoints.readMe)).answer.account.isActive
}

describe('activation', () => {
  test('an account is activated and deactivated, with one audit event for each change', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    expect(await isActive()).toBe(false)
    for (const changeId of [first, first, randomUUID()]) {
      expect((await activate(bank.bruno.userId, { changeId })).status).toBe(204)
    }
    expect(await isActive()).toBe(true)
    for (const changeId of [second, second, randomUUID()]) {
      expect((await deactivate(bank.bruno.userId, { changeId })).status).toBe(204)
    }
    expect(await isActive()).toBe(false)
    const actor_id = bank.clara.userId
    expect(await auditEventsAbout(bank, bank.bruno.userId)).toEqual([
      { action: 'account_activated', actor_id, details: { id: first, before: 'inactive', after: 'active' } },
      {
        action: 'account_deactivated',
        actor_id,
        details: { id: second, before: 'active', after: 'inactive', sessionsEnded: 2 },
      },
    ])
  })

  test('the customer gets one mail when the main account is activated, and none when a deactivation is undone', async () => {
    const gerd = await bank.openAccount('Gerd', { isActive: false })
    const [first, second] = [randomUUID(), randomUUID()]
    for (const changeId of [first, first, randomUUID()]) await activate(gerd.userId, { changeId })
    await deactivate(gerd.userId, { changeId: second })
    await activate(gerd.userId, { undoes: second })
    const mails = await mailsTo(bank, gerd.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Truepenny account is active'])
    expect(mails[0]?.text).toContain('Money gets in by a transfer')
    expect(mails[0]?.letter.facts).toEqual([
      { label: 'Account', value: `··${gerd.account.number.slice(-4)}` },
    ])
    const { number: account } = await openFurtherAccount(bank, gerd)
    await deactivate(gerd.userId, { account })
    await activate(gerd.userId, { account })
    expect(await mailsTo(bank, gerd.email)).toHaveLength(1)
  })

  test('an activation under the id of the last deactivation activates the account', async () => {
    const ivar = await bank.openAccount('Ivar')
    const changeId = randomUUID()
    await deactivate(ivar.userId, { changeId })
    expect((await activate(ivar.userId, { changeId })).status).toBe(204)
    expect((await bank.call(ivar, endpoints.readMe)).answer.account.isActive).toBe(true)
  })

  test('a deactivation waits for a transfer that is being decided', async () => {
    const { db } = bank.bank
    const books = await db.connect()
    try {
      await books.query('begin')
      await books.query('select from ledger_accounts where id = $1 for no key update', [
        bank.alice.account.id,
      ])
      const { userId } = bank.alice
      const deactivating = deactivate(userId)
      await expect.poll(async () => (await db.query(waiting)).rowCount).toBe(1)
      const { rows } = await books.query('select is_active from accounts where user_id = $1', [userId])
      expect(rows).toEqual([{ is_active: true }])
      await books.query('commit')
      expect((await deactivating).status).toBe(204)
    } finally {
      books.release(true)
    }
  })

  test('administrators cannot activate or deactivate their own account', async () => {
    const { userId } = bank.clara
    for (const { status, problem } of [
      await activate(userId),
      await deactivate(userId),
      await deactivate(userId, { reason: 'On holiday' }),
    ]) {
      expect([status, problem.detail]).toEqual([409, 'You can’t change your own account'])
    }
  })

  test('an activation of an unknown user is refused', async () => {
    const unknown = await activate(randomUUID())
    expect([unknown.status, unknown.problem.detail]).toEqual([404, 'User not found'])
    for (const id of ['1', 'undefined', "1' or '1'='1", bank.bruno.userId.slice(1)]) {
      const malformed = await activate(id)
      expect([malformed.status, malformed.problem.code]).toEqual([400, 'user_id_missing'])
      expect(malformed.problem.detail).toBe('User ID is required')
    }
  })
})

describe('a declined activation', () => {
  const reason = 'We could not check your address'
  const decline = (person: Person, sent: unknown = reason, by = bank.clara) =>
    bank.call(by, endpoints.declineActivation, {
      params: { id: person.userId },
      body: { reason: sent as string },
    })
  const ownAccount = async (person: Person) => (await bank.call(person, endpoints.readMe)).answer.account
  const waitingCount = async () => (await bank.call(bank.clara, endpoints.countWaiting)).answer.accounts

  test('a declined account leaves the queue, and its customer reads the reason, in a mail too, until it is activated', async () => {
    const kurt = await bank.openAccount('Kurt', { isActive: false })
    const before = await waitingCount()
    for (let times = 0; times < 2; times++) expect((await decline(kurt)).status).toBe(204)
    expect(await waitingCount()).toBe(before! - 1)
    expect(await ownAccount(kurt)).toMatchObject({
      isActive: false,
      declinedAt: bank.clock.now().toISOString(),
      declineReason: reason,
    })
    const query = { state: 'declined', search: kurt.email } as const
    const { answer } = await bank.call(bank.clara, endpoints.listUsers, { query })
    expect(answer.users).toMatchObject([{ id: kurt.userId, state: 'declined' }])
    const changes = [{ userId: kurt.userId, changeId: randomUUID() }]
    const several = await bank.call(bank.clara, endpoints.setActivations, {
      body: { isActive: true, changes },
    })
    expect(several.answer.results[0]!.refusal?.code).toBe('account_not_waiting')
    const [mail, ...more] = await mailsTo(bank, kurt.email)
    expect(more).toEqual([])
    expect([mail!.subject, mail!.letter.facts![0]]).toEqual([
      'Your Truepenny account was not activated',
      { label: 'Reason', value: reason },
    ])
    expect(await auditEventsAbout(bank, kurt.userId)).toEqual([
      { action: 'activation_declined', actor_id: bank.clara.userId, details: { reason } },
    ])
    expect((await activate(kurt.userId)).status).toBe(204)
    expect(await ownAccount(kurt)).toMatchObject({ isActive: true, declinedAt: null, declineReason: null })
  })

  test('the mail about a declined activation leaves the reason out while the email is not confirmed', async () => {
    const leif = await bank.openAccount('Leif', { isActive: false })
    await bank.bank.db.query('update users set email_confirmed_at = null where id = $1', [leif.userId])
    await decline(leif)
    const [mail] = await mailsTo(bank, leif.email)
    expect(mail!.text).toContain('Log in to read the reason.')
    expect(mail!.text).not.toContain(reason)
  })

  test('an account that is active, deactivated or declined for another reason is not declined, and staff do not decline their own', async () => {
    const [active, gone, told] = await Promise.all(
      ['Magdalena', 'Nicodem', 'Ottilie'].map((name) =>
        bank.openAccount(name, { isActive: name !== 'Ottilie' }),
      ),
    )
    await deactivate(gone!.userId)
    await decline(told!, 'Another reason')
    for (const person of [active!, gone!, told!]) {
      expect((await decline(person)).problem.code).toBe('account_not_waiting')
    }
    expect((await decline(bank.clara)).problem.code).toBe('own_account_edited')
    const { status, problem } = await decline(told!, ' ')
    expect([status, problem.errors]).toEqual([422, [{ pointer: '/reason', detail: 'Reason is required' }]])
  })

  test('an activation at the same moment as a decline wins', async () => {
    const pia = await bank.openAccount('Pia', { isActive: false })
    await Promise.all([decline(pia), activate(pia.userId)])
    expect(await ownAccount(pia)).toMatchObject({ isActive: true, declineReason: null })
  })
})

describe('a deactivation with a reason', () => {
  const reason = 'Card and phone reported stolen'
  let count = 0
  function deactivateFor(person: Person, sent: unknown = reason, by = bank.clara) {
    return deactivate(person.userId, { reason: sent, by })
  }
  const deactivations = (person: Person) => auditEventsAbout(bank, person.userId, 'account_deactivated')

  test('the audit log keeps the reason of a deactivation, and the customer is told nothing of it', async () => {
    const ella = await bank.openAccount('Ella')
    await bank.call(ella, endpoints.readMe)
    const changeId = randomUUID()
    expect((await deactivate(ella.userId, { reason: `  ${reason} `, changeId })).status).toBe(204)
    expect(await deactivations(ella)).toEqual([
      {
        action: 'account_deactivated',
        actor_id: bank.clara.userId,
        details: { id: changeId, before: 'active', after: 'inactive', sessionsEnded: 1, reason },
      },
    ])
    const { answer } = await bank.call(bank.clara, endpoints.listAuditEvents, {
      query: { subject: ella.email, action: 'account_deactivated' },
    })
    expect(answer.events).toMatchObject([{ details: { reason } }])
    ella.cookies.clear()
    const { answer: me } = await bank.call(ella, endpoints.readMe)
    expect(me.account.isActive).toBe(false)
    expect(JSON.stringify(me)).not.toContain(reason)
    expect(JSON.stringify(await mailsTo(bank, ella.email))).not.toContain(reason)
    expect((await activate(ella.userId)).status).toBe(204)
    expect((await bank.call(ella, endpoints.readMe)).answer.account.isActive).toBe(true)
  })

  test.each([
    ['null', null, 'Reason is required'],
    ['only spaces', ' \u200b', 'Reason is required'],
    ['an object', { text: reason }, 'Reason is required'],
    ['2 characters', 'ok', 'Reason must be at least 3 characters'],
    ['501 characters', 'x'.repeat(501), 'Reason must be at most 500 characters'],
    ['10,000 characters', 'x'.repeat(10_000), 'Reason must be at most 500 characters'],
    ['a mark that reverses text', '\u202estolen', 'Reason has characters that can’t be shown'],
  ])('a deactivation whose reason is %s changes nothing', async (_, sent, detail) => {
    const fred = await bank.openAccount(`Fred${++count}`)
    const { status, problem } = await deactivateFor(fred, sent)
    expect([status, problem.errors]).toEqual([422, [{ pointer: '/reason', detail }]])
    expect((await bank.call(fred, endpoints.readMe)).answer.account.isActive).toBe(true)
    expect(await deactivations(fred)).toEqual([])
  })

  test('a deactivation that is repeated under its id is answered like the first, with one audit event', async () => {
    const hedda = await bank.openAccount('Hedda')
    const changeId = randomUUID()
    for (let times = 0; times < 2; times++) {
      expect((await deactivate(hedda.userId, { reason, changeId })).status).toBe(204)
    }
    expect(await deactivations(hedda)).toMatchObject([{ details: { id: changeId, reason } }])
    const { problem } = await deactivate(hedda.userId, { reason: 'Another reason', changeId })
    expect(problem.code).toBe('account_inactive_already')
  })

  test('a deactivation is undone once, and not after another administrator has deactivated the account again', async () => {
    const isak = await bank.openAccount('Isak')
    const delia = await bank.openAccount('Delia', { role: 'administrator' })
    await bank.elevate(delia)
    const changeId = randomUUID()
    expect((await deactivate(isak.userId, { reason, changeId })).status).toBe(204)
    const undo = { undoes: changeId, changeId: randomUUID() }
    for (let times = 0; times < 2; times++) {
      expect((await activate(isak.userId, undo)).status).toBe(204)
    }
    expect((await deactivateFor(isak, 'Asked to close it', delia)).status).toBe(204)
    const { status, problem } = await activate(isak.userId, undo)
    expect([status, problem.code]).toEqual([409, 'account_state_changed'])
    isak.cookies.clear()
    expect((await bank.call(isak, endpoints.readMe)).answer.account.isActive).toBe(false)
  })

  test('an activation is undone once, and not after another administrator has activated the account again', async () => {
    const jorn = await bank.openAccount('Jorn', { isActive: false })
    const changeId = randomUUID()
    for (let times = 0; times < 2; times++) {
      expect((await activate(jorn.userId, { changeId })).status).toBe(204)
    }
    expect(await auditEventsAbout(bank, jorn.userId, 'account_activated')).toMatchObject([
      { details: { id: changeId } },
    ])
    const undo = { undoes: changeId, changeId: randomUUID() }
    for (let times = 0; times < 2; times++) {
      expect((await deactivate(jorn.userId, undo)).status).toBe(204)
    }
    expect((await activate(jorn.userId)).status).toBe(204)
    const { status, problem } = await deactivate(jorn.userId, undo)
    expect([status, problem.code]).toEqual([409, 'account_state_changed'])
    expect((await bank.call(jorn, endpoints.readMe)).answer.account.isActive).toBe(true)
  })

  test('of two administrators who deactivate one account, one is refused and only one reason is kept', async () => {
    const gina = await bank.openAccount('Gina')
    const dora = await bank.openAccount('Dora', { role: 'administrator' })
    await bank.elevate(dora)
    const replies = await Promise.all([deactivateFor(gina), deactivateFor(gina, 'Asked to close it', dora)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const { problem } = replies.find(({ status }) => status === 409)!
    expect([problem.code, problem.detail]).toEqual([
      'account_inactive_already',
      'This account is already inactive',
    ])
    expect(await deactivations(gina)).toHaveLength(1)
  })
})

describe('a further account', () => {
  const reason = 'Opened by mistake'
  async function standings(person: Person): Promise<boolean[]> {
    const { answer } = await bank.call(bank.clara, endpoints.readUser, { params: { id: person.userId } })
    return answer.accounts.map(({ isActive }) => isActive)
  }

  test('a further account is deactivated and activated alone: its owner stays signed in, and the audit log has its number', async () => {
    const hugo = await bank.openAccount('Hugo')
    const { number: accountNumber } = await openFurtherAccount(bank, hugo)
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    const [first, second, third] = ids.map((changeId) => ({ changeId, account: accountNumber }))
    const cookie = hugo.cookies.get('sid')
    expect((await deactivate(hugo.userId, { ...first, reason })).status).toBe(204)
    expect(await standings(hugo)).toEqual([true, false])
    expect((await bank.call(hugo, endpoints.readMe)).status).toBe(200)
    expect(hugo.cookies.get('sid')).toBe(cookie)
    expect((await activate(hugo.userId, second)).status).toBe(204)
    expect(await standings(hugo)).toEqual([true, true])
    expect((await deactivate(hugo.userId, third)).status).toBe(204)
    expect(await standings(hugo)).toEqual([true, false])
    const [toActive, toInactive] = [
      { before: 'inactive', after: 'active', accountNumber },
      { before: 'active', after: 'inactive', accountNumber },
    ]
    const events = await auditEventsAbout(bank, hugo.userId)
    const actor_id = bank.clara.userId
    expect(events.filter(({ action }) => /activated$/.test(action))).toEqual([
      { action: 'account_deactivated', actor_id, details: { ...toInactive, id: ids[0], reason } },
      { action: 'account_activated', actor_id, details: { ...toActive, id: ids[1] } },
      { action: 'account_deactivated', actor_id, details: { ...toInactive, id: ids[2] } },
    ])
  })

  test('the main account is activated again without a further one that was deactivated alone', async () => {
    const iris = await bank.openAccount('Iris')
    const [kept, closed] = [await openFurtherAccount(bank, iris), await openFurtherAccount(bank, iris)]
    await deactivate(iris.userId, { account: closed.number })
    // Its own number names the main account, as no number does.
    await deactivate(iris.userId, { account: iris.account.number })
    expect(await standings(iris)).toEqual([false, false, false])
    expect((await activate(iris.userId, { account: kept.number })).status).toBe(204)
    expect(await standings(iris)).toEqual([false, false, false])
    await activate(iris.userId)
    expect(await standings(iris)).toEqual([true, true, false])
  })

  test('a deactivation of a further account waits for a transfer from it that is being decided, and for none from the main one', async () => {
    const jane = await bank.openAccount('Jane')
    const { number } = await openFurtherAccount(bank, jane)
    const { db } = bank.bank
    const books = await db.connect()
    const lock = (account: string) =>
      books.query(
        'select from ledger_accounts where id = (select id from accounts where number = $1) for no key update',
        [account],
      )
    try {
      await books.query('begin')
      await lock(jane.account.number)
      expect((await deactivate(jane.userId, { account: number })).status).toBe(204)
      await lock(number)
      const activating = activate(jane.userId, { account: number })
      await expect.poll(async () => (await db.query(waiting)).rowCount).toBe(1)
      expect(await standings(jane)).toEqual([true, false])
      await books.query('commit')
      expect((await activating).status).toBe(204)
      expect(await standings(jane)).toEqual([true, true])
    } finally {
      books.release(true)
    }
  })

  test('a deactivation of a further account is undone although the main account was deactivated and activated since', async () => {
    const olga = await bank.openAccount('Olga')
    const account = (await openFurtherAccount(bank, olga)).number
    const changeId = randomUUID()
    await deactivate(olga.userId, { account, reason, changeId })
    expect((await deactivate(olga.userId, { reason })).status).toBe(204)
    await activate(olga.userId)
    expect((await activate(olga.userId, { account, undoes: changeId })).status).toBe(204)
    expect(await standings(olga)).toEqual([true, true])
    await deactivate(olga.userId, { account })
    expect((await activate(olga.userId, { account, undoes: changeId })).problem.code).toBe(
      'account_state_changed',
    )
  })

  test('of two administrators who deactivate one further account with a reason, one is refused', async () => {
    const karl = await bank.openAccount('Karl')
    const { number: account } = await openFurtherAccount(bank, karl)
    const replies = await Promise.all([1, 2].map(() => deactivate(karl.userId, { account, reason })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await auditEventsAbout(bank, karl.userId, 'account_deactivated')).toHaveLength(1)
  })

  test('a further account of the only administrator with an active account is deactivated', async () => {
    const lars = await bank.openAccount('Lars', { role: 'administrator' })
    const { number } = await openFurtherAccount(bank, lars)
    const activeAdministrators = `
      from users u where u.id = a.user_id and u.role = 'administrator' and u.id <> $1 and a.is_active`
    const { rows: others } = await bank.bank.db.query(
      `update accounts a set is_active = false, activated_at = null ${activeAdministrators} returning a.id`,
      [lars.userId],
    )
    const { status } = await deactivate(lars.userId, { account: number })
    await bank.bank.db.query(
      'update accounts set is_active = true, activated_at = opened_at where id = any ($1)',
      [others.map(({ id }) => id)],
    )
    expect([status, await standings(lars)]).toEqual([204, [true, false]])
  })

  test('an act on another user’s account number is refused like one on an unknown number, and changes nothing', async () => {
    const mona = await bank.openAccount('Mona')
    const { number: another } = await openFurtherAccount(bank, await bank.openAccount('Nora'))
    const transactionId = randomUUID()
    for (const account of [another, bank.alice.account.number, '1000000000', '', 'x']) {
      const sent = { params: { id: mona.userId }, query: { account } }
      for (const reply of [
        await activate(mona.userId, { account }),
        await deactivate(mona.userId, { account }),
        await deactivate(mona.userId, { account, reason }),
        await bank.call(bank.clara, endpoints.fundAccount, {
          ...sent,
          body: { transactionId, amount: '1.00', reason },
        }),
        await bank.call(bank.clara, endpoints.listUserTransactions, sent),
      ]) {
        expect([reply.status, reply.problem.code, reply.problem.detail]).toEqual([
          404,
          'account_not_found',
          'Account not found',
        ])
      }
    }
    expect(await auditEventsAbout(bank, mona.userId)).toEqual([])
    expect((await activate(randomUUID(), { account: another })).problem.code).toBe('user_not_found')
  })

  test('administrators cannot activate or deactivate a further account of their own', async () => {
    const { number: account } = await openFurtherAccount(bank, bank.clara)
    for (const { problem } of [
      await activate(bank.clara.userId, { account }),
      await deactivate(bank.clara.userId, { account }),
      await deactivate(bank.clara.userId, { account, reason }),
    ])
      expect(problem.code).toBe('own_account_edited')
  })
})

// Last, because Clara may be the one who is deactivated.
test('when two administrators deactivate each other, one account stays active', async () => {
  await bank.bank.db.query(
    `update accounts a set is_active = false
       from users u
      where u.id = a.user_id and u.role = 'administrator' and u.id <> $1`,
    [bank.clara.userId],
  )
  const dean = await bank.openAccount('Dean', { role: 'administrator' })
  await bank.elevate(dean)
  const replies = await Promise.all([deactivate(dean.userId), deactivate(bank.clara.userId, { by: dean })])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409])
  const { problem } = replies.find(({ status }) => status === 409)!
  expect(problem.detail).toBe('No other administrator has an active account. Activate one first')
  const { rowCount } = await bank.bank.db.query(
    `select from users u join accounts a on a.user_id = u.id and a.is_main
      where role = 'administrator' and is_active`,
  )
  expect(rowCount).toBe(1)
})

describe('several activations at once', () => {
  let edda: Person
  let dina: Person
  beforeAll(async () => {
    edda = await bank.openAccount('Edda', { role: 'administrator' })
    dina = await bank.openAccount('Dina', { role: 'administrator' })
    for (const administrator of [edda, dina]) await bank.elevate(administrator)
  })

  const set = (
    isActive: boolean,
    changes: { userId: string; changeId: string; undoes?: string }[],
    by = edda,
  ) => bank.call(by, endpoints.setActivations, { body: { isActive, changes } })
  const changeOf = ({ userId }: { userId: string }) => ({ userId, changeId: randomUUID() })
  const codesOf = ({ answer }: Awaited<ReturnType<typeof set>>) =>
    answer.results.map(({ refusal }) => refusal?.code)

  test('each account is activated by a change of its own, and what changed meanwhile is refused with its reason', async () => {
    const [ina, jo, kai] = await Promise.all(
      ['Ina', 'Jo', 'Kai'].map((name) => bank.openAccount(name, { isActive: false })),
    )
    await activate(kai!.userId, { by: dina })
    await deactivate(kai!.userId, { by: dina, reason: 'Suspected fraud' })
    const unknown = { userId: randomUUID() }
    const changes = [ina!, jo!, kai!, unknown, edda].map(changeOf)
    const reply = await set(true, changes)
    expect(codesOf(reply)).toEqual([
      undefined,
      undefined,
      'account_not_waiting',
      'user_not_found',
      'own_account_edited',
    ])
    expect(reply.answer.results.map(({ userId }) => userId)).toEqual(changes.map(({ userId }) => userId))
    // A repeat of the request changes nothing, and gets the same answer.
    expect(codesOf(await set(true, changes))).toEqual(codesOf(reply))
    for (const person of [ina!, jo!]) {
      const events = await auditEventsAbout(bank, person.userId)
      expect(events.map(({ action }) => action)).toEqual(['account_activated'])
      expect(await mailsTo(bank, person.email)).toHaveLength(1)
    }
    const back = changes
      .slice(0, 2)
      .map(({ userId, changeId }) => ({ userId, changeId: randomUUID(), undoes: changeId }))
    expect(codesOf(await set(false, back))).toEqual([undefined, undefined])
    expect((await auditEventsAbout(bank, ina!.userId)).at(-1)?.action).toBe('account_deactivated')
  })

  test('of two administrators with one selection, one activates each account and the other is told', async () => {
    const people = await Promise.all(
      ['Lea', 'Mio', 'Nia'].map((name) => bank.openAccount(name, { isActive: false })),
    )
    const [mine, hers] = await Promise.all([
      set(true, people.map(changeOf)),
      set(true, people.map(changeOf), dina),
    ])
    const refused = [...codesOf(mine), ...codesOf(hers)].filter((code) => code === 'account_not_waiting')
    expect(refused).toHaveLength(3)
    for (const { userId } of people) expect(await auditEventsAbout(bank, userId)).toHaveLength(1)
  })

  test('a deactivation that undoes nothing, no user and more than 100 users are refused', async () => {
    const one = changeOf(bank.bruno)
    for (const [isActive, changes] of [
      [false, [one]],
      [true, []],
      [true, Array(101).fill(one)],
    ] as const) {
      const { status, problem } = await set(isActive, [...changes])
      expect([status, problem.errors[0]?.pointer]).toEqual([422, '/changes'])
    }
  })
})
