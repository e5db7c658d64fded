import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import type { Status } from '@bank/ledger/transaction-status'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

async function pay(who: Person, amount: string, wishes = {}): Promise<string> {
  const body = transfer({ amount, ...wishes })
  expect((await bank.call(who, endpoints.sendTransfer, { body })).status).toBe(201)
  return body.transactionId
}

function takeBack(who: Person, id: string, changeId: string = randomUUID()) {
  return bank.call(who, endpoints.takeBackTransfer, { params: { id }, body: { changeId } })
}

async function setStatus(id: string, status: Status) {
  await bank.elevate(bank.clara)
  const body = { changeId: randomUUID(), status, reason: 'Checked' }
  return bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
}

async function read(who: Person, id: string) {
  return (await bank.call(who, endpoints.readTransaction, { params: { id } })).answer
}

test('a transfer that its sender takes back, also while frozen, returns once and for good', async () => {
  const anna = await bank.openAccount('Anna', { amountMinor: 100_00n })
  await bank.call(anna, endpoints.setGuard, { params: { currency: 'USD' }, body: { day: '50.00' } })
  const id = await pay(anna, '40.00')
  const sent = await read(anna, id)
  const releasedAt = bank.clock.now().getTime() + 30 * 60_000
  expect(sent.takeBackUntil).toBe(new Date(releasedAt).toISOString())
  await bank.call(anna, endpoints.freeze)
  const changeId = randomUUID()
  expect((await takeBack(anna, id, changeId)).status).toBe(204)
  const again = await takeBack(anna, id, changeId)
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([204, 'true'])
  expect((await takeBack(anna, id)).problem.code).toBe('taken_back_by_sender')
  const { answer: me } = await bank.call(anna, endpoints.readMe)
  expect(me.account).toMatchObject({ balance: '100.00', inTransit: '0.00' })
  const { answer } = await bank.call(anna, endpoints.listGuards)
  expect(answer.guards[0]!.sent).toEqual({ day: '0.00', month: '0.00' })
  const back = await read(anna, id)
  expect(back).toMatchObject({ status: 'failed', takeBackUntil: null })
  expect(back.timeline.map(({ status, isTakenBack }) => [status, isTakenBack])).toEqual([
    ['pending', false],
    ['failed', true],
  ])
  for (const status of ['pending', 'success'] as const) {
    expect((await setStatus(id, status)).problem.code).toBe('taken_back_by_sender')
  }
  const preview = await bank.call(bank.clara, endpoints.previewStatus, { params: { id } })
  const refusal = 'The sender took this transfer back, so its status stays'
  expect(preview.answer.changes.map((change) => change.refusal)).toEqual([refusal, refusal, null])
  expect((await setStatus(id, 'failed')).status).toBe(200)
})

test('a transfer is not taken back by another customer, once it is released, or inside the bank', async () => {
  const bert = await bank.openAccount('Bert', { amountMinor: 100_00n })
  const [first, second] = [await pay(bert, '1.00'), await pay(bert, '2.00')]
  const inside = await pay(bert, '3.00', {
    account_number: bank.alice.account.number,
    bank_name: bank.bank.config.bankName,
  })
  expect((await takeBack(bank.alice, first)).problem.code).toBe('transaction_not_found')
  expect((await takeBack(bank.alice, inside)).problem.code).toBe('transaction_not_found')
  expect((await takeBack(bert, 'x')).problem.code).toBe('transaction_id_missing')
  expect((await takeBack(bert, inside)).problem.code).toBe('transfer_released')
  expect((await read(bert, inside)).takeBackUntil).toBeNull()
  // Staff returned it and set it back: it is on its way again, and released.
  await setStatus(first, 'failed')
  await setStatus(first, 'pending')
  expect((await takeBack(bert, first)).problem.code).toBe('transfer_released')
  expect((await read(bert, first)).takeBackUntil).toBeNull()
  bank.clock.pass(30)
  bert.cookies.clear()
  const late = await takeBack(bert, second)
  expect([late.status, late.problem.detail]).toEqual([409, 'This transfer can no longer be taken back'])
  expect((await read(bert, second)).takeBackUntil).toBeNull()
})
