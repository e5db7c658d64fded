import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditEventsAbout, mailsTo } from '../../test/audit-and-mail.ts'
import type { Person } from '../../test/bank.ts'
import { openDisputes } from '../../test/disputes.ts'
import { transfer } from '../../test/transfer.ts'

const {
  bank,
  dean,
  sam,
  elevateStaff,
  codeOf,
  balanceOf,
  pay,
  disputeOf,
  dispute,
  credit,
  read,
  readPayment,
  disputableFor,
} = await openDisputes()
beforeEach(elevateStaff)
afterAll(() => bank.close())

const day = 24 * 60

test('a customer disputes a payment, which opens a case with a deadline and mails that it is looked into', async () => {
  const who = await bank.openAccount('Ada', { amountMinor: 100_00n })
  const paymentId = await pay(who)
  expect(await readPayment(who, paymentId)).toMatchObject({
    dispute: null,
    disputable: { until: '2027-03-21T12:00:00.000Z', decidedBy: '2026-12-01T23:59:59.999Z', most: '40.00' },
  })
  const body = disputeOf()
  const first = await dispute(who, paymentId, body)
  const view = {
    id: body.disputeId,
    cause: 'not_received',
    amount: '40.00',
    dueAt: '2026-12-01T23:59:59.999Z',
    credit: null,
    end: null,
  }
  expect([first.status, first.answer]).toMatchObject([201, view])
  expect((await dispute(who, paymentId, body)).answer).toEqual(first.answer)
  expect(await codeOf(dispute(who, paymentId, { ...body, text: 'It came broken.' }))).toBe('id_reused')
  expect(await readPayment(who, paymentId)).toMatchObject({ dispute: view, disputable: null })
  const { answer: cases } = await bank.call(who, endpoints.listOwnCases)
  expect(cases.cases).toMatchObject([{ id: body.disputeId, kind: 'dispute', entries: [{ text: body.text }] }])
  expect(await auditEventsAbout(bank, who.userId, 'dispute_opened')).toHaveLength(1)
  const [mail, ...more] = await mailsTo(bank, who.email, 'Your dispute at%')
  expect(more).toEqual([])
  expect(mail!.text).toContain('You get our decision by December 1, 2026.')
})

test('only an own payment to someone else is disputed, once, in time, and at most its amount', async () => {
  const who = await bank.openAccount('Bea', { amountMinor: 100_00n })
  const paymentId = await pay(who)
  expect(await codeOf(dispute(bank.alice, paymentId))).toBe('transaction_not_found')
  expect(await codeOf(dispute(who, randomUUID()))).toBe('transaction_not_found')
  const { answer } = await bank.call(who, endpoints.listTransactions)
  const funding = answer.transactions.find(({ kind }) => kind === 'funding')!
  expect(await codeOf(dispute(who, funding.transactionId))).toBe('payment_not_disputable')
  const tooMuch = await dispute(who, paymentId, disputeOf({ amount: '40.01' }))
  expect(tooMuch.problem.errors).toEqual([
    { pointer: '/amount', detail: 'At most $40.00 of this payment can be disputed' },
  ])
  expect(await codeOf(dispute(who, paymentId, disputeOf({ amount: '99999999999999999999.00' })))).toBe(
    'validation',
  )
  const received = transfer({
    account_number: who.account.number,
    bank_name: bank.bank.config.bankName,
    amount: '1.00',
  })
  await bank.call(bank.alice, endpoints.sendTransfer, { body: received })
  const incoming = received.transactionId
  expect(await codeOf(dispute(who, incoming))).toBe('payment_not_disputable')
  const back = { params: { id: paymentId }, body: { changeId: randomUUID() } }
  const first = disputeOf()
  const both = await Promise.all([dispute(who, paymentId, first), dispute(who, paymentId)].map(codeOf))
  expect(both.toSorted()).toEqual([201, 'dispute_open_already'])
  expect((await bank.call(who, endpoints.takeBackTransfer, back)).status).toBe(204)
  const other = await pay(who, '5.00')
  const reused = disputeOf({ disputeId: (await readPayment(who, paymentId)).dispute!.id, amount: '5.00' })
  expect(await codeOf(dispute(who, other, reused))).toBe('id_reused')
  bank.clock.pass(120 * day)
  who.cookies.clear()
  expect(await codeOf(dispute(who, other, disputeOf({ amount: '5.00' })))).toBe('dispute_too_late')
  expect((await readPayment(who, other)).disputable).toBeNull()
  const returned = await pay(who, '6.00')
  await bank.call(who, endpoints.takeBackTransfer, {
    params: { id: returned },
    body: { changeId: randomUUID() },
  })
  expect(await codeOf(dispute(who, returned, disputeOf({ amount: '6.00' })))).toBe('payment_came_back')
  await bank.elevate(bank.clara)
  for (const id of [other, returned]) expect(await disputableFor(id, bank.clara)).toBeNull()
})

test('staff dispute a payment of a customer for them, also of one who froze payments, but not their own', async () => {
  const who = await bank.openAccount('Cyd', { amountMinor: 100_00n })
  const paymentId = await pay(who)
  await bank.call(who, endpoints.freeze)
  const of = (by: Person, id: string) =>
    bank.call(by, endpoints.openDisputeOfUser, { params: { id }, body: disputeOf() })
  expect(await codeOf(of(dean, paymentId))).toBe('forbidden')
  expect(await disputableFor(paymentId)).toBe('40.00')
  const { status, answer } = await of(sam, paymentId)
  expect([status, await disputableFor(paymentId)]).toEqual([201, null])
  expect(await read(answer.id, sam)).toMatchObject({
    user: { id: who.userId },
    openedBy: { id: sam.userId },
    payment: { amount: '40.00', payee: 'Dana Reed' },
    mayDecide: false,
  })
  expect(await codeOf(credit(answer.id))).toBe(204)
  expect(await balanceOf(who)).toBe('100.00')
  const rich = await bank.openAccount('Rich', { role: 'support', amountMinor: 100_00n })
  const own = await pay(rich)
  await bank.elevate(rich)
  expect(await codeOf(of(rich, own))).toBe('own_account_edited')
})
