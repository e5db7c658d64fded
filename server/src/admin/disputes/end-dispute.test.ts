import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditEventsAbout, mailsTo } from '../../../test/audit-and-mail.ts'
import { openDisputes } from '../../../test/disputes.ts'
import { openFurtherAccount } from '../../../test/further-account.ts'
import { confirmIdentity } from '../../../test/two-factor.ts'
import { checkAuditEvents } from '../../books/check/audit-events.ts'
import { checkBooks } from '../../books/check/check-books.ts'
import { connectOnce } from '../../postgres/connect-once.ts'

const {
  bank,
  dean,
  sam,
  elevateStaff,
  reason,
  codeOf,
  balanceOf,
  pay,
  disputeOf,
  dispute,
  disputing,
  credit,
  end,
  fail,
  read,
  readPayment,
  expectBooksInOrder,
} = await openDisputes()
beforeEach(elevateStaff)
afterAll(() => bank.close())

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

test('a dispute that was changed behind the program is found by check-books, also where the changed text is no id', async () => {
  const { id } = await disputing('Kit')
  await credit(id)
  const ended = await disputing('Kim')
  await credit(ended.id)
  expect(await codeOf(end(ended.id, 'bank'))).toBe(204)
  const owner = await connectOnce(bank.ownerAddress)
  await owner.query('set session_replication_role = replica')
  await owner.query('begin')
  const changed = `update transactions t set credit_detail = 'another credit' from disputes d
                    where d.id = $1 and t.kind = 'credit_taking_back' and t.credit_detail = d.credit_id::text`
  expect((await owner.query(changed, [ended.id])).rowCount).toBe(1)
  // The chain of the books shows it too, and check-books stops at the first finding.
  const { fault } = await checkAuditEvents(owner, { after: null, rowsMax: Number.POSITIVE_INFINITY })
  expect(fault).toMatch(/^transaction \S+ moved money of a dispute that does not exist$/)
  await owner.query('rollback')
  const broken = async () => (await checkBooks(owner, () => {})).broken?.fault
  await owner.query('update disputes set credit_id = null where id = $1', [id])
  expect(await broken()).toMatch(/^transaction \S+ moved money of a dispute that does not exist$/)
  await owner.query('update disputes set credit_id = gen_random_uuid() where id = $1', [id])
  expect(await broken()).toMatch(new RegExp(`^dispute ${id} was credited, and no booking`))
  await owner.end()
})
