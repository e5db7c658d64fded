import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'

let bank: TestBank
let dora: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`)
})

async function signedIn(person: { email: string } = dora, browser = ''): Promise<Visitor> {
  const visitor = newVisitor()
  const headers = { 'user-agent': browser }
  await bank.call(visitor, endpoints.signIn, { body: { email: person.email, password }, headers })
  return visitor
}

async function sessionsOf(visitor: Visitor) {
  return (await bank.call(visitor, endpoints.listSessions)).answer.sessions
}

async function ownId(visitor: Visitor): Promise<string> {
  return (await sessionsOf(visitor))[0]!.id
}

function end(visitor: Visitor, id: string) {
  return bank.call(visitor, endpoints.endOwnSession, { params: { id } })
}

function confirm(visitor: Visitor, tried = password) {
  return bank.call(visitor, endpoints.confirmSession, { body: { password: tried } })
}

async function statusOf(visitor: Visitor): Promise<number> {
  return (await bank.call(visitor, endpoints.readMe)).status
}

describe('the list of sessions', () => {
  test('the list of sessions has the current one first, then by last use, and none of other users', async () => {
    const phone = await signedIn(dora, 'Mozilla/5.0 Firefox/145.0')
    bank.clock.pass(1)
    const laptop = await signedIn(dora, 'Mozilla/5.0 Chrome/140.0 Safari/537.36')
    await signedIn(bank.bruno)
    const seen = (await sessionsOf(phone)).map(({ browser, isCurrent }) => [browser, isCurrent])
    expect(seen).toEqual([
      ['Firefox', true],
      ['Chrome', false],
    ])
    expect((await sessionsOf(laptop)).map(({ browser }) => browser)).toEqual(['Chrome', 'Firefox'])
  })

  test('a session keeps its id when its cookie changes', async () => {
    const phone = await signedIn()
    const [before] = await sessionsOf(phone)
    const cookie = phone.cookies.get('sid')
    await confirm(phone)
    expect(phone.cookies.get('sid')).not.toBe(cookie)
    expect((await sessionsOf(phone))[0]?.id).toBe(before?.id)
  })

  test('the list of sessions omits expired ones', async () => {
    await signedIn()
    bank.clock.pass(15)
    expect(await sessionsOf(await signedIn())).toHaveLength(1)
  })
})

describe('ending sessions', () => {
  test('ending one session leaves the others open', async () => {
    const [phone, laptop, tablet] = [await signedIn(), await signedIn(), await signedIn()]
    const id = await ownId(laptop)
    expect((await end(phone, id)).status).toBe(204)
    expect([await statusOf(phone), await statusOf(laptop), await statusOf(tablet)]).toEqual([200, 401, 200])
    expect((await end(phone, id)).problem.code).toBe('session_not_found')
  })

  test('ending all other sessions leaves only the current one', async () => {
    const [phone, laptop, tablet] = [await signedIn(), await signedIn(), await signedIn()]
    expect((await bank.call(phone, endpoints.endOtherSessions)).status).toBe(204)
    expect([await statusOf(phone), await statusOf(laptop), await statusOf(tablet)]).toEqual([200, 401, 401])
    expect((await bank.call(phone, endpoints.endOtherSessions)).status).toBe(204)
  })

  test('another user’s session cannot be ended', async () => {
    const [phone, bruno] = [await signedIn(), await signedIn(bank.bruno)]
    const id = await ownId(bruno)
    expect((await end(phone, id)).status).toBe(404)
    expect(await statusOf(bruno)).toBe(200)
  })

  test('ending the current session signs out', async () => {
    const phone = await signedIn()
    const id = await ownId(phone)
    expect((await end(phone, id)).status).toBe(204)
    expect(phone.cookies.has('sid')).toBe(false)
  })

  test('ending sessions needs a confirmation when the sign-in is older than 10 minutes', async () => {
    const phone = await signedIn()
    bank.clock.pass(10.1)
    const id = await ownId(phone)
    expect((await end(phone, id)).problem.code).toBe('confirm_required')
    expect((await bank.call(phone, endpoints.endOtherSessions)).problem.code).toBe('confirm_required')
  })
})

describe('“Confirm it’s you”', () => {
  test('a confirmation allows changes for 10 minutes, with a new cookie', async () => {
    const phone = await signedIn()
    bank.clock.pass(11)
    const before = { cookies: new Map(phone.cookies) }
    expect((await confirm(phone)).status).toBe(201)
    expect((await bank.call(before, endpoints.endOtherSessions)).status).toBe(401)
    bank.clock.pass(1)
    expect(await statusOf(before)).toBe(401)
    bank.clock.pass(9)
    expect((await bank.call(phone, endpoints.endOtherSessions)).status).toBe(204)
    bank.clock.pass(0.1)
    expect((await bank.call(phone, endpoints.endOtherSessions)).status).toBe(403)
  })

  test('a confirmation does not extend the maximum length of a session', async () => {
    const phone = await signedIn()
    for (let minutes = 0; minutes < 470; minutes += 10) {
      bank.clock.pass(10)
      await bank.call(phone, endpoints.extendSession)
    }
    expect((await confirm(phone)).status).toBe(201)
    bank.clock.pass(10)
    expect((await confirm(phone)).status).toBe(401)
  })

  test('wrong passwords in a confirmation count like those of a sign-in', async () => {
    const phone = await signedIn()
    for (let tries = 0; tries < 5; tries++) {
      const { status, problem } = await confirm(phone, 'not the password')
      expect([status, problem.errors]).toEqual([
        422,
        [{ pointer: '/password', detail: 'This isn’t your current password' }],
      ])
    }
    expect((await confirm(phone)).status).toBe(429)
    const again = await bank.call(phone, endpoints.signIn, { body: { email: dora.email, password } })
    expect(again.status).toBe(429)
  })

  test('of twelve concurrent guesses in a confirmation, five are verified', async () => {
    const phone = await signedIn()
    const guesses = await Promise.all(Array.from({ length: 12 }, () => confirm(phone, 'a wild guess')))
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  test('a confirmation needs a session', async () => {
    expect((await confirm(newVisitor())).problem.code).toBe('signed_out')
  })
})
