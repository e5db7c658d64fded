import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newVisitor, type Reply, type Visitor } from '../../../test/ask.ts'
import { openTestBank, type Person, passcode, pin, type TestBank } from '../../../test/bank.ts'
import { type CuttableWire, openCuttableWire } from '../../../test/cuttable-wire.ts'
import { newUserForm } from '../../../test/new-user-form.ts'
import { waitUntil } from '../../../test/wait-until.ts'
import { type Bank, openBank } from '../../bank.ts'
import { type Database, openDatabase } from '../../postgres/database.ts'
import { openHttp } from '../server.ts'

// The bank's connection to the database can be cut. The accounts are opened through a second bank with its own connection.
let people: TestBank
let wire: CuttableWire
let db: Database
let bank: Bank
let app: Awaited<ReturnType<typeof openHttp>>
beforeAll(async () => {
  people = await openTestBank()
  wire = await openCuttableWire(people.programAddress)
  db = await openDatabase(wire.address, { allowsDataLoss: true })
  bank = await openBank({ config: people.bank.config, db, clock: people.bank.clock })
  app = await openHttp(bank)
})
afterAll(async () => {
  await wire?.close()
  await app?.close()
  await bank?.close()
  await db?.end()
  await people?.close()
})

const register = (who: Visitor, email: string) =>
  ask(app, who, endpoints.register, { body: { ...newUserForm, email } })
const createUser = (who: Visitor, email: string) =>
  ask(app, who, endpoints.createUser, { body: { ...newUserForm, email } })
const enterPasscode = (who: Visitor) => ask(app, who, endpoints.enterPasscode, { body: { passcode } })
const changePasscode = (who: Visitor) => ask(app, who, endpoints.changePasscode, { body: { passcode } })
const changePin = (who: Visitor, current_pin: string) =>
  ask(app, who, endpoints.changePin, { body: { current_pin, new_pin: '2468' } })
const signIn = (email: string, secret: string) =>
  people.call(newVisitor(), endpoints.signIn, { body: { email, password: secret } })

/** Opens a user's session through the second bank. */
async function arriving(name: string, role: 'customer' | 'administrator' = 'customer'): Promise<Person> {
  const person = await people.openAccount(name, { role })
  if (role === 'administrator') await people.elevate(person)
  else await people.call(person, endpoints.readMe)
  return person
}

async function wrongPins({ userId }: Person): Promise<number> {
  const { rows } = await people.bank.db.query<{ wrong_count: number }>(
    'select wrong_count from pins where user_id = $1',
    [userId],
  )
  return rows[0]!.wrong_count
}

async function countOf(email: string): Promise<{ users: number | null; letters: number | null }> {
  const users = await people.bank.db.query('select from users where email = $1', [email])
  const letters = await people.bank.db.query(
    `select from outgoing_mail where recipient = $1 and subject = 'Welcome to Truepenny'`,
    [email],
  )
  return { users: users.rowCount, letters: letters.rowCount }
}

describe('a commit whose answer was lost after it took effect', () => {
  async function withoutTheAnswer<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    const lost = wire.onceBefore('commit', (one) => one.loseCommitAnswer())
    const answer = await act()
    await lost
    return answer
  }

  test('a registration succeeds although the commit’s answer was lost', async () => {
    const browser = newVisitor()
    const { status } = await withoutTheAnswer(() => register(browser, 'kept@example.com'))
    expect(status).toBe(201)
    expect(await countOf('kept@example.com')).toEqual({ users: 1, letters: 1 })
    expect((await ask(app, browser, endpoints.readMe)).answer.email).toBe('kept@example.com')
  })

  test('a wrong current PIN counts once although the commit’s answer was lost', async () => {
    const adam = await arriving('Adam')
    const { problem } = await withoutTheAnswer(() => changePin(adam, '9999'))
    expect([problem.code, problem.facts]).toEqual(['current_pin_incorrect', { triesLeft: 4 }])
    expect(await wrongPins(adam)).toBe(1)
  })

  test('a new PIN gets its new cookie although the commit’s answer was lost', async () => {
    const berta = await arriving('Berta')
    expect((await withoutTheAnswer(() => changePin(berta, pin))).status).toBe(204)
    expect((await ask(app, berta, endpoints.readMe)).status).toBe(200)
  })

  test('an entered passcode elevates the session although the commit’s answer was lost', async () => {
    const cora = await arriving('Cora', 'administrator')
    const { answer } = await withoutTheAnswer(() => enterPasscode(cora))
    expect(answer.elevatedUntil).not.toBeNull()
    expect((await ask(app, cora, endpoints.listUsers)).status).toBe(200)
  })
})

describe('a connection that was lost before the commit arrived', () => {
  async function cutBeforeTheCommit<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    const cut = wire.onceBefore('commit', (one) => one.cut())
    const answer = await act()
    await cut
    return answer
  }

  test('a registration cut before its commit is refused as busy, and a retry registers', async () => {
    const { status, problem } = await cutBeforeTheCommit(() => register(newVisitor(), 'cut@example.com'))
    expect([status, problem.code]).toEqual([503, 'busy'])
    expect(await countOf('cut@example.com')).toEqual({ users: 0, letters: 0 })
    expect((await register(newVisitor(), 'cut@example.com')).status).toBe(201)
  })

  test('a wrong current PIN cut before its commit does not count', async () => {
    const dino = await arriving('Dino')
    expect((await cutBeforeTheCommit(() => changePin(dino, '9999'))).problem.code).toBe('busy')
    expect(await wrongPins(dino)).toBe(0)
    expect((await changePin(dino, pin)).status).toBe(204)
  })
})

test('when the outcome of a commit cannot be determined, the answer says so, and a retry happens once', async () => {
  const [elsa, fred, gina] = await Promise.all(
    ['Elsa', 'Fred', 'Gina'].map((name) => arriving(name, 'administrator')),
  )
  const visitors = { kept: newVisitor(), lost: newVisitor() }
  const registered = inDoubt(() => register(visitors.kept, 'doubt@example.com'), 'committed')
  const unregistered = inDoubt(() => register(visitors.lost, 'undone@example.com'), 'cut')
  const created = inDoubt(() => createUser(elsa!, 'made@example.com'), 'committed')
  const entered = inDoubt(() => enterPasscode(fred!), 'committed')
  const changed = inDoubt(() => changePasscode(gina!), 'committed')
  const doubtful: { answer: Promise<Reply<never>> }[] = []
  for (const begin of [registered, unregistered, created, entered, changed]) doubtful.push(await begin())
  wire.refuse()
  for (const { status, problem } of await Promise.all(doubtful.map(({ answer }) => answer))) {
    expect([status, problem.code]).toEqual([503, 'outcome_unknown'])
  }
  await wire.mend()
  await waitUntil(async () => (await ask(app, newVisitor(), endpoints.checkSession)).status === 200)

  // The committed registration exists and signs in with its password; the other one succeeds now.
  expect((await register(visitors.kept, 'doubt@example.com')).problem.code).toBe('email_taken')
  expect((await signIn('doubt@example.com', newUserForm.password)).status).toBe(201)
  expect((await register(visitors.lost, 'undone@example.com')).status).toBe(201)
  // The change of the passcode has ended the elevation of the others.
  await people.elevate(elsa!)
  const again = await createUser(elsa!, 'made@example.com')
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
  for (const email of ['doubt@example.com', 'undone@example.com', 'made@example.com']) {
    expect(await countOf(email)).toEqual({ users: 1, letters: 1 })
  }
  // The cookie from before the entry can enter the passcode again and cannot change it.
  expect((await enterPasscode(fred!)).status).toBe(201)
  expect((await changePasscode(gina!)).problem.code).toBe('signed_out')
  expect((await enterPasscode(gina!)).status).toBe(201)
  expect((await changePasscode(gina!)).status).toBe(200)
})

/** Begins a request and pauses it where it looks up the outcome of its commit, which took effect or never arrived. */
function inDoubt(act: () => Promise<Reply<never>> | Promise<unknown>, commit: 'committed' | 'cut') {
  return async () => {
    const lost = wire.onceBefore('commit', (one) =>
      commit === 'committed' ? one.loseCommitAnswer() : one.cut(),
    )
    let isAsking = false
    void wire.onceBefore('transaction-outcome', () => {
      isAsking = true
      return new Promise(() => {})
    })
    const answer = act() as Promise<Reply<never>>
    await lost
    await waitUntil(async () => isAsking)
    return { answer }
  }
}
