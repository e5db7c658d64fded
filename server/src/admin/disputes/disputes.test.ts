import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditEventsAbout, mailsTo } from '../../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../../test/bank.ts'
import { openFurtherAccount } from '../../../test/further-account.ts'
import { lockWaits } from '../../../test/held-row.ts'
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
/** Staff set the payment to failed. */
const fail = (id: string) => {
  const body = { changeId: randomUUID(), status: 'failed' as const, reason: 'It came back' }
  return bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
}
const takeBack = (who: Person, id: string) =>
  bank.call(who, endpoints.takeBackTransfer, { params: { id }, body: { changeId: randomUUID() } })
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
  test('a provisional credit is booked once, however often and by how many it is given, and the customer is told', async () => {
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

  test('a provisional credit above APPROVAL_ABOVE waits for a second person, its dispute does not end meanwhile, and it can be asked for again', async () => {
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
  test('a dispute ends once for the customer, who keeps the credit that it needs', async () => {
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
    expect(disputable).toBeNull()
    const [mail] = await mailsTo(bank, who.email, '%has ended')
    expect(mail!.text).toContain('The credit is yours.')
    const { answer } = await bank.call(bank.clara, endpoints.readCase, { params: { id } })
    expect(answer).toMatchObject({ state: 'closed', dueAt: null })
    expect(answer.entries.at(-1)).toMatchObject({ side: 'bank', text: 'The shop has a signature' })
  })

  test('a dispute that ends for the bank takes the credit back up to the balance, and lists the rest as owed', async () => {
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

  test('what is owed after a dispute is collected up to the balance, once for an id, until nothing is owed', async () => {
    const { who, paymentId, id } = await disputing('Quin')
    await credit(id)
    await pay(who, '85.00')
    const collect = (collectionId: string, by = bank.clara) =>
      codeOf(bank.call(by, endpoints.collectOwed, { params: { id }, body: { collectionId } }))
    const fund = async (amount: string) => {
      const body = { transactionId: randomUUID(), amount, reason, again: true }
      await bank.call(bank.clara, endpoints.fundAccount, { params: { id: who.userId }, body })
    }
    const [first, second] = [randomUUID(), randomUUID()]
    expect(await collect(first)).toBe('dispute_not_owed')
    expect(await codeOf(end(id, 'bank'))).toBe(204)
    expect(await collect(first)).toBe('balance_insufficient')
    await fund('10.00')
    expect(await collect(first, sam)).toBe('forbidden')
    expect(await Promise.all([collect(first), collect(first)])).toEqual([204, 204])
    expect((await read(id)).end).toMatchObject({ takenBack: '25.00', owed: '15.00' })
    await fund('50.00')
    const codes = await Promise.all([collect(second), collect(randomUUID(), dean)])
    expect(codes.toSorted()).toEqual([204, 'dispute_not_owed'])
    expect(await collect(first)).toBe(204)
    expect(await collect(first, dean)).toBe('id_reused')
    expect(await balanceOf(who)).toBe('35.00')
    const { answer } = await bank.call(bank.clara, endpoints.listOwedDisputes)
    expect(answer.disputes.map((owed) => owed.id)).not.toContain(id)
    const mails = await mailsTo(bank, who.email, 'Credit for your dispute%')
    expect(mails.map(({ text }) => /You (still )?owe us .* of it/.exec(text)?.[0])).toEqual(
      expect.arrayContaining(['You still owe us $15.00 of it', 'You owe us nothing more of it']),
    )
    expect(await auditEventsAbout(bank, who.userId, 'dispute_collected')).toMatchObject([
      { details: { before: '10.00', after: '0.00' } },
      { details: { before: '50.00', after: '35.00' } },
    ])
    expect(await codeOf(fail(paymentId))).toBe(200)
    await expectBooksInOrder()
  })

  test('a dispute that ends for the bank with nothing on the account ends at once, and all is owed', async () => {
    const { who, id } = await disputing('Hal')
    await credit(id)
    await pay(who, '100.00')
    expect(await codeOf(end(id, 'bank'))).toBe(204)
    const list = async (query: object) =>
      (await bank.call(bank.clara, endpoints.listOwedDisputes, { query: query as never })).answer
    const { disputes, nextCursor } = await list({})
    expect(disputes.find((owed) => owed.id === id)?.end).toMatchObject({ owed: '40.00' })
    const first = await list({ limit: '1' })
    const rest = await list({ cursor: first.nextCursor })
    expect([...first.disputes, ...rest.disputes]).toEqual(disputes)
    expect([disputes.length, nextCursor]).toEqual([2, null])
    expect((await read(id)).end).toMatchObject({ takenBack: '0.00', owed: '40.00' })
    expect(await auditEventsAbout(bank, who.userId, 'dispute_ended')).toMatchObject([
      { details: { disputeId: id, outcome: 'bank', owed: '40.00' } },
    ])
  })

  test('a payment whose customer has a credit does not come back, and one that came back gets no credit', async () => {
    const { who, paymentId, id } = await disputing('Lea')
    await credit(id)
    expect(await codeOf(fail(paymentId))).toBe('payment_credited')
    expect(await codeOf(takeBack(who, paymentId))).toBe('payment_credited')
    expect(await balanceOf(who)).toBe('100.00')
    expect(await codeOf(end(id, 'bank'))).toBe(204)
    expect(await codeOf(fail(paymentId))).toBe(200)
    expect(await balanceOf(who)).toBe('100.00')
    const other = await disputing('Moe')
    expect(await codeOf(takeBack(other.who, other.paymentId))).toBe(204)
    expect(await codeOf(credit(other.id))).toBe('payment_came_back')
    const large = await disputing('Ned', '12000.00')
    const { answer } = await credit(large.id)
    if (!answer || !('waitsForApproval' in answer)) throw new Error('It does not wait')
    expect(await codeOf(takeBack(large.who, large.paymentId))).toBe(204)
    const params = { id: answer.waitsForApproval.id }
    expect(await codeOf(bank.call(dean, endpoints.approveAct, { params }))).toBe('payment_came_back')
    for (const code of ['dispute_not_found', 'payment_came_back', 'dispute_credit_exceeded'] as const)
      expect(endpoints.approveAct.refusals).toContain(code)
  })

  test('a payment that comes back while its first dispute is opened and credited gets no credit', async () => {
    const who = await bank.openAccount('Nia', { amountMinor: 100_00n })
    const paymentId = await pay(who)
    const body = disputeOf()
    const { books } = bank.bank
    const { submit } = books
    let credited: Promise<string | number> | undefined
    const spy = vi.spyOn(books, 'submit').mockImplementationOnce(async (instruction) => {
      expect((await dispute(who, paymentId, body)).status).toBe(201)
      credited = codeOf(credit(body.disputeId, dean))
      await lockWaits(bank, 1)
      return submit(instruction)
    })
    expect(await codeOf(fail(paymentId))).toBe(200)
    spy.mockRestore()
    expect(await credited).toBe('payment_came_back')
    expect(await balanceOf(who)).toBe('100.00')
  })

  test('a dispute that ends for the bank without a credit takes nothing', async () => {
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

  test('after an end for the customer the rest of the payment can be disputed, and it does not come back whatever the last dispute is', async () => {
    const who = await bank.openAccount('Oda', { amountMinor: 100_00n })
    const paymentId = await pay(who)
    const [first, second, third] = ['30.00', '10.00', '10.00'].map((amount) => disputeOf({ amount }))
    expect((await dispute(who, paymentId, first)).status).toBe(201)
    await credit(first!.disputeId)
    expect(await codeOf(end(first!.disputeId, 'customer'))).toBe(204)
    expect((await readPayment(who, paymentId)).disputable).toMatchObject({ most: '10.00' })
    const { problem } = await dispute(who, paymentId, disputeOf({ amount: '10.01' }))
    expect(problem.errors).toEqual([
      { pointer: '/amount', detail: 'At most $10.00 of this payment can be disputed' },
    ])
    expect((await dispute(who, paymentId, second)).status).toBe(201)
    expect(await codeOf(end(second!.disputeId, 'bank'))).toBe(204)
    expect(await codeOf(fail(paymentId))).toBe('payment_credited')
    expect(await codeOf(takeBack(who, paymentId))).toBe('payment_credited')
    expect((await dispute(who, paymentId, third)).status).toBe(201)
    // As an earlier version of the program opened it.
    const owner = await connectOnce(bank.ownerAddress)
    await owner.query('set session_replication_role = replica')
    await owner.query('update disputes set amount_minor = 1001 where id = $1', [third!.disputeId])
    await owner.end()
    expect(await codeOf(credit(third!.disputeId))).toBe('dispute_credit_exceeded')
    expect(await balanceOf(who)).toBe('90.00')
  })

  test('over random sequences of acts, the credits of a payment that are not taken back never exceed its amount, and are none once it came back', async () => {
    const owner = await connectOnce(bank.ownerAddress)
    const acts = fc.array(
      fc.oneof(
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(
          'credit' as const,
          'customer' as const,
          'bank' as const,
          'spend' as const,
          'fail' as const,
        ),
      ),
      { minLength: 8, maxLength: 12 },
    )
    let [most, runs] = [0, 0]
    const property = fc.asyncProperty(acts, async (chosen) => {
      const { who, paymentId, id: first } = await disputing(`Pat${runs++}`)
      let id = first
      for (const act of ['credit' as const, ...chosen]) {
        if (typeof act === 'number') {
          const body = disputeOf({ amount: `${act}.00` })
          if ((await dispute(who, paymentId, body)).status === 201) id = body.disputeId
        } else if (act === 'credit') await credit(id)
        else if (act === 'spend')
          await bank.call(who, endpoints.sendTransfer, { body: transfer({ amount: '70.00' }) })
        else if (act === 'fail') await fail(paymentId)
        else await end(id, act)
        const { rows } = await owner.query<{ credited: number; status: string }>(
          `select p.status, coalesce(sum(case t.kind when 'provisional_credit' then t.amount_minor else -t.amount_minor end), 0)::int as credited
             from transactions p
             left join disputes d on d.transaction_id = p.id
             left join transactions t on t.id = d.credit_id or t.kind = 'credit_taking_back' and t.credit_detail = d.credit_id::text
            where p.id = $1
            group by p.status`,
          [paymentId],
        )
        const { credited, status } = rows[0]!
        expect(credited).toBeLessThanOrEqual(status === 'failed' ? 0 : 40_00)
        most = Math.max(most, credited)
      }
    })
    await fc.assert(property, { seed: 105, numRuns: 6, endOnFailure: true })
    expect(most).toBe(40_00)
    await owner.end()
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
