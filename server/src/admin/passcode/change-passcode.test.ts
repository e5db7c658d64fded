import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestBank, type Person, passcode, type TestBank } from '../../../test/bank.ts'

let bank: TestBank
let dean: Person
beforeAll(async () => {
  bank = await openTestBank()
  dean = await bank.openAccount('Dean', { role: 'administrator' })
})
beforeEach(async () => {
  await bank.elevate(bank.clara)
  await bank.elevate(dean)
})
afterAll(() => bank.close())

const change = (to: unknown) => bank.call(bank.clara, endpoints.changePasscode, { body: { passcode: to } })
const work = async (who: Pick<Person, 'cookies'>) => (await bank.call(who, endpoints.listUsers)).status

describe('changing the passcode', () => {
  test('a new passcode ends the elevation of every other session; the caller’s stays elevated and gets a new cookie', async () => {
    const old = { cookies: new Map(bank.clara.cookies) }
    const { status, answer } = await change('a new word')
    expect([status, answer.user.id]).toEqual([200, bank.clara.userId])
    expect(Date.parse(answer.elevatedUntil!) - bank.clock.now().getTime()).toBe(10 * 60_000)
    expect([await work(bank.clara), await work(dean)]).toEqual([200, 403])
    expect((await bank.call(old, endpoints.listUsers)).problem.code).toBe('signed_out')
    const enter = (tried: string) => bank.call(dean, endpoints.enterPasscode, { body: { passcode: tried } })
    expect((await enter(passcode)).problem.detail).toBe('Invalid passcode')
    expect((await enter('a new word')).status).toBe(201)
    expect(await work(dean)).toBe(200)
  })

  test('the time and the author of the last change are shown, and the passcode is stored nowhere in clear text', async () => {
    const byProgram = await openTestBank()
    await byProgram.elevate(byProgram.clara)
    const first = await byProgram.call(byProgram.clara, endpoints.readPasscodeChange)
    expect(first.answer.changedBy).toBeNull()
    await byProgram.close()

    await change('unseen by anyone')
    const { answer } = await bank.call(bank.clara, endpoints.readPasscodeChange)
    expect(answer).toEqual({
      changedAt: bank.clock.now().toISOString(),
      changedBy: { id: bank.clara.userId, name: 'Clara' },
    })
    for (const table of ['settings', 'audit_events', 'sessions']) {
      const { rows } = await bank.bank.db.query(`select t::text as row from ${table} t`)
      for (const { row } of rows) expect(row).not.toContain('unseen by anyone')
    }
    const { rows } = await bank.bank.db.query(
      `select actor_id from audit_events where action = 'passcode_changed' order by seq desc limit 1`,
    )
    expect(rows).toEqual([{ actor_id: bank.clara.userId }])
  })

  test.each([
    ['', 'Passcode is required'],
    [undefined, 'Passcode is required'],
    ['123', 'Passcode must be at least 4 characters'],
    ['x'.repeat(129), 'Passcode must be at most 128 characters'],
  ])('the new passcode %j is refused on its field, and every session stays elevated', async (to, detail) => {
    const { status, problem } = await change(to)
    expect([status, problem.errors]).toEqual([422, [{ pointer: '/passcode', detail }]])
    expect(await work(dean)).toBe(200)
  })

  test('changing the passcode requires the old one when it was entered more than 10 minutes ago', async () => {
    bank.clock.pass(6)
    await bank.call(bank.clara, endpoints.extendSession)
    bank.clock.pass(5)
    expect(await work(bank.clara)).toBe(200)
    expect((await change('too late by now')).problem.code).toBe('passcode_required')
  })
})
