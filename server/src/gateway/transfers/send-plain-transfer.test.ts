import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailsTo } from '../../../test/audit-and-mail.ts'
import { openTestBank, type Person, pin, type TestBank } from '../../../test/bank.ts'
import { transfer } from '../../../test/transfer.ts'
import { openCookies } from '../../http/api/cookies.ts'
import { openRateLimits } from '../../http/api/rate-limits.ts'
import { registerRoutes } from '../../http/api/registrar.ts'
import { openUserTurns } from '../../http/api/turns-of-a-user.ts'
import { openRequestQueue } from '../../http/connections/request-queue.ts'
import { notifyMovements } from '../../mail-notices/notify-movements.ts'
import { notifyStatusChanges } from '../../mail-notices/notify-status-changes.ts'
import { gatewayRoutes } from '../routes.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  const plain = gatewayRoutes.filter(({ endpoint }) => endpoint === gatewayEndpoints.sendPlainTransfer)
  registerRoutes(bank.app, plain, {
    bank: bank.bank,
    cookies: openCookies(false),
    gatewayCookies: undefined,
    limits: openRateLimits(bank.bank.config),
    turns: openUserTurns(bank.bank.config),
    queue: openRequestQueue({ isBudgeted: true }),
    noteCutOff: () => {},
  })
})
afterAll(() => bank.close())

const rent = (wishes: Readonly<Record<string, unknown>> = {}) => ({
  transactionId: randomUUID(),
  amount: '40.00',
  transaction_pin: pin,
  description: 'Rent for December, flat 3',
  ...wishes,
})
const send = (who: Person | null, body: Readonly<Record<string, unknown>>) =>
  bank.call(who, gatewayEndpoints.sendPlainTransfer, { body })
const fundsOf = async (who: Person) => {
  const { balance, inTransit } = (await bank.call(who, endpoints.readMe)).answer.account
  return { balance, inTransit }
}
const readOwn = (who: Person, id: string) => bank.call(who, endpoints.readTransaction, { params: { id } })

describe('a transfer without a beneficiary', () => {
  test('a transfer without a beneficiary is debited at once and pending, with the sender’s description', async () => {
    const arno = await bank.openAccount('Arno', { amountMinor: 100_00n })
    const form = rent()
    const { status, answer } = await send(arno, form)
    const facts = { id: form.transactionId, amount: '40.00', currency: 'USD', description: form.description }
    expect([status, answer]).toEqual([
      201,
      { ...facts, kind: 'plain_transfer', firstStatus: 'pending', createdAt: '2026-11-21T12:00:00.000Z' },
    ])
    expect(await fundsOf(arno)).toEqual({ balance: '60.00', inTransit: '40.00' })
    expect((await readOwn(arno, form.transactionId)).answer).toMatchObject({
      ...facts,
      type: 'debit',
      status: 'pending',
      beneficiary: null,
    })
  })

  test('an administrator settles a transfer without a beneficiary, or gives the money back', async () => {
    const bela = await bank.openAccount('Bela', { amountMinor: 100_00n })
    const [sent, returned] = [rent(), rent()]
    await send(bela, sent)
    await send(bela, returned)
    await bank.elevate(bank.clara)
    for (const [id, status] of [
      [sent.transactionId, 'success'],
      [returned.transactionId, 'failed'],
    ] as const) {
      const body = { changeId: randomUUID(), status, reason: 'Checked' }
      await bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
    }
    expect(await fundsOf(bela)).toEqual({ balance: '60.00', inTransit: '0.00' })
  })

  test('the same transfer without a beneficiary sent fifty times at once moves the money once', async () => {
    const cora = await bank.openAccount('Cora', { amountMinor: 100_00n })
    const form = rent()
    const replies = await Promise.all(Array.from({ length: 50 }, () => send(cora, form)))
    expect(new Set(replies.map(({ status, answer }) => JSON.stringify([status, answer]))).size).toBe(1)
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(49)
    expect(await fundsOf(cora)).toEqual({ balance: '60.00', inTransit: '40.00' })
  })

  test('the id of a transfer cannot be used again with another description, amount or beneficiary', async () => {
    const dirk = await bank.openAccount('Dirk', { amountMinor: 100_00n })
    const form = rent()
    const ordinary = transfer({ amount: '40.00' })
    await send(dirk, form)
    await bank.call(dirk, endpoints.sendTransfer, { body: ordinary })
    const { transactionId } = form
    const toBeneficiary = await bank.call(dirk, endpoints.sendTransfer, {
      body: transfer({ amount: '40.00', transactionId }),
    })
    for (const { status, problem } of [
      await send(dirk, { ...form, description: 'Food' }),
      await send(dirk, { ...form, amount: '40.01' }),
      await send(dirk, rent({ transactionId: ordinary.transactionId })),
      toBeneficiary,
    ]) {
      expect([status, problem.code]).toEqual([422, 'id_reused'])
    }
    expect(await fundsOf(dirk)).toEqual({ balance: '20.00', inTransit: '80.00' })
  })

  test('transfers with and without a beneficiary share one limit', async () => {
    const enno = await bank.openAccount('Enno', { amountMinor: 100_00n })
    const limits = [gatewayEndpoints.sendPlainTransfer.limit, endpoints.sendTransfer.limit]
    expect(limits[0]).toBe(limits[1])
    for (let sent = 0; sent < 30; sent++) await send(enno, rent({ amount: '1.00' }))
    expect((await send(enno, rent({ amount: '1.00' }))).problem.code).toBe('too_many_attempts')
    expect(await fundsOf(enno)).toEqual({ balance: '70.00', inTransit: '30.00' })
  })
})

describe('a transfer without a beneficiary is refused', () => {
  for (const [what, wishes, code, pointer] of [
    ['a wrong PIN', { transaction_pin: '9999' }, 'pin_incorrect', '/transaction_pin'],
    ['more than the balance', { amount: '100.01' }, 'balance_insufficient', '/amount'],
    ['more than the limit', { amount: '250000.01' }, 'limit_exceeded', '/amount'],
    ['no description', { description: undefined }, 'validation', '/description'],
    ['a blank description', { description: ' ' }, 'validation', '/description'],
    ['a description of two lines', { description: 'Rent\nFood' }, 'validation', '/description'],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, 'validation', '/description'],
    ['no PIN', { transaction_pin: undefined }, 'validation', '/transaction_pin'],
    ['an amount of zero', { amount: '0.00' }, 'validation', '/amount'],
    ['a part of a beneficiary', { account_name: 'Dana Reed' }, 'validation', ''],
    ['no id', { transactionId: undefined }, 'transaction_id_missing', undefined],
  ] as const) {
    test(`a transfer without a beneficiary and with ${what} is refused`, async () => {
      const { problem } = await send(bank.alice, rent(wishes))
      expect([problem.code, problem.errors?.[0]?.pointer]).toEqual([code, pointer])
      expect(await fundsOf(bank.alice)).toEqual({ balance: '100.00', inTransit: '0.00' })
    })
  }

  test('a description of 500 characters is stored unchanged', async () => {
    const fiona = await bank.openAccount('Fiona', { amountMinor: 100_00n })
    const form = rent({ description: '🏦'.repeat(500) })
    expect((await send(fiona, form)).answer.description).toBe('🏦'.repeat(500))
  })

  test('an inactive account cannot send a transfer without a beneficiary, and the attempt is audited', async () => {
    expect((await send(bank.bruno, rent())).problem.code).toBe('account_inactive')
    const { rows } = await bank.bank.db.query('select action from audit_events where actor_id = $1', [
      bank.bruno.userId,
    ])
    expect(rows).toEqual([{ action: 'transfer_refused_inactive' }])
  })

  test('a visitor cannot send a transfer without a beneficiary', async () => {
    expect((await send(null, rent())).problem.code).toBe('signed_out')
  })
})

test('the limit for new beneficiaries tells transfers without a beneficiary apart by their descriptions', async () => {
  const { config } = bank.bank
  Object.assign(config, { newBeneficiaryLimitMinor: 50_00n })
  try {
    const gina = await bank.openAccount('Gina', { amountMinor: 200_00n })
    const codeOf = async (description: string, amount: string) => {
      const { status, problem } = await send(gina, rent({ description, amount }))
      return status === 201 ? 'sent' : problem.code
    }
    expect(await codeOf('Rent', '30.00')).toBe('sent')
    expect(await codeOf('Food', '20.01')).toBe('guard_exceeded')
    bank.clock.pass(24 * 60)
    gina.cookies.clear()
    expect(await codeOf(' rent ', '60.00')).toBe('sent')
    expect(await codeOf('Food', '50.01')).toBe('guard_exceeded')
  } finally {
    Object.assign(config, { newBeneficiaryLimitMinor: null })
  }
})

describe('documents and mails about a transfer without a beneficiary', () => {
  // The words that the bank writes on received money.
  const description = 'Transfer from Clara, =1+1'
  let greta: Person
  let id: string
  beforeAll(async () => {
    greta = await bank.openAccount('Greta', { amountMinor: 100_00n })
    for (const notice of ['transfer_sent', 'status_changed'] as const) {
      await bank.call(greta, endpoints.setMailNotice, { params: { notice }, body: { isOn: true } })
    }
    const form = rent({ description })
    id = form.transactionId
    await send(greta, form)
  })

  test('a receipt of a transfer without a beneficiary names the sender and the description', async () => {
    const { answer } = await bank.call(greta, endpoints.downloadReceipt, { params: { id } })
    const { text } = await extractText(await getDocumentProxy(answer as unknown as Uint8Array))
    const page = text.join(' ').replace(/\s+/g, ' ')
    expect(page).toContain('Transfer receipt')
    expect(page).toContain(
      `From Greta, ${greta.account.number}, Truepenny Description ${description} Transaction ID`,
    )
  })

  test('statements and histories show the description of a transfer without a beneficiary', async () => {
    const month = { month: '2026-11' }
    const { answer } = await bank.call(greta, endpoints.readStatement, { query: month })
    expect(answer.lines.at(-1)).toMatchObject({ transactionId: id, type: 'debit', description })
    const ofx = String(await textOf(endpoints.downloadStatementOfx, month))
    expect(ofx).toContain(`<NAME>${description}</NAME><MEMO>${description}</MEMO>`)
    for (const csv of [
      await textOf(endpoints.downloadStatementCsv, month),
      await textOf(endpoints.downloadHistory, {}),
    ]) {
      expect(csv).toContain(`"${description}"`)
    }
    const pdf = await bank.call(greta, endpoints.downloadStatementPdf, { query: month })
    const { text } = await extractText(await getDocumentProxy(pdf.answer as unknown as Uint8Array))
    expect(text.join(' ').replace(/\s+/g, ' ')).toContain(description)
  })

  test('mails about a transfer without a beneficiary have its description', async () => {
    await bank.elevate(bank.clara)
    const body = { changeId: randomUUID(), status: 'success' as const }
    await bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
    await notifyMovements(bank.bank, bank.clock.now())
    await notifyStatusChanges(bank.bank, bank.clock.now())
    for (const [subject, sentence] of [
      ['Transfer sent%', 'You sent $40.00.'],
      ['Transfer status%', 'Your transfer of $40.00 has arrived.'],
    ]) {
      const [mail] = await mailsTo(bank, greta.email, subject)
      expect(mail?.letter.sentences).toEqual([sentence])
      expect(mail?.letter.facts).toContainEqual({ label: 'Description', value: description })
    }
  })

  async function textOf(
    endpoint:
      | typeof endpoints.downloadStatementOfx
      | typeof endpoints.downloadStatementCsv
      | typeof endpoints.downloadHistory,
    query: Readonly<Record<string, string>>,
  ): Promise<string> {
    const { answer } = await bank.call(greta, endpoint, { query })
    return Buffer.from(answer as unknown as Uint8Array).toString()
  }
})
