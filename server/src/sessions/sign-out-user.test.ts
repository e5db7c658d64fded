import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'

let bank: TestBank
let dora: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`)
})

async function signedIn(): Promise<Visitor> {
  const visitor = newVisitor()
  await bank.call(visitor, endpoints.signIn, { body: { email: dora.email, password } })
  return visitor
}

function signOut(who: Visitor | null, id = dora.userId) {
  return bank.call(who, endpoints.signOutUser, { params: { id } })
}

async function statusOf(visitor: Visitor): Promise<number> {
  return (await bank.call(visitor, endpoints.readMe)).status
}

async function onRecord() {
  const { rows } = await bank.bank.db.query(
    `select actor_id, details from audit_events where action = 'signed_out_everywhere' and target = $1`,
    [dora.userId],
  )
  return rows
}

describe('an administrator signs a user out', () => {
  test('everywhere at once, on record, and nobody else', async () => {
    const [phone, laptop] = [await signedIn(), await signedIn()]
    const { status, answer } = await signOut(bank.clara)
    expect([status, answer]).toEqual([204, undefined])
    expect([await statusOf(phone), await statusOf(laptop), await statusOf(bank.alice)]).toEqual([
      401, 401, 200,
    ])
    expect(await onRecord()).toEqual([{ actor_id: bank.clara.userId, details: { count: 2 } }])
  })

  test('who may sign in again', async () => {
    await signedIn()
    await signOut(bank.clara)
    expect(await statusOf(await signedIn())).toBe(200)
  })

  test('twice at once, which leaves one event', async () => {
    await signedIn()
    const answers = await Promise.all([signOut(bank.clara), signOut(bank.clara)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(await onRecord()).toHaveLength(1)
  })

  test('who is nowhere signed in, without an event', async () => {
    expect((await signOut(bank.clara)).status).toBe(204)
    expect(await onRecord()).toEqual([])
  })

  test('but neither themselves nor somebody there is not', async () => {
    expect((await signOut(bank.clara, bank.clara.userId)).problem.code).toBe('own_account_edited')
    expect((await signOut(bank.clara, '01900000-0000-7000-8000-000000000000')).problem.code).toBe(
      'user_not_found',
    )
    expect((await signOut(bank.clara, 'x')).problem.code).toBe('user_id_missing')
    expect(await statusOf(bank.clara)).toBe(200)
  })

  test('only with the passcode entered', async () => {
    const phone = await signedIn()
    const unelevated = await bank.openAccount(`Carl${count}`, { role: 'administrator' })
    expect((await signOut(unelevated)).problem.code).toBe('passcode_required')
    expect((await signOut(bank.alice)).problem.code).toBe('forbidden')
    expect((await signOut(newVisitor())).problem.code).toBe('signed_out')
    expect(await statusOf(phone)).toBe(200)
  })
})
