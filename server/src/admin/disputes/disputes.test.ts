import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEventsAbout, mailsTo } from '../../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../../test/bank.ts'
import { openFurtherAccount } from '../../../test/further-account.ts'
import { transfer } from '../../../test/transfer.ts'
import { confirmIdentity } from '../../../test/two-factor.ts'
import { checkBooks } from '../../books/check/check-books.ts'
import { connectOnce } from '../../postgres/connect-once.ts'

let bank: TestBank
let dean: Person
let sam: Person
beforeAll(async () => {
  bank = await openTestBank()
  dean = await bank.openAccount('Dean', { role: 'treasury' })
  sam = await bank.openAccount('Sam', { role: 'support' })
})
beforeEach(async () => {
  for (const one of [bank.clara, dean, sam]) await bank.elevate(one)
})
afterAll(() => bank.close())

const reason = 'The shop does not answer'
const day = 24 * 60

const codeOf = async (reply: Promise<{ status: number; problem: { code: string } }>) => {
  const { status, problem } = await reply
  return status < 300 ? status : problem.code
}
const balanceOf = async (who: Person) => (await bank.call(who, endpoints.readMe)).answer.account.balance

/** Sends a payment to another bank, and returns its id. */
async function pay(who: Person, amount = '40.00', account?: string): Promise<string> {
  const body = transfer({ amount })
  const sent = { body, ...(account !== undefined && { query: { account } }) }
  expect((await bank.call(who, endpoints.sendTransfer, sent)).status).toBe(201)
  return body.transactionId
}

function disputeOf(wishes: { disputeId?: string; amount?: string } = {}) {
  const text = 'It never came.\nI wrote to the shop twice.'
  return { disputeId: randomUUID(), cause: 'not_received' as const, amount: '40.00', text, ...wishes }
}

function dispute(who: Person, id: string, body = disputeOf(), account?: string) {
  return bank.call(who, endpoints.openDispute, {
    params: { id },
    body,
    ...(account !== undefined && { query: { account } }),
  })
}

/** A customer who paid all but 60.00 of 100.00 and disputes it. */
async function disputing(name: string, amount = '40.00') {
  const who = await bank.openAccount(name, { amountMinor: BigInt(amount.replace('.', '')) + 60_00n })
  const paymentId = await pay(who, amount)
  const body = disputeOf({ amount })
  expect((await dispute(who, paymentId, body)).status).toBe(201)
  return { who, paymentId, id: body.disputeId }
}

const credit = (id: string, by = bank.clara) =>
  bank.call(by, endpoints.creditDispute, { params: { id }, body: { reason } })
const end = (id: string, outcome: 'customer' | 'bank', by = bank.clara) =>
  bank.call(by, endpoints.endDispute, {
    params: { id },
    body: { outcome, reason: 'The shop has a signature' },
  })
const read = async (id: string, by = bank.clara) =>
  (await bank.call(by, endpoints.readDispute, { params: { id } })).answer
const readPayment = async (who: Person, id: string) =>
  (await bank.call(who, endpoints.readTransaction, { params: { id } })).answer

async function expectBooksInOrder(): Promise<void> {
  const connection = await connectOnce(bank.ownerAddress)
  expect((await checkBooks(connection, () => {})).broken).toBeNull()
  await connection.end()
}

describe('a dispute', () => {
  test('a customer disputes a payment, which opens a case with a deadline and mails that it is looked into', async () => {
    const who = await bank.openAccount('Ada', { amountMinor: 100_00n })
    const paymentId = await pay(who)
    expect(await readPayment(who, paymentId)).toMatchObject({
      dispute: null,
      disputable: { until: '2027-03-21T12:00:00.000Z', decidedBy: '2026-12-01T23:59:59.999Z' },
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
    expect(await readPayment(who, paymentId)).toMatchObject({ dispute: view, disputable: null })
    const { answer: cases } = await bank.call(who, endpoints.listOwnCases)
    expect(cases.cases).toMatchObject([
      { id: body.disputeId, kind: 'dispute', entries: [{ text: body.text }] },
    ])
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
    expect(tooMuch.problem.errors).toEqual([{ pointer: '/amount', detail: 'The payment was $40.00' }])
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
  })

  test('staff dispute a payment of a customer for them, also of one who froze payments, but not their own', async () => {
    const who = await bank.openAccount('Cyd', { amountMinor: 100_00n })
    const paymentId = await pay(who)
    await bank.call(who, endpoints.freeze)
    const of = (by: Person, id: string) =>
      bank.call(by, endpoints.openDisputeOfUser, { params: { id }, body: disputeOf() })
    expect(await codeOf(of(dean, paymentId))).toBe('forbidden')
    const { status, answer } = await of(sam, paymentId)
    expect(status).toBe(201)
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
})

describe('a provisional credit', () => {
  test('it is booked once, however often and by how many it is given, and the customer is told', async () => {
    const { who, paymentId, id } = await disputing('Dot')
    expect(await codeOf(credit(id, sam))).toBe('forbidden')
    expect(await codeOf(credit(randomUUID()))).toBe('dispute_not_found')
    const codes = await Promise.all([credit(id), credit(id), credit(id, dean)].map(codeOf))
    expect(codes.filter((code) => code === 204).length).toBeGreaterThan(0)
    for (const code of codes) expect([204, 'dispute_credited']).toContain(code)
    expect(await balanceOf(who)).toBe('100.00')
    expect(await auditEventsAbout(bank, who.userId, 'dispute_credited')).toMatchObject([
      { details: { disputeId: id, before: '60.00', after: '100.00', reason } },
    ])
    expect(await mailsTo(bank, who.email, 'Credit for your dispute%')).toHaveLength(1)
    const { dispute: shown } = await readPayment(who, paymentId)
    expect(shown).toMatchObject({ credit: { amount: '40.00' }, end: null })
    const { answer: flows } = await bank.call(who, endpoints.listMonthlyFlows, {
      query: { months: '1' } as never,
    })
    expect(flows.flows.at(-1)).toMatchObject({ moneyIn: '100.00', moneyOut: '40.00' })
    await expectBooksInOrder()
  })

  test('above APPROVAL_ABOVE it waits for a second person, the dispute does not end meanwhile, and it can be asked for again', async () => {
    const { who, id } = await disputing('Eli', '12000.00')
    const asked = await credit(id)
    expect(asked.status).toBe(202)
    expect((await credit(id)).status).toBe(202)
    expect(await codeOf(credit(id, dean))).toBe('approval_waits')
    for (const outcome of ['bank', 'customer'] as const) {
      expect(await codeOf(end(id, outcome))).toBe('dispute_credit_waits')
    }
    const { waitingCredit } = await read(id)
    const params = { id: waitingCredit!.approvalId }
    const declined = await bank.call(dean, endpoints.declineAct, {
      params,
      body: { reason: 'Ask the shop first' },
    })
    expect(declined.status).toBe(204)
    expect((await credit(id)).status).toBe(202)
    const again = { id: (await read(id)).waitingCredit!.approvalId }
    expect(await codeOf(bank.call(dean, endpoints.approveAct, { params: again }))).toBe(204)
    expect(await codeOf(bank.call(dean, endpoints.approveAct, { params }))).toBe('approval_decided')
    expect(await balanceOf(who)).toBe('12060.00')
    expect(await auditEventsAbout(bank, who.userId, 'approval_given')).toHaveLength(1)
    await expectBooksInOrder()
  })
})

describe('the end of a dispute', () => {
  test('for the customer it leaves the credit, which needs one, and it ends once', async () => {
    const { who, paymentId, id } = await disputing('Fay')
    expect(await codeOf(end(id, 'customer'))).toBe('dispute_not_credited')
    await credit(id)
    expect(await codeOf(end(id, 'customer'))).toBe(204)
    expect(await codeOf(end(id, 'customer'))).toBe(204)
    expect(await codeOf(end(id, 'bank'))).toBe('dispute_ended')
    expect(await codeOf(end(id, 'customer', dean))).toBe('dispute_ended')
    expect(await balanceOf(who)).toBe('100.00')
    const { dispute: shown, disputable } = await readPayment(who, paymentId)
    expect(shown!.end).toMatchObject({ outcome: 'customer', takenBack: '0.00', owed: '0.00' })
    expect(disputable).not.toBeNull()
    const [mail] = await mailsTo(bank, who.email, '%has ended')
    expect(mail!.text).toContain('The credit is yours.')
    const { answer } = await bank.call(bank.clara, endpoints.readCase, { params: { id } })
    expect(answer).toMatchObject({ state: 'closed', dueAt: null })
    expect(answer.entries.at(-1)).toMatchObject({ side: 'bank', text: 'The shop has a signature' })
  })

  test('for the bank it takes the credit back up to the balance, and lists the rest as owed', async () => {
    const { who, paymentId, id } = await disputing('Gus')
    await credit(id)
    await pay(who, '85.00')
    expect((await read(id)).takingBack).toEqual({ amount: '15.00', owed: '25.00' })
    const codes = await Promise.all([end(id, 'bank'), end(id, 'bank'), end(id, 'bank', dean)].map(codeOf))
    for (const code of codes) expect([204, 'dispute_ended']).toContain(code)
    expect(codes).toContain(204)
    expect(await balanceOf(who)).toBe('0.00')
    const { dispute: shown } = await readPayment(who, paymentId)
    expect(shown!.end).toMatchObject({ outcome: 'bank', takenBack: '15.00', owed: '25.00' })
    const { answer: list } = await bank.call(bank.clara, endpoints.listOwedDisputes)
    expect(list.disputes).toMatchObject([{ id, user: { id: who.userId }, end: { owed: '25.00' } }])
    const [mail, ...more] = await mailsTo(bank, who.email, '%has ended')
    expect(more).toEqual([])
    expect(mail!.text).toContain('You owe us $25.00 of it')
    const { answer } = await bank.call(who, endpoints.listTransactions)
    const taken = answer.transactions.find(({ kind }) => kind === 'credit_taking_back')!
    expect((await readPayment(who, taken.transactionId)).timeline[0]!.reason).toBe('The shop has a signature')
    const { answer: position } = await bank.call(bank.clara, endpoints.readMoneyPosition)
    expect(position.positions[0]).toMatchObject({ currency: 'USD', total: '0.00' })
    await expectBooksInOrder()
  })

  test('for the bank with nothing on the account it ends at once, and all is owed', async () => {
    const { who, id } = await disputing('Hal')
    await credit(id)
    await pay(who, '100.00')
    expect(await codeOf(end(id, 'bank'))).toBe(204)
    expect((await read(id)).end).toMatchObject({ takenBack: '0.00', owed: '40.00' })
    expect(await auditEventsAbout(bank, who.userId, 'dispute_ended')).toMatchObject([
      { details: { disputeId: id, outcome: 'bank', owed: '40.00' } },
    ])
  })

  test('a payment whose customer has a credit does not come back, and one that came back gets no credit', async () => {
    const { who, paymentId, id } = await disputing('Lea')
    const fail = () => {
      const body = { changeId: randomUUID(), status: 'failed' as const, reason: 'It came back' }
      return bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id: paymentId }, body })
    }
    const takeBack = () => {
      const body = { changeId: randomUUID() }
      return bank.call(who, endpoints.takeBackTransfer, { params: { id: paymentId }, body })
    }
    await credit(id)
    expect(await codeOf(fail())).toBe('payment_credited')
    expect(await codeOf(takeBack())).toBe('payment_credited')
    expect(await balanceOf(who)).toBe('100.00')
    expect(await codeOf(end(id, 'bank'))).toBe(204)
    expect(await codeOf(fail())).toBe(200)
    expect(await balanceOf(who)).toBe('100.00')
    const other = await disputing('Moe')
    const body = { changeId: randomUUID() }
    const params = { id: other.paymentId }
    expect((await bank.call(other.who, endpoints.takeBackTransfer, { params, body })).status).toBeLessThan(
      300,
    )
    expect(await codeOf(credit(other.id))).toBe('payment_came_back')
  })

  test('for the bank without a credit it takes nothing', async () => {
    const { who, id } = await disputing('Ida')
    expect(await codeOf(end(id, 'bank'))).toBe(204)
    expect(await balanceOf(who)).toBe('60.00')
    expect(await codeOf(credit(id))).toBe('dispute_ended')
  })

  test('a credit goes to another account where the disputed payment’s is closed, and so does its taking back', async () => {
    const who = await bank.openAccount('Joy', { amountMinor: 100_00n })
    const { number } = await openFurtherAccount(bank, who)
    const moved = { transactionId: randomUUID(), to: number, amount: '40.00' }
    await bank.call(who, endpoints.sendOwnTransfer, { query: { account: who.account.number }, body: moved })
    const paymentId = await pay(who, '10.00', number)
    const body = disputeOf({ amount: '10.00' })
    expect((await dispute(who, paymentId, body, number)).status).toBe(201)
    await credit(body.disputeId)
    // The payment is settled, so that the account can be closed.
    const settled = { changeId: randomUUID(), status: 'success' as const }
    await bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id: paymentId }, body: settled })
    await confirmIdentity(bank, who)
    const closed = { params: { number }, body: { to: who.account.number } }
    expect((await bank.call(who, endpoints.closeAccount, closed)).status).toBe(204)
    expect(await balanceOf(who)).toBe('100.00')
    expect(await codeOf(end(body.disputeId, 'bank'))).toBe(204)
    expect(await balanceOf(who)).toBe('90.00')
    const again = disputeOf({ amount: '10.00' })
    expect((await dispute(who, paymentId, again, number)).status).toBe(201)
    expect(await codeOf(credit(again.disputeId))).toBe(204)
    expect(await balanceOf(who)).toBe('100.00')
    await expectBooksInOrder()
  })

  test('a dispute that was changed behind the program is found by check-books', async () => {
    const { id } = await disputing('Kit')
    await credit(id)
    const owner = await connectOnce(bank.ownerAddress)
    await owner.query('set session_replication_role = replica')
    const broken = async () => (await checkBooks(owner, () => {})).broken?.fault
    await owner.query('update disputes set credit_id = null where id = $1', [id])
    expect(await broken()).toMatch(/^transaction \S+ moved money of a dispute that does not exist$/)
    await owner.query('update disputes set credit_id = gen_random_uuid() where id = $1', [id])
    expect(await broken()).toMatch(new RegExp(`^dispute ${id} was credited, and no booking`))
    await owner.end()
  })
})
