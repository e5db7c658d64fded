import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const send = (who: Person, body: Readonly<Record<string, unknown>>) =>
  bank.call(who, endpoints.sendTransfer, { body })
const balanceOf = async (who: Person) => (await bank.call(who, endpoints.readMe)).answer.account.balance
const inHistory = async (who: Person, { transactionId }: { transactionId: string }) =>
  (await bank.call(who, endpoints.listTransactions)).answer.transactions.find(
    ({ id }) => id === transactionId,
  )
const detailsOf = async (who: Person, { transactionId: id }: { transactionId: string }) =>
  (await bank.call(who, endpoints.readTransaction, { params: { id } })).answer

describe('a reference for the payee', () => {
  test('a reference is on both sides of a transfer inside the bank, as it was written', async () => {
    const noemi = await bank.openAccount('Noemi', { amountMinor: 30_00n })
    const odo = await bank.openAccount('Odo')
    const inside = { account_number: odo.account.number, bank_name: 'Truepenny' }
    const form = transfer({ ...inside, reference: '  Invoice   4711 👨‍👩‍👧, "Ü" ' })
    const { status, answer } = await send(noemi, form)
    const reference = 'Invoice 4711 👨‍👩‍👧, "Ü"'
    expect([status, answer.reference]).toEqual([201, reference])
    for (const side of [noemi, odo]) {
      expect((await inHistory(side, form))?.reference).toBe(reference)
      expect((await detailsOf(side, form)).reference).toBe(reference)
      const { answer: statement } = await bank.call(side, endpoints.readStatement)
      expect(statement.lines.at(-1)).toMatchObject({ transactionId: form.transactionId, reference })
    }
    await bank.elevate(bank.clara)
    const params = { id: odo.userId }
    const seen = await bank.call(bank.clara, endpoints.listUserTransactions, { params })
    expect(seen.answer.transactions[0]).toMatchObject({ id: form.transactionId, reference })
  })

  test('a transfer without a reference has none, and writes no row for it', async () => {
    const pina = await bank.openAccount('Pina', { amountMinor: 30_00n })
    const forms = [transfer(), transfer({ reference: '' }), transfer({ reference: ' ' })]
    for (const form of forms) {
      expect((await send(pina, form)).answer.reference).toBeNull()
      expect((await inHistory(pina, form))?.reference).toBeNull()
    }
    const ids = forms.map(({ transactionId }) => transactionId)
    const { rowCount } = await bank.bank.db.query(
      'select from payee_references where transaction_id = any($1::uuid[])',
      [ids],
    )
    expect(rowCount).toBe(0)
  })

  test('a transfer with a reference sent twenty times at once moves the money once', async () => {
    const rolf = await bank.openAccount('Rolf', { amountMinor: 100_00n })
    const form = transfer({ reference: 'Rent, flat 3' })
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(rolf, form)))
    expect(new Set(replies.map(({ status, answer }) => JSON.stringify([status, answer]))).size).toBe(1)
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(19)
    expect(await balanceOf(rolf)).toBe('90.00')
  })

  test('the same id with another reference, with one or without it is refused and moves nothing', async () => {
    const sina = await bank.openAccount('Sina', { amountMinor: 100_00n })
    const [written, none] = [transfer({ reference: 'Invoice 1' }), transfer()]
    await send(sina, written)
    await send(sina, none)
    for (const form of [
      { ...written, reference: 'Invoice 2' },
      { ...written, reference: undefined },
      { ...none, reference: 'Invoice 1' },
    ]) {
      const { status, problem } = await send(sina, form)
      expect([status, problem.code]).toEqual([422, 'id_reused'])
    }
    // Only the spaces differ.
    expect((await send(sina, { ...written, reference: ' Invoice  1' })).status).toBe(201)
    expect(await balanceOf(sina)).toBe('80.00')
  })

  test('a reference that is too long or has invisible characters is refused on its field', async () => {
    for (const [reference, detail] of [
      ['x'.repeat(36), 'Reference must be at most 35 characters'],
      ['Rent \u202etnem', 'Reference has characters that can’t be shown'],
    ] as const) {
      const { status, problem } = await send(bank.alice, transfer({ reference }))
      expect([status, problem.errors]).toEqual([422, [{ pointer: '/reference', detail }]])
    }
  })
})

describe('the name of a payee at this bank', () => {
  test('a transfer to a customer’s number under another name shows its sender both names, the real one masked', async () => {
    const tilo = await bank.openAccount('Tilo', { amountMinor: 30_00n })
    const berta = await bank.openAccount('Berta María  Münch')
    const form = transfer({
      account_name: 'Anna Berg',
      account_number: berta.account.number,
      bank_name: 'Truepenny',
    })
    await send(tilo, form)
    expect(await detailsOf(tilo, form)).toMatchObject({
      beneficiary: { accountName: 'Anna Berg' },
      payeeNameMasked: 'B••• M••• M•••',
    })
    const received = await detailsOf(berta, form)
    expect(received.payeeNameMasked).toBeNull()
    // Its receiver sees the payer, as a payee of a transfer back.
    expect(received.payer).toEqual({
      accountName: received.counterparty,
      accountNumber: tilo.account.number,
      bankName: 'Truepenny',
      bankAddress: '1 Assay Row, Pennyford',
      swiftCode: 'TRPNDEF0',
      routingNumber: '995550005',
    })
    expect((await detailsOf(tilo, form)).payer).toBeNull()
  })

  test('a transfer to another bank has no masked name', async () => {
    const ugo = await bank.openAccount('Ugo', { amountMinor: 30_00n })
    const form = transfer()
    await send(ugo, form)
    expect(await detailsOf(ugo, form)).toMatchObject({ payeeNameMasked: null, payer: null })
  })
})
