import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiClient } from '../../../test/api-client.ts'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { type CuttableWire, openCuttableWire } from '../../../test/cuttable-wire.ts'
import { openOtherProcess } from '../../../test/other-process.ts'
import { transfer } from '../../../test/transfer.ts'
import { checkBooks } from '../../books/check/check-books.ts'
import { connectOnce } from '../../postgres/connect-once.ts'

// A process of the bank on a wire to PostgreSQL. It is killed before it gets the answer to its commit.
let bank: TestBank
let wire: CuttableWire
beforeAll(async () => {
  bank = await openTestBank()
  wire = await openCuttableWire(bank.programAddress)
  await bank.elevate(bank.clara)
})
afterAll(async () => {
  await wire.close()
  await bank.close()
})

/** Sends a request of Clara's to a process, and kills the process once PostgreSQL has committed the batch, or before it is written. */
async function killAtCommitOf(
  method: string,
  path: string,
  body: unknown,
  moment: 'after' | 'before' = 'after',
): Promise<void> {
  const { child, address } = await openOtherProcess(bank, wire.address)
  const ended = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  const committing =
    moment === 'after'
      ? wire.onceBefore('books-commit', (one) => one.onceCommitted(kill))
      : wire.onceBefore('books-approve', (one) => {
          one.cut()
          kill()
        })
  const clara = openApiClient(address, bank.clara.cookies)
  await expect(clara.send(method, path, body)).rejects.toThrow('fetch failed')
  await committing
  expect(await ended).toEqual([null, 'SIGKILL'])
}

async function eventsOf(id: string): Promise<unknown[]> {
  const { rows } = await bank.bank.db.query(
    `select actor_id as "actorId", action, target, details from audit_events where details ->> 'id' = $1`,
    [id],
  )
  return rows
}

async function expectBooksInOrder(): Promise<void> {
  const connection = await connectOnce(bank.ownerAddress)
  const { broken } = await checkBooks(connection, () => {}).finally(() => connection.end())
  expect(broken).toBeNull()
}

test('a funding is audited although the process was killed right after the commit', async () => {
  const { userId: target } = bank.bruno
  const body = { transactionId: randomUUID(), amount: '10.00', reason: 'Deposit' }
  await killAtCommitOf('POST', `/api/admin/users/${target}/fundings`, body)
  const funded = {
    actorId: bank.clara.userId,
    action: 'account_funded',
    target,
    details: { before: '0.00', after: '10.00', currency: 'USD', id: body.transactionId, reason: 'Deposit' },
  }
  expect(await eventsOf(body.transactionId)).toEqual([funded])
  await expectBooksInOrder()

  const again = await bank.call(bank.clara, endpoints.fundAccount, { params: { id: target }, body })
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(await eventsOf(body.transactionId)).toEqual([funded])
})

test('an approved funding is booked, decided and audited once although processes were killed before and right after the commit', async () => {
  const { userId: target } = bank.alice
  const dean = await bank.openAccount('Dean', { role: 'administrator' })
  await bank.elevate(dean)
  const id = randomUUID()
  const body = { transactionId: id, amount: '20000.00', reason: 'Deposit' }
  expect((await bank.call(dean, endpoints.fundAccount, { params: { id: target }, body })).status).toBe(202)
  const path = `/api/admin/approvals/${id}/approval`
  await killAtCommitOf('PUT', path, {}, 'before')
  expect(await eventsOf(id)).toEqual([])
  const { answer } = await bank.call(bank.clara, endpoints.listApprovals)
  expect(answer.approvals).toMatchObject([{ id }])
  await killAtCommitOf('PUT', path, {})
  expect((await bank.call(bank.clara, endpoints.approveAct, { params: { id } })).status).toBe(204)
  expect(await eventsOf(id)).toMatchObject([
    { actorId: dean.userId, details: { approvedBy: bank.clara.userId } },
  ])
  const { rows } = await bank.bank.db.query(
    `select actor_id as "actorId" from audit_events where action = 'approval_given'`,
  )
  expect(rows).toEqual([{ actorId: bank.clara.userId }])
  await expectBooksInOrder()
})

test('a status change is audited although the process was killed right after the commit', async () => {
  const sent = transfer({ amount: '40.00' })
  await bank.call(bank.alice, endpoints.sendTransfer, { body: sent })
  const body = { changeId: randomUUID(), status: 'failed', reason: 'Returned' } as const
  const id = sent.transactionId
  await killAtCommitOf('PUT', `/api/admin/transactions/${id}/status`, body)
  const change = { before: 'pending', after: 'failed', transactionId: id, amount: '40.00', currency: 'USD' }
  const changed = {
    actorId: bank.clara.userId,
    action: 'transaction_status_set',
    target: bank.alice.userId,
    details: { ...change, id: body.changeId, reason: 'Returned' },
  }
  expect(await eventsOf(body.changeId)).toEqual([changed])
  await expectBooksInOrder()

  const again = await bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(await eventsOf(body.changeId)).toEqual([changed])
})
