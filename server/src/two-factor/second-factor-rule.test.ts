import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { closedForGood } from '@bank/contract/live/live-message'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { codeAt } from '../../test/authenticator.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { gateway, openGatewayDoor } from '../../test/gateway-door.ts'
import { listenOnLoopback, openLivePage } from '../../test/live.ts'
import { profileDocument } from '../../test/profile-document.ts'
import { registrationForm } from '../../test/registration-form.ts'
import { transfer } from '../../test/transfer.ts'
import { beginSignIn, confirmIdentity, enrol } from '../../test/two-factor.ts'
import { waitUntil } from '../../test/wait-until.ts'
import { routes } from '../routes.ts'

let bank: TestBank
let nils: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank({ customerSecondFactor: 'required', gateway })
})
afterAll(() => bank.close())
beforeEach(async () => {
  nils = await bank.openAccount(`Nils${++count}`, { isActive: count % 2 === 0 })
})

const refused = { status: 403, problem: { code: 'second_factor_required' } }

async function session(who: Visitor) {
  const { answer } = await bank.call(who, endpoints.checkSession)
  return answer.session
}

describe('where customers need a second factor', () => {
  test('a customer without one can set it up, and nothing else', async () => {
    const allowed: string[] = []
    for (const { endpoint } of routes.filter(({ endpoint: { audience } }) => audience.signedIn)) {
      const { problem } = await bank.call(nils, endpoint, {
        params: { id: randomUUID(), isoCode: 'DE', notice: 'none', number: '1' },
        ...(endpoint.query ? { query: { limit: 'none' } } : {}),
        ...(endpoint.body && !endpoint.file ? { body: {} } : {}),
      })
      if (problem?.code !== 'second_factor_required') allowed.push(`${endpoint.method} ${endpoint.path}`)
    }
    expect(allowed.toSorted()).toEqual([
      'GET /api/me/two-factor',
      'POST /api/me/two-factor/enrolment',
      'POST /api/sessions/current/confirmation',
      'PUT /api/me/two-factor',
      'PUT /api/sessions/current',
    ])
  })

  test('a sign-in with the password alone leads to the set-up, which needs the password again and then opens everything', async () => {
    const browser = newVisitor()
    const { answer } = await bank.call(browser, endpoints.signIn, { body: { email: nils.email, password } })
    expect(answer).toMatchObject({ lacksSecondFactor: true })
    expect(await bank.call(browser, endpoints.readMe)).toMatchObject(refused)
    expect((await bank.call(browser, endpoints.beginTwoFactor)).problem.code).toBe('confirm_required')
    await enrol(bank, { ...nils, cookies: browser.cookies })
    expect(await session(browser)).toMatchObject({ lacksSecondFactor: false })
    expect((await bank.call(browser, endpoints.readMe)).status).toBe(200)
  })

  test('a session that was refused without a second factor sends as soon as another session has set one up', async () => {
    nils = await bank.openAccount(`Payer${count}`, { amountMinor: 100_00n })
    const send = () => bank.call(nils, endpoints.sendTransfer, { body: transfer() })
    expect(await send()).toMatchObject(refused)
    await bank.bank.db.query(
      'insert into authenticators (user_id, secret, begun_at, turned_on_at) values ($1, $2, $3, $3)',
      [nils.userId, Buffer.alloc(48), bank.clock.now()],
    )
    expect((await send()).status).toBe(201)
  })

  test('a session without a second factor that has ended is refused as signed out', async () => {
    const send = () => bank.call(nils, endpoints.sendTransfer, { body: transfer() })
    expect(await send()).toMatchObject(refused)
    await bank.bank.db.query('delete from sessions where user_id = $1', [nils.userId])
    expect((await send()).problem.code).toBe('signed_out')
  })

  test('a sign-in with a code leads to no set-up', async () => {
    const { secret } = await enrol(bank, nils)
    const browser = newVisitor()
    const challenge = await beginSignIn(bank, nils, browser)
    const body = { challenge, code: codeAt(secret, bank.clock.now()) }
    const { answer } = await bank.call(browser, endpoints.signInWithCode, { body })
    expect(answer).toMatchObject({ lacksSecondFactor: false })
    expect((await bank.call(browser, endpoints.readMe)).status).toBe(200)
  })

  test('a registration signs in to the set-up', async () => {
    const browser = newVisitor()
    const { answer } = await bank.call(browser, endpoints.register, { body: registrationForm })
    expect(answer).toMatchObject({ lacksSecondFactor: true })
    expect(await session(browser)).toEqual(answer)
    expect(await bank.call(browser, endpoints.readMe)).toMatchObject(refused)
  })

  test('without the second factor a user can read the own session and sign out', async () => {
    expect(await session(nils)).toMatchObject({ user: { id: nils.userId }, lacksSecondFactor: true })
    expect((await bank.call(nils, endpoints.signOut)).status).toBe(204)
    expect(nils.cookies.size).toBe(0)
  })

  test('turning two-factor off leaves only the set-up', async () => {
    const { secret } = await enrol(bank, nils)
    await confirmIdentity(bank, nils, { code: codeAt(secret, bank.clock.now()) })
    expect((await bank.call(nils, endpoints.turnOffTwoFactor)).status).toBe(204)
    expect(await bank.call(nils, endpoints.readMe)).toMatchObject(refused)
    expect((await bank.call(nils, endpoints.readTwoFactor)).answer).toMatchObject({ isRequired: true })
    await enrol(bank, nils)
    expect((await bank.call(nils, endpoints.readMe)).status).toBe(200)
  })

  test('temporary secrets are replaced before the second factor is set up', async () => {
    await bank.bank.db.query('update users set pin_temporary_until = $2 where id = $1', [
      nils.userId,
      new Date(bank.clock.now().getTime() + 86_400_000),
    ])
    const changed = { body: { current_pin: '1234', new_pin: '97531' } }
    await confirmIdentity(bank, nils)
    expect((await bank.call(nils, endpoints.beginTwoFactor)).problem.code).toBe('secrets_temporary')
    expect((await bank.call(nils, endpoints.changePin, changed)).status).toBe(204)
    expect(await bank.call(nils, endpoints.changePin, changed)).toMatchObject(refused)
    await enrol(bank, nils)
    expect((await bank.call(nils, endpoints.readMe)).status).toBe(200)
  })
})

describe('the live connection where customers need a second factor', () => {
  test('the live connection is refused until the second factor is set up, and ends when two-factor is turned off', async () => {
    const address = await listenOnLoopback(bank.app)
    await session(nils)
    const early = openLivePage(address, nils.cookies)
    await waitUntil(() => early.refusedWith() !== 0)
    expect(early.refusedWith()).toBe(403)
    const { secret } = await enrol(bank, nils)
    const page = openLivePage(address, nils.cookies)
    await page.listening()
    await confirmIdentity(bank, nils, { code: codeAt(secret, bank.clock.now()) })
    await bank.call(nils, endpoints.turnOffTwoFactor)
    await waitUntil(() => page.closedWith() !== 0)
    expect(page.closedWith()).toBe(closedForGood)
  })
})

describe('the hosted backend’s calls where customers need a second factor', () => {
  test('the hosted backend’s sign-in gives no session to a user without a second factor', async () => {
    const door = openGatewayDoor(bank)
    const jar = new Map<string, string>()
    const payload = { email: nils.email, password }
    const { status, body } = await door.send('POST', '/account/sessions/email', { jar, payload })
    expect([status, body.type, jar.size]).toEqual([401, 'user_more_factors_required', 0])
    expect(body.message).toContain('Two-factor authentication is required')
  })

  test('a registration by the hosted backend’s calls opens the account and gives no session', async () => {
    const door = openGatewayDoor(bank)
    const jar = new Map<string, string>()
    const person = { email: 'pat@example.com', name: 'Pat Doe' }
    const begun = await door.send('POST', '/account', {
      payload: { ...person, userId: 'unique()', password },
    })
    await door.send('POST', '/account/sessions/email', { jar, payload: { email: person.email, password } })
    const { status, body } = await door.send('POST', '/databases/truedb/collections/users/documents', {
      jar,
      payload: { documentId: begun.body.$id, data: { ...profileDocument, ...person } },
    })
    expect([status, body.type]).toEqual([401, 'user_more_factors_required'])
    const { rows } = await bank.bank.db.query(
      'select count(*)::integer as count from sessions where user_id = $1',
      [begun.body.$id],
    )
    expect(rows).toEqual([{ count: 0 }])
    const { answer } = await bank.call(newVisitor(), endpoints.signIn, {
      body: { email: person.email, password },
    })
    expect(answer).toMatchObject({ lacksSecondFactor: true })
  })

  test('a session of the hosted backend’s clients from before the rule can read itself and sign out, and nothing else', async () => {
    const door = openGatewayDoor(bank)
    await session(nils)
    const jar = new Map([[`a_session_${gateway.project}`, nils.cookies.get('sid')!]])
    const users = `/databases/truedb/collections/users/documents`
    for (const path of [
      users,
      `${users}/${nils.userId}`,
      '/databases/truedb/collections/transactions/documents',
    ]) {
      const { status, body } = await door.send('GET', path, { jar })
      expect([path, status, body.type]).toEqual([path, 401, 'user_more_factors_required'])
    }
    expect((await door.send('GET', '/account', { jar })).status).toBe(200)
    expect((await door.send('DELETE', '/account/sessions/current', { jar })).status).toBe(204)
    expect(await session(nils)).toBeNull()
  })
})

test('where the rule is for staff, a customer who gets any role can only set two-factor up from then on', async () => {
  const strict = await openTestBank({ adminSecondFactor: 'required' })
  const petra = await strict.openAccount('Petra')
  expect((await strict.call(petra, endpoints.readMe)).status).toBe(200)
  await strict.bank.db.query(`update users set role = 'auditor' where id = $1`, [petra.userId])
  expect(await strict.call(petra, endpoints.readMe)).toMatchObject(refused)
  expect((await strict.call(strict.alice, endpoints.readMe)).status).toBe(200)
  await enrol(strict, petra)
  expect((await strict.call(petra, endpoints.readMe)).status).toBe(200)
  await strict.close()
})
