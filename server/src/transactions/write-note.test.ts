import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

/** A transfer inside the bank: alice pays, bruno receives. */
async function sendToBruno(): Promise<{ id: string }> {
  const form = transfer({
    amount: '1.00',
    account_number: bank.bruno.account.number,
    bank_name: bank.bank.config.bankName,
  })
  const { status } = await bank.call(bank.alice, endpoints.sendTransfer, { body: form })
  expect(status).toBe(201)
  return { id: form.transactionId }
}

const write = (who: Person, params: { id: string }, note: string) =>
  bank.call(who, endpoints.writeNote, { params, body: { note } })

async function noteOf(who: Person, params: { id: string }): Promise<string> {
  return (await bank.call(who, endpoints.readTransaction, { params })).answer.note
}

test('a note is kept exactly, replaced by the next and deleted by an empty one', async () => {
  const params = await sendToBruno()
  expect(await noteOf(bank.alice, params)).toBe('')
  const text = '=1+1 <b>Rent</b>\nשלום 👪'
  expect((await write(bank.alice, params, ` ${text} `)).status).toBe(204)
  expect(await noteOf(bank.alice, params)).toBe(text)
  await write(bank.alice, params, 'Rent of March')
  expect(await noteOf(bank.alice, params)).toBe('Rent of March')
  await write(bank.alice, params, '  ')
  expect(await noteOf(bank.alice, params)).toBe('')
})

test('each side of a transaction has its own note and never sees the other’s', async () => {
  const params = await sendToBruno()
  await write(bank.alice, params, 'Alice’s')
  expect(await noteOf(bank.bruno, params)).toBe('')
  await write(bank.bruno, params, 'Bruno’s')
  expect(await noteOf(bank.alice, params)).toBe('Alice’s')
})

test('a note on another customer’s transaction is refused, and a note that is too long is refused on its field', async () => {
  const params = await sendToBruno()
  const dora = await bank.openAccount('Dora')
  const others = await write(dora, params, 'mine now')
  expect([others.status, others.problem.detail]).toEqual([404, 'Transaction not found'])
  for (const [note, detail] of [
    ['x'.repeat(501), 'Note must be at most 500 characters'],
    ['a\u202eb', 'Note has characters that can’t be shown'],
  ] as const) {
    const { status, problem } = await write(bank.alice, params, note)
    expect([status, problem.errors]).toEqual([422, [{ pointer: '/note', detail }]])
  }
  expect((await write(bank.alice, params, 'x'.repeat(500))).status).toBe(204)
})
