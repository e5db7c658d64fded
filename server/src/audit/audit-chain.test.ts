import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { type AuditEvent, auditHash, recordAudit } from './audit-chain.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const actorId = '01900000-0000-7000-8000-000000000001'

function event(action: string, details: AuditEvent['details'] = {}): AuditEvent {
  return {
    actorId,
    action: action as AuditEvent['action'],
    target: 'Ünïcode "quoted"',
    details,
    now: new Date('2026-11-21T12:00:00.123Z'),
  }
}

function record(one: AuditEvent): Promise<void> {
  return inTransaction(database.db, (connection) => recordAudit(connection, one))
}

describe('the audit chain', () => {
  test('concurrent events form one chain, each sealed with the one before it', async () => {
    await record(event('first', { zeta: 1, alpha: 'one', beta: null }))
    await Promise.all(Array.from({ length: 10 }, (_, at) => record(event(`at once ${at}`))))
    const { rows } = await database.db.query('select * from audit_events order by seq')
    let previous = Buffer.alloc(32)
    for (const [at, row] of rows.entries()) {
      expect(row.seq).toBe(BigInt(at + 1))
      const contents = { actorId: row.actor_id, action: row.action, target: row.target, details: row.details }
      expect(row.hash).toEqual(auditHash(previous, row.seq, { ...contents, now: row.happened_at }))
      previous = row.hash
    }
    const head = await database.db.query('select seq, hash from audit_head')
    expect(head.rows).toEqual([{ seq: 11n, hash: previous }])
  })

  test('a change that was rolled back leaves no event', async () => {
    const before = await database.db.query('select seq from audit_head')
    const failing = inTransaction(database.db, async (connection) => {
      await recordAudit(connection, event('undone'))
      throw new Error('it did not happen')
    })
    await expect(failing).rejects.toThrow('it did not happen')
    expect((await database.db.query('select seq from audit_head')).rows).toEqual(before.rows)
  })

  test('the program cannot edit the audit chain', async () => {
    await expect(database.db.query(`update audit_events set action = 'other'`)).rejects.toThrow(
      'permission denied',
    )
    await expect(database.db.query('delete from audit_events')).rejects.toThrow('permission denied')
  })
})
