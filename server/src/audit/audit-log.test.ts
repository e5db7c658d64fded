import { randomUUID } from 'node:crypto'
import type { ActionName } from '@bank/contract/audit/actions'
import { endpoints } from '@bank/contract/endpoints'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, passcode, password, pin, type TestBank } from '../../test/bank.ts'
import { signIn } from '../../test/sign-in.ts'
import { transfer } from '../../test/transfer.ts'
import { confirmIdentity } from '../../test/two-factor.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { recordAudit } from './audit-chain.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())

async function read(query: Record<string, string> = {}) {
  const reply = await bank.call(bank.clara, endpoints.listAuditEvents, { query })
  return { ...reply, ...reply.answer }
}

async function record(event: { actorId?: string; action: string; target?: string; days?: number }) {
  const { actorId = null, action, target = null, days = 0 } = event
  const now = new Date(bank.clock.now().getTime() + days * 86_400_000)
  await inTransaction(bank.bank.db, (connection) =>
    recordAudit(connection, { actorId, action: action as ActionName, target, details: {}, now }),
  )
}

describe('the audit log', () => {
  test('the audit log shows actor, action and subject, with the values before and after', async () => {
    const params = { id: bank.bruno.userId }
    await bank.call(bank.clara, endpoints.activateAccount, { params, body: { changeId: randomUUID() } })
    const body = { transactionId: randomUUID(), amount: '25.00', reason: 'Deposit' }
    await bank.call(bank.clara, endpoints.fundAccount, { params, body })
    const { events } = await read({ subject: bank.bruno.email })
    expect(events.map(({ action }) => action)).toEqual(['account_funded', 'account_activated'])
    const [funded, activated] = events
    const { userId: id, name, email } = bank.clara
    expect(activated).toMatchObject({
      actor: { id, name, email },
      subject: { id: bank.bruno.userId, name: 'Bruno', email: bank.bruno.email },
      before: 'inactive',
      after: 'active',
    })
    const transaction = { amount: '25.00', currency: 'USD', payee: null }
    expect(funded).toMatchObject({ before: '0.00', after: '25.00', transaction })
    expect(activated!.transaction).toBeNull()
    const changes = (await read({ subject: bank.bruno.email, action: 'changes' })).events
    expect(changes.map(({ action }) => action)).toEqual(['account_funded', 'account_activated'])
    expect((await read({ actor: bank.clara.email, action: 'changes' })).events).toHaveLength(2)
  })

  test('the audit log is filtered by actor, subject, action and the bank’s days', async () => {
    const other = await bank.openAccount('Other')
    await record({ actorId: other.userId, action: 'pin_changed', target: other.userId, days: -40 })
    await record({ actorId: other.userId, action: 'password_changed', target: other.userId, days: -39 })
    await record({ actorId: bank.alice.userId, action: 'pin_changed', target: bank.alice.userId, days: -38 })
    const actions = async (query: Record<string, string>) =>
      (await read(query)).events.map(({ action, actor }) => `${actor?.name} ${action}`)
    expect(await actions({ actor: other.email.toUpperCase() })).toEqual([
      'Other password_changed',
      'Other pin_changed',
    ])
    expect(await actions({ actor: other.userId, action: 'pin_changed' })).toEqual(['Other pin_changed'])
    expect(await actions({ from: '2026-10-13', to: '2026-10-14' })).toEqual([
      'Alice pin_changed',
      'Other password_changed',
    ])
    expect(await actions({ subject: 'nobody@example.com' })).toEqual([])
    expect(await actions({ actor: "' or true --" })).toEqual([])
    expect((await read()).actions).toContain('pin_changed')
  })

  test('the audit log shows the caller’s network and not the address', async () => {
    const dora = await bank.openAccount('Dora')
    await bank.call(null, endpoints.signIn, { body: { email: dora.email, password } })
    const { events } = await read({ actor: dora.email })
    expect(events[0]).toMatchObject({ action: 'signed_in', details: { network: '127.0.0.0/24' } })
  })

  test('the pages of the audit log have each event once, also while new ones are written', async () => {
    const busy = await bank.openAccount('Busy')
    for (let times = 0; times < 7; times++)
      await record({ action: `step_${'x'.repeat(times)}`, target: busy.userId })
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await read({ subject: busy.userId, limit: '3', ...(cursor && { cursor }) })
      seen.push(...page.events.map(({ seq }) => seq))
      cursor = page.nextCursor
      await record({ action: 'later', target: busy.userId })
    }
    expect(seen.length).toBe(7)
    expect(seen).toEqual([...seen].sort((a, b) => b - a))
  })

  test('an invalid filter of the audit log is refused', async () => {
    const pointers = async (query: Record<string, string>) =>
      (await read(query)).problem.errors.map(({ pointer }) => pointer)
    expect(await pointers({ from: '2026-02-30' })).toEqual(['/from'])
    expect(await pointers({ from: '2026-03-02', to: '2026-03-01' })).toEqual(['/to'])
    expect(await pointers({ action: 'drop table' })).toEqual(['/action'])
    expect((await read({ cursor: 'AAAA' })).status).toBe(400)
  })

  test('only an elevated administrator can read the audit log', async () => {
    const zoe = await bank.openAccount('Zoe', { role: 'administrator' })
    for (const endpoint of [endpoints.listAuditEvents, endpoints.downloadAuditLog]) {
      expect((await bank.call(null, endpoint)).status).toBe(401)
      expect((await bank.call(bank.alice, endpoint)).problem.code).toBe('forbidden')
      expect((await bank.call(zoe, endpoint)).problem.code).toBe('passcode_required')
    }
  })
})

describe('the audit log as a file', () => {
  test('the downloaded audit log has every selected event, and the download is audited', async () => {
    const many = await bank.openAccount('Many')
    for (let times = 0; times < 3; times++) await record({ action: 'pin_changed', target: many.userId })
    const reply = await download({ subject: many.email })
    expect([reply.status, reply.headers['content-type'], reply.headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="audit-log-2026-11-21.csv"',
    ])
    expect(reply.rows.map((row) => [row.Action, row['Subject email']])).toEqual(
      Array(3).fill(['pin_changed', many.email]),
    )
    const { events } = await read({ action: 'audit_log_downloaded' })
    expect(events[0]?.actor?.name).toBe('Clara')
  })

  test('a formula in a user’s name is escaped in the downloaded audit log', async () => {
    const { rows } = await download({ subject: (await openNamed('=HYPERLINK("http://evil.example")')).email })
    expect(rows.length).toBe(1)
    expect(rows.flatMap((row) => Object.values(row)).filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  })

  test('an administrator has one download of the audit log at a time', async () => {
    const eager = await bank.openAccount('Eager', { role: 'administrator' })
    await bank.elevate(eager)
    const end = bank.bank.filesUnderWay.begin(eager.userId)
    expect((await download({}, eager)).problem.code).toBe('export_under_way')
    expect((await download()).status).toBe(200)
    end()
    expect((await download({}, eager)).status).toBe(200)
  })
})

test('the audit log contains no secrets', async () => {
  const person = await bank.openAccount('Careful', { amountMinor: 100_00n })
  await bank.call(person, endpoints.sendTransfer, { body: transfer({ transaction_pin: '9731' }) })
  for (let times = 0; times < 5; times++) {
    await bank.call(person, endpoints.changePin, { body: { current_pin: '9732', new_pin: '9733' } })
  }
  const other = await bank.openAccount('Open')
  await bank.call(other, endpoints.changePin, { body: { current_pin: pin, new_pin: '9734' } })
  const new_password = 'seven tall ships'
  await confirmIdentity(bank, other)
  const changed = { new_password, confirm_password: new_password }
  expect((await bank.call(other, endpoints.changePassword, { body: changed })).status).toBe(204)
  await bank.call(null, endpoints.signIn, { body: { email: other.email, password: 'a wrong password' } })
  await bank.call(null, endpoints.signIn, { body: { email: other.email, password: new_password } })
  await bank.call(bank.clara, endpoints.enterPasscode, { body: { passcode } })
  await bank.call(bank.clara, endpoints.changePasscode, { body: { passcode: 'a newer sesame' } })
  const { rows } = await bank.bank.db.query<{ text: string }>('select audit_events::text from audit_events')
  const log = JSON.stringify(rows)
  const tokens = [person, other, bank.clara].flatMap(({ cookies }) => [...cookies.values()])
  const secrets = [password, new_password, 'a wrong password', passcode, 'a newer sesame', ...tokens]
  for (const secret of secrets) expect(log).not.toContain(secret)
  // Ids contain digits too: these must not occur as separate words.
  for (const digits of ['9731', '9732', '9733', '9734'])
    expect(log).not.toMatch(new RegExp(`\\b${digits}\\b`))
  expect(log).toContain('pin_locked')
})

describe('what a customer can repeat at will', () => {
  const countOf = async ({ userId }: { userId: string }, action: string) => {
    const events = 'select from audit_events where actor_id = $1 and action = $2'
    return (await bank.bank.db.query(events, [userId, action])).rowCount
  }

  test('refused calls of an administrator’s route write one event for a user and a path in 15 minutes', async () => {
    const [mallory, oscar] = [await bank.openAccount('Mallory'), await bank.openAccount('Oscar')]
    const calls = (person: typeof mallory) =>
      Promise.all(Array.from({ length: 20 }, () => bank.call(person, endpoints.readOverview)))
    expect((await calls(mallory)).map(({ status }) => status)).toEqual(Array(20).fill(403))
    await calls(oscar)
    await bank.call(mallory, endpoints.listUsers)
    expect(await countOf(mallory, 'administration_refused')).toBe(2)
    expect(await countOf(oscar, 'administration_refused')).toBe(1)
    bank.clock.pass(14)
    await calls(mallory)
    expect(await countOf(mallory, 'administration_refused')).toBe(2)
    bank.clock.pass(1)
    await bank.call(await signIn(bank, mallory), endpoints.readOverview)
    expect(await countOf(mallory, 'administration_refused')).toBe(3)
  })

  test('forms with unknown fields and transfers of an inactive account write one event in 15 minutes', async () => {
    const mallet = await bank.openAccount('Mallet', { isActive: false })
    for (let times = 1; times < 4; times++) {
      const balances = Object.fromEntries(Array.from({ length: times }, (_, at) => [`balance${at}`, 1]))
      await bank.call(mallet, endpoints.changePin, {
        body: { current_pin: pin, new_pin: '8642', ...balances },
      })
      await bank.call(mallet, endpoints.sendTransfer, { body: transfer() })
    }
    expect(await countOf(mallet, 'form_refused')).toBe(1)
    expect(await countOf(mallet, 'transfer_refused_inactive')).toBe(1)
  })

  test('a customer with the password confirms at most 60 times an hour', async () => {
    const eve = await bank.openAccount('Eve')
    const statuses = []
    for (let times = 0; times < 61; times++) {
      statuses.push((await bank.call(eve, endpoints.confirmSession, { body: { password } })).status)
    }
    expect(statuses).toEqual([...Array(60).fill(201), 429])
    expect(await countOf(eve, 'session_confirmed')).toBe(60)
  })

  test('a customer changes the undo time at most 20 times an hour', async () => {
    const ida = await bank.openAccount('Ida', { isActive: false })
    const statuses = []
    for (let times = 0; times < 21; times++) {
      const body = { seconds: times % 2 === 0 ? 10 : 0 } as const
      statuses.push((await bank.call(ida, endpoints.setUndoTime, { body })).status)
    }
    expect(statuses).toEqual([...Array(20).fill(204), 429])
    expect(await countOf(ida, 'undo_time_set')).toBe(20)
  })
})

type Row = Record<string, string>

async function download(query: Record<string, string> = {}, who = bank.clara) {
  const reply = await bank.call(who, endpoints.downloadAuditLog, { query })
  const bytes = reply.answer as unknown as Uint8Array
  const rows: Row[] = reply.status === 200 ? parse(Buffer.from(bytes), { bom: true, columns: true }) : []
  return { ...reply, rows }
}

/** A user with this name and one audit event. */
async function openNamed(name: string) {
  const person = await bank.openAccount('Formula')
  await bank.bank.db.query('update users set name = $2 where id = $1', [person.userId, name])
  await record({ action: 'pin_changed', target: person.userId })
  return person
}
