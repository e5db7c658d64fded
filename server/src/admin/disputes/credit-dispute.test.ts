import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { auditEventsAbout, mailsTo } from '../../../test/audit-and-mail.ts'
import { bookMovement } from '../../../test/book-movement.ts'
import { openDisputes } from '../../../test/disputes.ts'
import { lockWaits } from '../../../test/held-row.ts'
import { transfer } from '../../../test/transfer.ts'
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
  takeBack,
  read,
  readPayment,
  disputableFor,
  expectBooksInOrder,
} = await openDisputes()
beforeEach(elevateStaff)
afterAll(() => bank.close())

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

test('each act of staff on payments and disputes holds one connection while the books run', async () => {
  const [small, large, other] = [
    await disputing('Ian'),
    await disputing('Jan', '12000.00'),
    await disputing('Kai'),
  ]
  const changes = await Promise.all(
    ['1.00', '2.00', '3.00'].map(async (amount) => ({
      id: await pay(other.who, amount),
      changeId: randomUUID(),
      seen: 'pending' as const,
    })),
  )
  await credit(large.id)
  const { db, books } = bank.bank
  const { submit } = books
  const held: number[] = []
  const spy = vi.spyOn(books, 'submit').mockImplementation((instruction) => {
    held.push(db.totalCount - db.idleCount)
    return submit(instruction)
  })
  expect(await codeOf(credit(small.id))).toBe(204)
  const approved = { id: (await read(large.id)).waitingCredit!.approvalId }
  expect(await codeOf(bank.call(dean, endpoints.approveAct, { params: approved }))).toBe(204)
  await pay(small.who, '85.00')
  expect(await codeOf(end(small.id, 'bank'))).toBe(204)
  await bookMovement(bank.bank, {
    kind: 'funding',
    to: small.who.account.id,
    amountMinor: 5_00n,
    madeBy: dean.userId,
  })
  const collected = { params: { id: small.id }, body: { collectionId: randomUUID() } }
  expect(await codeOf(bank.call(bank.clara, endpoints.collectOwed, collected))).toBe(204)
  expect(await codeOf(fail(other.paymentId))).toBe(200)
  const body = { status: 'failed' as const, reason, changes }
  const { answer } = await bank.call(bank.clara, endpoints.setTransactionStatuses, { body })
  expect(answer.results.map(({ refusal }) => refusal)).toEqual([null, null, null])
  spy.mockRestore()
  // Those of the customer and of the funding hold none.
  expect(held).toEqual([1, 1, 0, 1, 0, 1, 1, 1, 1, 1])
})

test('after an end for the customer the rest of the payment can be disputed, and it does not come back whatever the last dispute is', async () => {
  const who = await bank.openAccount('Oda', { amountMinor: 100_00n })
  const paymentId = await pay(who)
  const [first, second, third] = ['30.00', '10.00', '10.00'].map((amount) => disputeOf({ amount }))
  expect((await dispute(who, paymentId, first)).status).toBe(201)
  await credit(first!.disputeId)
  expect(await codeOf(end(first!.disputeId, 'customer'))).toBe(204)
  expect((await readPayment(who, paymentId)).disputable).toMatchObject({ most: '10.00' })
  expect(await disputableFor(paymentId)).toBe('10.00')
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
