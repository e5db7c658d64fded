import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { auditEventsAbout } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { signIn } from '../../test/sign-in.ts'

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

function signOut(who: Visitor | null, id = dora.userId) {
  return bank.call(who, endpoints.signOutUser, { params: { id } })
}

async function statusOf(visitor: Visitor): Promise<number> {
  return (await bank.call(visitor, endpoints.readMe)).status
}

const events = () => auditEventsAbout(bank, dora.userId, 'signed_out_everywhere')

describe('ending a user’s sessions', () => {
  test('an administrator ends all sessions of a user, and of no other, with an audit event', async () => {
    const [phone, laptop] = [await signIn(bank, dora), await signIn(bank, dora)]
    const { status, answer } = await signOut(bank.clara)
    expect([status, answer]).toEqual([204, undefined])
    expect([await statusOf(phone), await statusOf(laptop), await statusOf(bank.alice)]).toEqual([
      401, 401, 200,
    ])
    expect(await events()).toEqual([
      { actor_id: bank.clara.userId, action: 'signed_out_everywhere', details: { count: 2 } },
    ])
  })

  test('a user whose sessions an administrator ended may sign in again', async () => {
    await signIn(bank, dora)
    await signOut(bank.clara)
    expect(await statusOf(await signIn(bank, dora))).toBe(200)
  })

  test('ending a user’s sessions twice at the same time writes one audit event', async () => {
    await signIn(bank, dora)
    const answers = await Promise.all([signOut(bank.clara), signOut(bank.clara)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(await events()).toHaveLength(1)
  })

  test('ending the sessions of a user who has none writes no audit event', async () => {
    expect((await signOut(bank.clara)).status).toBe(204)
    expect(await events()).toEqual([])
  })

  test('an administrator cannot end their own sessions here, nor those of an unknown user', async () => {
    expect((await signOut(bank.clara, bank.clara.userId)).problem.code).toBe('own_account_edited')
    expect((await signOut(bank.clara, '01900000-0000-7000-8000-000000000000')).problem.code).toBe(
      'user_not_found',
    )
    expect((await signOut(bank.clara, 'x')).problem.code).toBe('user_id_missing')
    expect(await statusOf(bank.clara)).toBe(200)
  })

  test('only an elevated administrator can end a user’s sessions', async () => {
    const phone = await signIn(bank, dora)
    const unelevated = await bank.openAccount(`Carl${count}`, { role: 'administrator' })
    expect((await signOut(unelevated)).problem.code).toBe('passcode_required')
    expect((await signOut(bank.alice)).problem.code).toBe('forbidden')
    expect((await signOut(newVisitor())).problem.code).toBe('signed_out')
    expect(await statusOf(phone)).toBe(200)
  })
})
