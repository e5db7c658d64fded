import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { int64Max } from '@bank/ledger/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../../test/bank.ts'
import { openFurtherAccount } from '../../../test/further-account.ts'
import { transfer } from '../../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  // Two tests wait until the books give up a lock.
  bank = await openTestBank({}, { timeoutFactor: 1 })
})
beforeEach(() => bank.elevate(bank.clara))
afterAll(() => bank.close())

const fund = (to: Person, body: Readonly<Record<string, unknown>>, by = bank.clara) =>
  bank.call(by, endpoints.fundAccount, { params: { id: to.userId }, body: { reason: 'Deposit', ...body } })
const balanceOf = async (who: Person) => (await bank.call(who, endpoints.readMe)).answer.account.balance

async function recorded(who: Person): Promise<unknown[]> {
  const { rows } = await bank.bank.db.query(
    `select details from audit_events where target = $1 and action = 'account_funded' order by seq`,
    [who.userId],
  )
  return rows.map(({ details }) => details)
}

describe('funding an account', () => {
  test('a funding adds to the balance as a successful credit, and needs no active account', async () => {
    const id = randomUUID()
    const { status, answer } = await fund(bank.bruno, { transactionId: id, amount: '250.50' })
    expect(status).toBe(201)
    expect(answer).toMatchObject({
      id,
      type: 'credit',
      amount: '250.50',
      description: 'Account funded',
      status: 'success',
    })
    expect(await balanceOf(bank.bruno)).toBe('250.50')
    const { answer: history } = await bank.call(bank.bruno, endpoints.listTransactions)
    const { number: account } = bank.bruno.account
    expect(history.transactions).toEqual([
      { ...answer, transactionId: id, account, change: null, isReturn: false },
    ])
  })

  test('two concurrent requests with one id are one funding', async () => {
    const dora = await bank.openAccount('Dora')
    const body = { transactionId: randomUUID(), amount: '10.00' }
    const replies = await Promise.all([fund(dora, body), fund(dora, body)])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(replies[0]!.answer).toEqual(replies[1]!.answer)
    expect(await balanceOf(dora)).toBe('10.00')
  })

  test('a funding is audited once, with the balance before and after', async () => {
    const ida = await bank.openAccount('Ida', { amountMinor: 5_00n })
    const body = { transactionId: randomUUID(), amount: '10.00' }
    await Promise.all([fund(ida, body), fund(ida, body)])
    await fund(ida, { transactionId: randomUUID(), amount: '1.00' })
    expect((await fund(ida, body)).headers['idempotency-replayed']).toBe('true')
    expect(await recorded(ida)).toEqual([
      { currency: 'USD', before: '5.00', after: '15.00', id: body.transactionId, reason: 'Deposit' },
      expect.objectContaining({ before: '15.00', after: '16.00' }),
    ])
  })

  test('a funding keeps its reason and its outside reference in the audit log and with its posting, and is refused without a reason', async () => {
    const lea = await bank.openAccount('Lea')
    const id = randomUUID()
    const why = { reason: 'Incoming bank transfer', reference: 'MT103 4711' }
    expect((await fund(lea, { transactionId: id, amount: '10.00', ...why })).status).toBe(201)
    expect(await recorded(lea)).toMatchObject([{ id, ...why }])
    const { answer } = await bank.call(bank.clara, endpoints.previewStatus, { params: { id } })
    expect(answer.history).toMatchObject([{ status: 'success', by: 'Clara', ...why }])
    for (const [refused, pointer] of [
      [{ reason: undefined }, '/reason'],
      [{ reason: '   ' }, '/reason'],
      [{ reason: 'ab' }, '/reason'],
      [{ reason: 'x'.repeat(501) }, '/reason'],
      [{ reason: 'line\nend' }, '/reason'],
      [{ reference: 'x'.repeat(101) }, '/reference'],
      [{ reference: 'a\u0000b' }, '/reference'],
    ] as const) {
      const body = { transactionId: randomUUID(), amount: '1.00', ...why, ...refused }
      const { status, problem } = await fund(lea, body)
      expect([status, problem.errors.map((error) => error.pointer)]).toEqual([422, [pointer]])
    }
    expect(await balanceOf(lea)).toBe('10.00')
  })

  test('the same amount a moment later asks first, also another administrator, and is funded when it is sent again', async () => {
    const carl = await bank.openAccount('Carl', { role: 'administrator' })
    await bank.elevate(carl)
    const mia = await bank.openAccount('Mia')
    const first = { transactionId: randomUUID(), amount: '7.00' }
    expect((await fund(mia, first)).status).toBe(201)
    bank.clock.pass(9)
    const second = { transactionId: randomUUID(), amount: '7.00' }
    const { status, problem } = await fund(mia, second, carl)
    expect([status, problem.code]).toEqual([409, 'funded_already'])
    expect(problem.detail).toMatch(/^Clara added the same amount to this account on November 21, 2026 at/)
    // Neither a retry of the first one nor another amount is asked about.
    expect((await fund(mia, first)).headers['idempotency-replayed']).toBe('true')
    expect((await fund(mia, { transactionId: randomUUID(), amount: '7.01' })).status).toBe(201)
    expect((await fund(mia, { ...second, again: true }, carl)).status).toBe(201)
    bank.clock.pass(11)
    await bank.elevate(bank.clara)
    expect((await fund(mia, { transactionId: randomUUID(), amount: '7.00' })).status).toBe(201)
    expect(await balanceOf(mia)).toBe('28.01')
  })

  test('a funding moves no money while the audit log cannot be written, and its repeat moves and audits it once', async () => {
    const jana = await bank.openAccount('Jana')
    const body = { transactionId: randomUUID(), amount: '10.00' }
    // Held for longer than the books wait for a lock.
    const other = await bank.bank.db.connect()
    await other.query('begin; select from audit_head for update')
    const { status } = await fund(jana, body)
    await other.query('rollback')
    other.release()
    expect([status, await balanceOf(jana), await recorded(jana)]).toEqual([503, '0.00', []])
    expect((await fund(jana, body)).status).toBe(201)
    expect([await balanceOf(jana), (await recorded(jana)).length]).toEqual(['10.00', 1])
  })

  test('a funding that waits for the audit log does not delay a transfer', async () => {
    const jonas = await bank.openAccount('Jonas')
    const karla = await bank.openAccount('Karla', { amountMinor: 20_00n })
    const other = await bank.bank.db.connect()
    await other.query('begin; select from audit_head for update')
    const funding = fund(jonas, { transactionId: randomUUID(), amount: '10.00' })
    // A transfer that had waited for the funding would be refused as busy, too.
    const { status } = await bank.call(karla, endpoints.sendTransfer, { body: transfer() })
    const refused = (await funding).status
    await other.query('rollback')
    other.release()
    expect([status, refused]).toEqual([201, 503])
  })

  test('a funding with an id that was used for another amount or account is refused', async () => {
    const emil = await bank.openAccount('Emil')
    const body = { transactionId: randomUUID(), amount: '10.00' }
    await fund(emil, body)
    expect((await fund(emil, { ...body, amount: '11.00' })).problem.code).toBe('id_reused')
    expect((await fund(bank.alice, body)).problem.code).toBe('id_reused')
    expect(await balanceOf(emil)).toBe('10.00')
    expect(await balanceOf(bank.alice)).toBe('100.00')
  })

  test('a funding of a further account credits that one in its currency, once for concurrent repeats, and its audit event has the number', async () => {
    const lena = await bank.openAccount('Lena', { amountMinor: 5_00n })
    const { number } = await openFurtherAccount(bank, lena, { currency: '€' })
    const query = { account: number }
    const body = { transactionId: randomUUID(), amount: '10.00', reason: 'Deposit' }
    const fundFurther = (sent = body) =>
      bank.call(bank.clara, endpoints.fundAccount, { params: { id: lena.userId }, query, body: sent })
    const replies = await Promise.all([fundFurther(), fundFurther()])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(replies[0]!.answer).toMatchObject({ id: body.transactionId, amount: '10.00', currency: 'EUR' })
    const accounts = (await bank.call(lena, endpoints.listAccounts)).answer.accounts
    expect(accounts.map(({ balance }) => balance)).toEqual(['5.00', '10.00'])
    expect(await recorded(lena)).toEqual([
      {
        currency: 'EUR',
        before: '0.00',
        after: '10.00',
        id: body.transactionId,
        accountNumber: number,
        reason: 'Deposit',
      },
    ])
    // The id belongs to the funding of that account.
    expect((await fund(lena, body)).problem.code).toBe('id_reused')
    expect(
      (await fundFurther({ ...body, transactionId: randomUUID(), amount: '1000000.01' })).problem.detail,
    ).toBe('You can add up to €1,000,000.00 each time')
    const ofLena = { params: { id: lena.userId } }
    const seen = await bank.call(bank.clara, endpoints.listUserTransactions, { ...ofLena, query })
    expect(seen.answer.transactions.map(({ id }) => id)).toEqual([body.transactionId])
    const main = await bank.call(bank.clara, endpoints.listUserTransactions, ofLena)
    expect(main.answer.transactions.map(({ amount }) => amount)).toEqual(['5.00'])
  })

  const amounts: [unknown, string][] = [
    ['-50', 'Enter an amount above 0'],
    ['0', 'Enter an amount above 0'],
    [undefined, 'Amount is required'],
    ['1000000.01', 'You can add up to $1,000,000.00 each time'],
    ['1000000000000', 'You can add up to $1,000,000.00 each time'],
    ['1e12', 'Enter the amount in digits, such as 1250.00'],
  ]
  for (const [amount, message] of amounts) {
    test(`a funding of ${amount} is refused on its field`, async () => {
      const { status, problem } = await fund(bank.alice, { transactionId: randomUUID(), amount })
      expect([status, problem.errors]).toEqual([422, [{ pointer: '/amount', detail: message }]])
      expect(await balanceOf(bank.alice)).toBe('100.00')
    })
  }

  test('a funding of the own account, of an unknown user, or without an id is refused', async () => {
    const body = { transactionId: randomUUID(), amount: '10.00', reason: 'Deposit' }
    const own = await fund(bank.clara, body)
    expect([own.status, own.problem.code]).toEqual([409, 'own_account_edited'])
    const unknownUser = await bank.call(bank.clara, endpoints.fundAccount, {
      params: { id: randomUUID() },
      body,
    })
    expect([unknownUser.status, unknownUser.problem.detail]).toEqual([404, 'User not found'])
    const malformed = await bank.call(bank.clara, endpoints.fundAccount, { params: { id: 'x' }, body })
    expect([malformed.status, malformed.problem.detail]).toEqual([400, 'User ID is required'])
    const without = await fund(bank.alice, { amount: '10.00' })
    expect([without.status, without.problem.detail]).toEqual([400, 'Transaction ID is required'])
  })

  test('only an elevated administrator can fund an account', async () => {
    const body = { transactionId: randomUUID(), amount: '10.00' }
    expect((await fund(bank.alice, body, bank.alice)).problem.code).toBe('forbidden')
    bank.clara.cookies.clear()
    expect((await fund(bank.alice, body)).problem.code).toBe('passcode_required')
    expect(await balanceOf(bank.alice)).toBe('100.00')
  })
})

describe('taking back a funding', () => {
  const takeBack = (id: string, body: Readonly<Record<string, unknown>>, by = bank.clara) =>
    bank.call(by, endpoints.takeBackFunding, {
      params: { id },
      body: { transactionId: randomUUID(), reason: 'Funded by mistake', ...body },
    })
  const funded = async (to: Person, amount: string) => {
    const transactionId = randomUUID()
    expect((await fund(to, { transactionId, amount })).status).toBe(201)
    return transactionId
  }

  test('moves what is left of it on the account, once, as a movement of its own with its reason', async () => {
    const nora = await bank.openAccount('Nora')
    const id = await funded(nora, '500.00')
    await bank.call(nora, endpoints.sendTransfer, { body: transfer({ amount: '450.00' }) })
    expect((await takeBack(id, { amount: '50.01' })).problem.detail).toBe('Insufficient balance')
    const body = { transactionId: randomUUID(), amount: '50.00' }
    const replies = await Promise.all([takeBack(id, body), takeBack(id, body)])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    const { answer } = replies[0]!
    const told = { type: 'debit', description: 'Funding taken back', status: 'success', balanceAfter: '0.00' }
    expect(answer).toMatchObject({ id: body.transactionId, kind: 'taking_back', amount: '50.00', ...told })
    expect(await balanceOf(nora)).toBe('0.00')
    const { rows } = await bank.bank.db.query(
      "select details from audit_events where target = $1 and action = 'funding_taken_back'",
      [nora.userId],
    )
    const change = { before: '50.00', after: '0.00', currency: 'USD', reason: 'Funded by mistake' }
    expect(rows).toEqual([{ details: { ...change, id: body.transactionId, fundingId: id } }])
    const { answer: preview } = await bank.call(bank.clara, endpoints.previewStatus, { params: { id } })
    expect(preview.takenBack).toBe('50.00')
    expect(preview.changes.find(({ status }) => status === 'failed')!.refusal).toMatch(
      /^A part of this funding/,
    )
  })

  test('is at most the funding, also for several administrators at the same time', async () => {
    const olga = await bank.openAccount('Olga', { amountMinor: 100_00n })
    const id = await funded(olga, '20.00')
    const replies = await Promise.all(['15.00', '15.00', '15.00'].map((amount) => takeBack(id, { amount })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    const refused = replies.filter(({ status }) => status === 422)
    expect(refused.map(({ problem }) => problem.detail)).toEqual(
      refused.map(() => 'At most $5.00 of this funding can be taken back'),
    )
    expect(await balanceOf(olga)).toBe('105.00')
    const body = { changeId: randomUUID(), status: 'failed', reason: 'Funded by mistake' }
    const change = await bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
    expect(change.problem.code).toBe('funding_taken_back')
  })

  test('is refused for what is no funding, for one that has not arrived, for the own account and without a reason', async () => {
    const paul = await bank.openAccount('Paul', { amountMinor: 10_00n })
    const sent = transfer({ amount: '1.00' })
    await bank.call(paul, endpoints.sendTransfer, { body: sent })
    const id = await funded(paul, '5.00')
    const carla = await bank.openAccount('Carla', { role: 'administrator' })
    await bank.elevate(carla)
    const ofClara = await (async () => {
      const transactionId = randomUUID()
      await fund(bank.clara, { transactionId, amount: '5.00' }, carla)
      return transactionId
    })()
    const body = { changeId: randomUUID(), status: 'failed', reason: 'Recalled' }
    const refusals = [
      (await takeBack(sent.transactionId, { amount: '1.00' })).problem.code,
      (await takeBack(randomUUID(), { amount: '1.00' })).problem.code,
      (await takeBack(ofClara, { amount: '1.00' })).problem.code,
      (await takeBack(id, { amount: '1.00', reason: '  ' })).problem.code,
      (await takeBack(id, { amount: '0' })).problem.code,
      (await takeBack(id, { amount: '92233720368547758.08' })).problem.code,
    ]
    await bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
    refusals.push((await takeBack(id, { amount: '1.00' })).problem.code)
    expect(refusals).toEqual([
      'transaction_not_found',
      'transaction_not_found',
      'own_account_edited',
      'validation',
      'validation',
      'amount_too_large',
      'funding_not_arrived',
    ])
    expect((await takeBack(id, { amount: '1.00' }, bank.alice)).problem.code).toBe('forbidden')
    expect(await balanceOf(paul)).toBe('9.00')
  })
})

test('an amount that no account can hold is refused under the highest limit too, not lowered to it', async () => {
  const generous = await openTestBank({ fundingLimitMinor: int64Max })
  await generous.elevate(generous.clara)
  const otto = await generous.openAccount('Otto', { currency: 'EUR' })
  const fundOtto = (amount: string) =>
    generous.call(generous.clara, endpoints.fundAccount, {
      params: { id: otto.userId },
      body: { transactionId: randomUUID(), amount, reason: 'Deposit' },
    })
  const { status, problem } = await fundOtto('92233720368547758.08')
  expect([status, problem.errors]).toEqual([
    422,
    [{ pointer: '/amount', detail: 'You can add up to €92,233,720,368,547,758.07 each time' }],
  ])
  expect((await fundOtto('92233720368547758.07')).status).toBe(201)
  expect((await fundOtto('0.01')).problem.detail).toBe('The account cannot hold this amount')
  await generous.close()
})
