import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import type { Status } from '@bank/ledger/transaction-status'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../../test/bank.ts'
import { transfer } from '../../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => bank.elevate(bank.clara))
afterAll(() => bank.close())

/** `seen` is left out of the request unless a test gives it. */
const set = (id: string, status: unknown, changeId: string = randomUUID(), seen?: Status) => {
  const body = { changeId, status, reason: 'Checked', ...(seen && { seen }) }
  return bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
}
const accountOf = async (who: Person) => (await bank.call(who, endpoints.readMe)).answer.account

/** Sends $40.00 out of $100.00 and gives the transaction's id. */
async function sentBy(who: Person): Promise<string> {
  const form = transfer({ amount: '40.00' })
  await bank.call(who, endpoints.sendTransfer, { body: form })
  return form.transactionId
}

describe('changing the status of a $40.00 transfer out of $100.00', () => {
  const paths: [name: string, path: readonly Status[], balance: string, inTransit: string][] = [
    ['Adam', ['success'], '60.00', '0.00'],
    ['Berta', ['failed'], '100.00', '0.00'],
    ['Cecil', ['success', 'failed'], '100.00', '0.00'],
    ['Dino', ['failed', 'pending'], '60.00', '40.00'],
    ['Elsa', ['failed', 'success'], '60.00', '0.00'],
    ['Fred', ['success', 'pending'], '60.00', '40.00'],
    ['Greta', ['success', 'failed', 'success', 'failed', 'failed'], '100.00', '0.00'],
  ]
  for (const [name, path, balance, inTransit] of paths) {
    test(`pending to ${path.join(' to ')} leaves $${balance}`, async () => {
      const who = await bank.openAccount(name, { amountMinor: 100_00n })
      const id = await sentBy(who)
      for (const status of path) expect((await set(id, status)).answer).toEqual({ id, status })
      expect(await accountOf(who)).toMatchObject({ balance, inTransit })
    })
  }

  test('a change back to pending is refused and changes nothing when the money has been spent', async () => {
    const hugo = await bank.openAccount('Hugo', { amountMinor: 100_00n })
    const id = await sentBy(hugo)
    await set(id, 'failed')
    await bank.call(hugo, endpoints.sendTransfer, { body: transfer({ amount: '90.00' }) })
    const { status, problem } = await set(id, 'pending')
    expect([status, problem.detail]).toEqual([422, 'Insufficient balance'])
    const { answer } = await bank.call(hugo, endpoints.readTransaction, { params: { id } })
    expect(answer.status).toBe('failed')
    expect(await accountOf(hugo)).toMatchObject({ balance: '10.00' })
  })

  test('two concurrent requests with one id are one change, and so is a later repeat', async () => {
    const ines = await bank.openAccount('Ines', { amountMinor: 100_00n })
    const id = await sentBy(ines)
    const changeId = randomUUID()
    const replies = await Promise.all([set(id, 'failed', changeId), set(id, 'failed', changeId)])
    expect(replies.map(({ answer }) => answer)).toEqual([
      { id, status: 'failed' },
      { id, status: 'failed' },
    ])
    await set(id, 'success')
    expect((await set(id, 'failed', changeId)).headers['idempotency-replayed']).toBe('true')
    expect(await accountOf(ines)).toMatchObject({ balance: '60.00' })
  })

  test('a change to the current status moves nothing, nor does its repeat after another change', async () => {
    const ilse = await bank.openAccount('Ilse', { amountMinor: 100_00n })
    const id = await sentBy(ilse)
    const changeId = randomUUID()
    expect((await set(id, 'pending', changeId)).answer).toEqual({ id, status: 'pending' })
    await set(id, 'failed')
    const repeat = await set(id, 'pending', changeId)
    expect([repeat.answer, repeat.headers['idempotency-replayed']]).toEqual([
      { id, status: 'pending' },
      'true',
    ])
    expect(await accountOf(ilse)).toMatchObject({ balance: '100.00', inTransit: '0.00' })
  })

  test('a change is refused when another administrator changed the status first, and the refusal names the current one', async () => {
    const ivan = await bank.openAccount('Ivan', { amountMinor: 100_00n })
    const id = await sentBy(ivan)
    await set(id, 'failed')
    const changeId = randomUUID()
    const { status, problem } = await set(id, 'success', changeId, 'pending')
    expect([status, problem.code, problem.facts]).toEqual([409, 'status_changed', { status: 'failed' }])
    const detail = 'The status has changed in the meantime: it is failed now'
    expect(problem.errors).toEqual([{ pointer: '/status', detail }])
    expect(await accountOf(ivan)).toMatchObject({ balance: '100.00', inTransit: '0.00' })
    // With the current status the change is made under the same id, and its repeat gets that answer.
    expect((await set(id, 'success', changeId, 'failed')).answer).toEqual({ id, status: 'success' })
    await set(id, 'pending')
    const repeat = await set(id, 'success', changeId, 'failed')
    expect([repeat.answer, repeat.headers['idempotency-replayed']]).toEqual([
      { id, status: 'success' },
      'true',
    ])
    expect(await accountOf(ivan)).toMatchObject({ balance: '60.00', inTransit: '40.00' })
  })

  test('of two administrators’ concurrent changes of one status, one is made', async () => {
    const jana = await bank.openAccount('Jana', { amountMinor: 100_00n })
    const id = await sentBy(jana)
    const replies = await Promise.all([
      set(id, 'failed', randomUUID(), 'pending'),
      set(id, 'success', randomUUID(), 'pending'),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const { answer } = replies.find(({ status }) => status === 200)!
    const made = 'status' in answer && answer.status
    const refused = replies.find(({ status }) => status === 409)!.problem
    expect(refused.facts).toEqual({ status: made })
  })

  test('each change is audited once, with the status before and after, and a no-op is not', async () => {
    const nina = await bank.openAccount('Nina', { amountMinor: 100_00n })
    const id = await sentBy(nina)
    const changes = [randomUUID(), randomUUID()] as const
    await Promise.all([set(id, 'success', changes[0]), set(id, 'success', changes[0])])
    await set(id, 'success')
    await set(id, 'failed', changes[1])
    await set(id, 'success', changes[0])
    const { rows } = await bank.bank.db.query(
      `select actor_id, details from audit_events
        where target = $1 and action = 'transaction_status_set'
        order by seq`,
      [nina.userId],
    )
    const event = { transactionId: id, amount: '40.00', currency: 'USD', reason: 'Checked' }
    expect(rows.map(({ details }) => details)).toEqual([
      { ...event, before: 'pending', after: 'success', id: changes[0] },
      { ...event, before: 'success', after: 'failed', id: changes[1] },
    ])
    expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([bank.clara.userId]))
  })

  test('a change to failed, or away from success, is refused without a reason, and its repeat is answered without one', async () => {
    const otto = await bank.openAccount('Otto', { amountMinor: 100_00n })
    const id = await sentBy(otto)
    const change = (status: Status, changeId: string = randomUUID()) =>
      bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body: { changeId, status } })
    const refused = await change('failed')
    expect([refused.status, refused.problem.errors]).toEqual([
      422,
      [{ pointer: '/reason', detail: 'Reason is required' }],
    ])
    const settled = randomUUID()
    expect((await change('success', settled)).status).toBe(200)
    expect((await change('pending')).problem.code).toBe('reason_missing')
    await set(id, 'failed')
    expect((await change('success', settled)).headers['idempotency-replayed']).toBe('true')
    // Back from failed, no reason is needed.
    expect((await change('pending')).status).toBe(200)
    const { answer } = await bank.call(bank.clara, endpoints.previewStatus, { params: { id } })
    expect(answer.history.map(({ status, by, reason }) => [status, by, reason])).toEqual([
      ['pending', 'Otto', null],
      ['success', 'Clara', null],
      ['failed', 'Clara', 'Checked'],
      ['pending', 'Clara', null],
    ])
  })

  test('a change under an id that was used for another change is refused', async () => {
    const jack = await bank.openAccount('Jack', { amountMinor: 100_00n })
    const id = await sentBy(jack)
    const changeId = randomUUID()
    await set(id, 'failed', changeId)
    expect((await set(id, 'success', changeId)).problem.code).toBe('id_reused')
    expect(await accountOf(jack)).toMatchObject({ balance: '100.00' })
  })

  test('a failed transfer inside the bank returns to its sender if the receiver still has the money', async () => {
    const karl = await bank.openAccount('Karl', { amountMinor: 100_00n })
    const lola = await bank.openAccount('Lola')
    const form = transfer({ amount: '40.00', bank_name: 'Truepenny', account_number: lola.account.number })
    await bank.call(karl, endpoints.sendTransfer, { body: form })
    await bank.call(lola, endpoints.sendTransfer, { body: transfer({ amount: '1.00' }) })
    expect((await set(form.transactionId, 'failed')).problem.detail).toBe('Insufficient balance')
    await bank.call(bank.clara, endpoints.fundAccount, {
      params: { id: lola.userId },
      body: { transactionId: randomUUID(), amount: '1.00', reason: 'Deposit' },
    })
    expect((await set(form.transactionId, 'failed')).status).toBe(200)
    expect(await accountOf(karl)).toMatchObject({ balance: '100.00' })
    expect(await accountOf(lola)).toMatchObject({ balance: '0.00' })
  })
})

describe('a status change is refused', () => {
  test('a status change of the administrator’s own transaction is refused', async () => {
    const form = transfer({ bank_name: 'Truepenny', account_number: bank.clara.account.number })
    await bank.call(bank.alice, endpoints.sendTransfer, { body: form })
    const { status, problem } = await set(form.transactionId, 'failed')
    expect([status, problem.code]).toEqual([409, 'own_account_edited'])
  })

  test('a status change of an unknown transaction, with a malformed id or to an unknown status is refused', async () => {
    const unknown = await set(randomUUID(), 'failed')
    expect([unknown.status, unknown.problem.detail]).toEqual([404, 'Transaction not found'])
    const malformed = await set('x', 'failed')
    expect([malformed.status, malformed.problem.detail]).toEqual([400, 'Transaction ID is required'])
    const without = await set(randomUUID(), 'failed', 'x')
    expect([without.status, without.problem.detail]).toEqual([400, 'Transaction ID is required'])
    const strange = await set(randomUUID(), 'lost')
    expect([strange.status, strange.problem.errors[0]?.pointer]).toEqual([422, '/status'])
  })

  test('a status change is refused to a customer, and to an administrator without the passcode', async () => {
    const id = await sentBy(bank.alice)
    const body = { changeId: randomUUID(), status: 'failed' }
    const byAlice = await bank.call(bank.alice, endpoints.setTransactionStatus, { params: { id }, body })
    expect([byAlice.status, byAlice.problem.code]).toEqual([403, 'forbidden'])
    bank.clara.cookies.clear()
    expect((await set(id, 'failed')).problem.code).toBe('passcode_required')
  })
})
