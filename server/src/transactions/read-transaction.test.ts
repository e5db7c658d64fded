import { programReasons } from '@bank/contract/admin/transactions/usual-reasons'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

test('a transaction lists every earlier status, oldest first, and the current one', async () => {
  const form = transfer({ amount: '1.00' })
  await bank.call(bank.alice, endpoints.sendTransfer, { body: form })
  const params = { id: form.transactionId }
  const moments = [bank.clock.now()]
  for (const status of ['failed', 'pending', 'success'] as const) {
    bank.clock.pass(2)
    await bank.elevate(bank.clara)
    const body = { status, changeId: transfer().transactionId, reason: 'Checked' }
    await bank.call(bank.clara, endpoints.setTransactionStatus, { params, body })
    moments.push(bank.clock.now())
  }
  const { answer } = await bank.call(bank.alice, endpoints.readTransaction, { params })
  expect(answer.status).toBe('success')
  expect(answer.timeline).toEqual(
    [
      { status: 'pending', balanceAfter: '99.00' },
      { status: 'failed', balanceAfter: '100.00' },
      { status: 'pending', balanceAfter: '99.00' },
      { status: 'success', balanceAfter: null },
    ].map((step, index) => ({
      ...step,
      isTakenBack: false,
      isRelease: false,
      reason: step.status === 'failed' ? 'Checked' : null,
      at: moments[index]!.toISOString(),
    })),
  )
})

test('a reason that a program gave is not shown to the customer', async () => {
  for (const reason of programReasons) {
    const form = transfer({ amount: '1.00' })
    await bank.call(bank.alice, endpoints.sendTransfer, { body: form })
    await bank.elevate(bank.clara)
    const params = { id: form.transactionId }
    const body = { status: 'failed', changeId: transfer().transactionId, reason } as const
    expect((await bank.call(bank.clara, endpoints.setTransactionStatus, { params, body })).status).toBe(200)
    const { answer } = await bank.call(bank.alice, endpoints.readTransaction, { params })
    expect(answer.timeline.at(-1)).toMatchObject({ status: 'failed', reason: null })
  }
})

test('another customer’s transaction is not found and its statuses stay secret', async () => {
  const [row] = (await bank.call(bank.alice, endpoints.listTransactions)).answer.transactions
  const params = { id: row!.id }
  const { status, problem } = await bank.call(bank.bruno, endpoints.readTransaction, { params })
  expect([status, problem.detail]).toEqual([404, 'Transaction not found'])
  expect(JSON.stringify(problem)).not.toContain('timeline')
})
