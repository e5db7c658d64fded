import { randomUUID } from 'node:crypto'
import type { ActionName } from '@bank/contract/audit/actions'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, passcode, type TestBank } from '../../test/bank.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { recordAudit } from './audit-chain.ts'
import { followAuditLog } from './follow-audit-log.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

test('each audit event is a line of the log once, with its number and hash, from the moment the job begins', async () => {
  const lines: Record<string, unknown>[] = []
  await bank.call(bank.clara, endpoints.enterPasscode, { body: { passcode } })
  const follow = followAuditLog(bank.bank.db, { info: (facts) => lines.push({ ...facts }) })
  await follow()
  expect(lines).toEqual([])

  const { userId } = bank.bruno
  const changeId = randomUUID()
  await bank.call(bank.clara, endpoints.activateAccount, { params: { id: userId }, body: { changeId } })
  expect(await follow()).toBe(1)
  expect(await follow()).toBe(0)
  const { rows } = await bank.bank.db.query(
    `select seq, encode(hash, 'hex') as hash from audit_events order by seq desc limit 1`,
  )
  expect(lines).toEqual([
    {
      seq: Number(rows[0].seq),
      hash: rows[0].hash,
      at: bank.clock.now().toISOString(),
      actorId: bank.clara.userId,
      action: 'account_activated',
      target: userId,
      details: { before: 'inactive', after: 'active', id: changeId },
    },
  ])
})

test('the reason of a deactivation is in the audit log, and in no line of the log', async () => {
  const lines: Record<string, unknown>[] = []
  const follow = followAuditLog(bank.bank.db, { info: (facts) => lines.push({ ...facts }) })
  await follow()
  const ada = await bank.openAccount('Ada', { amountMinor: 0n })
  const reason = 'The daughter of Ada called'
  await bank.call(bank.clara, endpoints.deactivateAccount, {
    params: { id: ada.userId },
    body: { changeId: randomUUID(), reason },
  })
  await follow()
  expect(lines.map(({ action }) => action)).toContain('account_deactivated')
  expect(JSON.stringify(lines)).not.toContain(reason)
  const { rows } = await bank.bank.db.query(
    `select details from audit_events where action = 'account_deactivated' and details ->> 'reason' = $1`,
    [reason],
  )
  expect(rows).toHaveLength(1)
})

test('of details that may have personal data, as those of an action of an earlier version, only the plain ones are in the log', async () => {
  const lines: Record<string, unknown>[] = []
  const follow = followAuditLog(bank.bank.db, { info: (facts) => lines.push({ ...facts }) })
  await follow()
  const details = { payee: 'Ada', accountNumber: '1234567890', cause: 'command', reason: 'She called' }
  for (const action of ['schedule_created', 'of_an_earlier_version', 'password_changed'] as ActionName[])
    await inTransaction(bank.bank.db, (connection) =>
      recordAudit(connection, { actorId: null, action, target: null, details, now: bank.clock.now() }),
    )
  await follow()
  expect(lines.map(({ details }) => details)).toEqual([
    { cause: 'command' },
    { cause: 'command' },
    { payee: 'Ada', cause: 'command' },
  ])
})

test('no line of the log has an amount, a balance or a limit', async () => {
  const lines: Record<string, unknown>[] = []
  const follow = followAuditLog(bank.bank.db, { info: (facts) => lines.push({ ...facts }) })
  await follow()
  const eva = await bank.openAccount('Eva', { amountMinor: 0n })
  const params = { id: eva.userId }
  const funding = { transactionId: randomUUID(), amount: '123.45', reason: 'Cash at the counter' }
  await bank.call(bank.clara, endpoints.fundAccount, { params, body: funding })
  const body = { payment: null, day: '6789.00', month: '6789.00' }
  await bank.call(eva, endpoints.setGuard, { params: { currency: 'USD' }, body })
  await follow()
  expect(lines.map(({ action }) => action)).toEqual(expect.arrayContaining(['account_funded', 'guard_set']))
  expect(JSON.stringify(lines)).not.toMatch(/123\.45|6789/)
})
