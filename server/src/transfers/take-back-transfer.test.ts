import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import type { Status } from '@bank/ledger/transaction-status'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEventsAbout, mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, pin, type TestBank } from '../../test/bank.ts'
import { changeStatus, transferInside } from '../../test/books-people.ts'
import { gateway, openGatewayDoor } from '../../test/gateway-door.ts'
import { openSecondBank } from '../../test/second-bank.ts'
import { transfer } from '../../test/transfer.ts'
import { confirmIdentity } from '../../test/two-factor.ts'
import { openBank } from '../bank.ts'
import { limitedSenderOf } from '../guards/paid-beneficiary.ts'
import { notifyMovements } from '../mail-notices/notify-movements.ts'
import { notifyStatusChanges } from '../mail-notices/notify-status-changes.ts'
import { roundUp } from '../pots/round-up.ts'
import { releaseTransfers } from './release-transfers.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ gateway })
})
afterAll(() => bank.close())

async function pay(who: Person, amount: string, wishes = {}): Promise<string> {
  const body = transfer({ amount, ...wishes })
  expect((await bank.call(who, endpoints.sendTransfer, { body })).status).toBe(201)
  return body.transactionId
}

function takeBack(who: Person, id: string, changeId: string = randomUUID()) {
  return bank.call(who, endpoints.takeBackTransfer, { params: { id }, body: { changeId } })
}

async function setStatus(id: string, status: Status) {
  await bank.elevate(bank.clara)
  const body = { changeId: randomUUID(), status, reason: 'Checked' }
  return bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })
}

async function read(who: Person, id: string) {
  return (await bank.call(who, endpoints.readTransaction, { params: { id } })).answer
}

test('a transfer that its sender takes back, also while frozen, returns once and for good', async () => {
  const anna = await bank.openAccount('Anna', { amountMinor: 100_00n })
  await bank.call(anna, endpoints.setGuard, { params: { currency: 'USD' }, body: { day: '50.00' } })
  const id = await pay(anna, '40.00')
  const sent = await read(anna, id)
  const releasedAt = bank.clock.now().getTime() + 30 * 60_000
  expect(sent.takeBackUntil).toBe(new Date(releasedAt).toISOString())
  await bank.call(anna, endpoints.freeze)
  const changeId = randomUUID()
  expect((await takeBack(anna, id, changeId)).status).toBe(204)
  const again = await takeBack(anna, id, changeId)
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([204, 'true'])
  expect((await takeBack(anna, id)).problem.code).toBe('taken_back_by_sender')
  const { answer: me } = await bank.call(anna, endpoints.readMe)
  expect(me.account).toMatchObject({ balance: '100.00', inTransit: '0.00' })
  const { answer } = await bank.call(anna, endpoints.listGuards)
  expect(answer.guards[0]!.sent).toEqual({ day: '0.00', month: '0.00' })
  const back = await read(anna, id)
  expect(back).toMatchObject({ status: 'failed', takeBackUntil: null })
  expect(back.timeline.map(({ status, isTakenBack }) => [status, isTakenBack])).toEqual([
    ['pending', false],
    ['failed', true],
  ])
  for (const status of ['pending', 'success'] as const) {
    expect((await setStatus(id, status)).problem.code).toBe('taken_back_by_sender')
  }
  const preview = await bank.call(bank.clara, endpoints.previewStatus, { params: { id } })
  const refusal = 'The sender took this transfer back, so its status stays'
  expect(preview.answer.changes.map((change) => change.refusal)).toEqual([refusal, refusal, null])
  expect((await setStatus(id, 'failed')).status).toBe(200)
})

test('a transfer is not taken back by another customer, once it is released, or inside the bank', async () => {
  const bert = await bank.openAccount('Bert', { amountMinor: 100_00n })
  const [first, second] = [await pay(bert, '1.00'), await pay(bert, '2.00')]
  const inside = await pay(bert, '3.00', {
    account_number: bank.alice.account.number,
    bank_name: bank.bank.config.bankName,
  })
  expect((await takeBack(bank.alice, first)).problem.code).toBe('transaction_not_found')
  expect((await takeBack(bank.alice, inside)).problem.code).toBe('transaction_not_found')
  expect((await takeBack(bert, 'x')).problem.code).toBe('transaction_id_missing')
  expect((await takeBack(bert, inside)).problem.code).toBe('transfer_released')
  expect((await read(bert, inside)).takeBackUntil).toBeNull()
  // Staff returned it and set it back: it is on its way again, and released.
  await setStatus(first, 'failed')
  await setStatus(first, 'pending')
  expect((await takeBack(bert, first)).problem.code).toBe('transfer_released')
  expect((await read(bert, first)).takeBackUntil).toBeNull()
  bank.clock.pass(30)
  bert.cookies.clear()
  const late = await takeBack(bert, second)
  expect([late.status, late.problem.detail]).toEqual([409, 'This transfer can no longer be taken back'])
  expect((await read(bert, second)).takeBackUntil).toBeNull()
})

describe('an undo time', () => {
  const half = 0.5
  const release = () => releaseTransfers(bank.bank, bank.clock.now())
  const setUndoTime = (who: Person, seconds: number) =>
    bank.call(who, endpoints.setUndoTime, { body: { seconds: seconds as 30 } })

  /** A sender with $100.00 and an undo time of 30 seconds, and a payee. */
  async function openPair(sender: string, payee: string): Promise<[Person, Person]> {
    const who = await bank.openAccount(sender, { amountMinor: 100_00n })
    expect((await setUndoTime(who, 30)).status).toBe(204)
    return [who, await bank.openAccount(payee)]
  }

  function payInside(who: Person, to: Person, amount = '40.00'): Promise<string> {
    return pay(who, amount, { account_number: to.account.number, bank_name: bank.bank.config.bankName })
  }

  const fundsOf = async (who: Person) => {
    const { balance, inTransit, expectedIn } = (await bank.call(who, endpoints.readMe)).answer.account
    return { balance, inTransit, expectedIn }
  }

  /** All that a customer of this and of the hosted backend’s clients sees of their money, and of a transaction, as one text. */
  async function seenBy(who: Person, id: string): Promise<string> {
    const query = { month: '2026-11' }
    const params = { id }
    const door = openGatewayDoor(bank)
    const jar = await door.signIn(who.email)
    const documents = '/databases/truedb/collections/transactions/documents'
    const seen = [
      await bank.call(who, endpoints.readMe),
      await bank.call(who, endpoints.listTransactions),
      await bank.call(who, endpoints.sumTransactions),
      await bank.call(who, endpoints.listMonthlyFlows, { query: { months: '1' as never } }),
      await bank.call(who, endpoints.readStatement, { query }),
      await bank.call(who, endpoints.downloadStatementCsv, { query }),
      await bank.call(who, endpoints.downloadHistory),
      await bank.call(who, endpoints.readTransaction, { params }),
      await bank.call(who, endpoints.downloadReceipt, { params }),
      await bank.call(who, endpoints.writeNote, { params, body: { note: '' } }),
      await door.send('GET', documents, { jar }),
      await door.send('GET', `${documents}/${id}.in`, { jar }),
    ]
    const bodies = seen.map((reply) => {
      const { status } = reply
      if ('body' in reply) return [status, reply.body]
      const { answer, problem } = reply
      return [
        status,
        problem?.code ?? (answer instanceof Uint8Array ? Buffer.from(answer).toString() : answer),
      ]
    })
    return JSON.stringify(bodies)
  }

  test('an undo time of 10, 30 or 60 seconds is stored with an audit event, and any other is refused', async () => {
    const carl = await bank.openAccount('Carl')
    const read = async () => (await bank.call(carl, endpoints.readMe)).answer.undoSeconds
    expect(await read()).toBe(0)
    for (const seconds of [60, 60, 10]) expect((await setUndoTime(carl, seconds)).status).toBe(204)
    const { status, problem } = await setUndoTime(carl, 20)
    expect([status, problem.errors[0]?.detail]).toEqual([422, 'Choose 0, 10, 30 or 60 seconds'])
    expect(await read()).toBe(10)
    const events = await auditEventsAbout(bank, carl.userId, 'undo_time_set')
    expect(events.map(({ details }) => details)).toEqual([{ seconds: 60 }, { seconds: 10 }])
  })

  test('an undo time delays a transfer inside the bank, of which its payee sees nothing until it is released', async () => {
    const [dina, emil] = await openPair('Dina', 'Emil')
    for (const notice of ['money_received', 'status_changed'] as const) {
      await bank.call(emil, endpoints.setMailNotice, { params: { notice }, body: { isOn: true } })
      await bank.call(dina, endpoints.setMailNotice, { params: { notice }, body: { isOn: true } })
    }
    const mail = async (who: Person) => {
      await notifyMovements(bank.bank, bank.clock.now())
      await notifyStatusChanges(bank.bank, bank.clock.now())
      return (
        (await mailsTo(bank, who.email, '%oney%')).length +
        (await mailsTo(bank, who.email, '%status%')).length
      )
    }
    const id = randomUUID()
    const before = await seenBy(emil, id)
    await pay(dina, '40.00', {
      account_number: emil.account.number,
      bank_name: bank.bank.config.bankName,
      transactionId: id,
    })
    expect(await seenBy(emil, id)).toBe(before)
    expect(await mail(emil)).toBe(0)
    expect(await fundsOf(dina)).toEqual({ balance: '60.00', inTransit: '40.00', expectedIn: '0.00' })
    expect((await read(dina, id)).takeBackUntil).toBe(
      new Date(bank.clock.now().getTime() + 30_000).toISOString(),
    )
    expect(await release()).toBe(0)
    bank.clock.pass(half)
    expect((await takeBack(dina, id)).problem.code).toBe('transfer_released')
    // At once with a process that was started after the transfer.
    const other = await openSecondBank(bank, {})
    const counts = await Promise.all([release(), releaseTransfers(other.bank, bank.clock.now())])
    expect(counts.toSorted()).toEqual([0, 1])
    await other.close()
    expect(await release()).toBe(0)
    expect(await fundsOf(emil)).toEqual({ balance: '40.00', inTransit: '0.00', expectedIn: '0.00' })
    const after = await seenBy(emil, id)
    expect(after).toContain('Transfer from Dina')
    expect(after).not.toContain('[404,')
    const timeline = async (who: Person) =>
      (await read(who, id)).timeline.map(({ status, isRelease }) => [status, isRelease])
    expect(await timeline(dina)).toEqual([
      ['pending', false],
      ['success', true],
    ])
    expect(await timeline(emil)).toEqual([['success', true]])
    expect([await mail(emil), await mail(dina)]).toEqual([1, 0])
  })

  test('an undo time lets the sender take a transfer back, also while frozen, and its payee never hears of it', async () => {
    const [fritz, gina] = await openPair('Fritz', 'Gina')
    const pot = { openingId: randomUUID(), name: 'Car', goal: null, lockedUntil: null }
    await bank.call(fritz, endpoints.openPot, { body: pot })
    await bank.call(fritz, endpoints.turnOnRoundUp, { params: { id: pot.openingId } })
    const id = randomUUID()
    const before = await seenBy(gina, id)
    const inside = { account_number: gina.account.number, bank_name: bank.bank.config.bankName }
    await pay(fritz, '40.50', { ...inside, transactionId: id })
    await bank.call(fritz, endpoints.freeze)
    const changeId = randomUUID()
    const both = await Promise.all([takeBack(fritz, id, changeId), takeBack(fritz, id, changeId)])
    expect(both.map(({ status }) => status)).toEqual([204, 204])
    bank.clock.pass(half)
    expect([await release(), await roundUp(bank.bank)]).toEqual([0, 1])
    expect(await fundsOf(fritz)).toMatchObject({ balance: '100.00', inTransit: '0.00' })
    expect(await seenBy(gina, id)).toBe(before)
    expect((await setStatus(id, 'success')).problem.code).toBe('taken_back_by_sender')
  })

  test('an undo time ends for a frozen sender as for any other, and a round-up follows the release', async () => {
    const [hanna, igor] = await openPair('Hanna', 'Igor')
    const pot = { openingId: randomUUID(), name: 'Car', goal: null, lockedUntil: null }
    await bank.call(hanna, endpoints.openPot, { body: pot })
    await bank.call(hanna, endpoints.turnOnRoundUp, { params: { id: pot.openingId } })
    await payInside(hanna, igor, '40.50')
    expect(await roundUp(bank.bank)).toBe(0)
    await bank.call(hanna, endpoints.freeze)
    bank.clock.pass(half)
    expect(await release()).toBe(1)
    expect((await fundsOf(igor)).balance).toBe('40.50')
    // Nothing of hers moves while she is frozen: it is looked at, and not rounded up.
    expect(await roundUp(bank.bank)).toBe(1)
    expect((await fundsOf(hanna)).balance).toBe('59.50')
  })

  test('an undo time does not keep the payee from closing the account, and then the transfer returns with a reason', async () => {
    const [jana, kurt] = await openPair('Jana', 'Kurt')
    await bank.call(jana, endpoints.setGuard, { params: { currency: 'USD' }, body: { day: '50.00' } })
    const id = await payInside(jana, kurt)
    await confirmIdentity(bank, kurt)
    const closed = await bank.call(kurt, endpoints.closeAccount, {
      params: { number: kurt.account.number },
      body: {},
    })
    expect(closed.status).toBe(204)
    bank.clock.pass(half)
    expect([await release(), await release()]).toEqual([1, 0])
    expect(await fundsOf(jana)).toMatchObject({ balance: '100.00', inTransit: '0.00' })
    const { answer } = await bank.call(jana, endpoints.listGuards)
    expect(answer.guards[0]!.sent?.day).toBe('0.00')
    const { timeline } = await read(jana, id)
    expect(timeline.at(-1)).toMatchObject({ status: 'failed', isTakenBack: false, isRelease: true })
    const reason = 'The payee closed the account before the transfer was released'
    await bank.elevate(bank.clara)
    const { history } = (await bank.call(bank.clara, endpoints.previewStatus, { params: { id } })).answer
    expect(history.at(-1)).toMatchObject({ status: 'failed', by: null, reason })
    const [event] = await auditEventsAbout(bank, jana.userId, 'transaction_status_set')
    expect(event).toMatchObject({ actor_id: null, details: { after: 'failed', reason } })
  })

  test('each of 1,000 transfers that are released, and taken back by a process whose clock is 5 s behind, ends once and is counted right', async () => {
    const [otto, paul] = await openPair('Otto', 'Paul')
    await bank.call(otto, endpoints.setGuard, { params: { currency: 'USD' }, body: { day: '50.00' } })
    const [from, to] = [otto, paul].map(({ userId, account }) => {
      return { userId, accountId: account.id, currency: 'USD', isActive: true, pin } as const
    }) as [Parameters<typeof transferInside>[1], Parameters<typeof transferInside>[1]]
    const { books, config, db } = bank.bank
    const openings = Array.from({ length: 1_000 }, () =>
      transferInside(books, from, to, 1n, { undoMilliseconds: 30_000 }),
    )
    const sent = await Promise.all(openings.map(books.submit))
    expect(sent.filter((outcome) => 'refusal' in outcome)).toEqual([])
    bank.clock.pass(32 / 60)
    const behind = await openBank({ config, db, clock: () => bank.clock.now().getTime() - 5_000 })
    const takenBack = sent.map((outcome, index) => {
      if ('refusal' in outcome) throw new Error(outcome.refusal.code)
      const { transaction } = outcome
      const sender = limitedSenderOf(transaction, paul.account.number, config)
      const change = { ...changeStatus(openings[index]!, 'failed'), madeBy: otto.userId, sender }
      return behind.books.submit({ ...change, releasedAt: transaction.createdAt })
    })
    const [outcomes] = await Promise.all([Promise.all(takenBack), release().then(release)])
    await release()
    await behind.close()
    const refusals = outcomes.flatMap((outcome) => ('refusal' in outcome ? [outcome.refusal.code] : []))
    expect(refusals.filter((code) => code !== 'transfer_released')).toEqual([])
    const { rows } = await db.query(
      `select count(*)::int as count, count(distinct p.transaction_id)::int as transactions,
              count(*) filter (where p.status = 'success')::int as released
         from postings p join transactions t on t.id = p.transaction_id
        where t.debit_account_id = $1 and p.id <> t.id`,
      [otto.account.id],
    )
    expect(rows).toEqual([{ count: 1_000, transactions: 1_000, released: refusals.length }])
    const released = (refusals.length / 100).toFixed(2)
    expect((await fundsOf(paul)).balance).toBe(released)
    const { answer } = await bank.call(otto, endpoints.listGuards)
    expect(answer.guards[0]!.sent?.day).toBe(released)
  })

  test('an undo time ends with any status that staff set, and only then does the payee see it', async () => {
    const [lena, max] = await openPair('Lena', 'Max')
    const id = await payInside(lena, max)
    expect((await setStatus(id, 'success')).status).toBe(200)
    expect((await takeBack(lena, id)).problem.code).toBe('transfer_released')
    expect((await read(max, id)).status).toBe('success')
    bank.clock.pass(half)
    expect(await release()).toBe(0)
    expect((await fundsOf(max)).balance).toBe('40.00')
  })

  test('an undo time that ends later than the release of a transfer to another bank delays that one, which stays pending', async () => {
    Object.assign(bank.bank.config, { releaseAfterMinutes: 0 })
    try {
      const [nora] = await openPair('Nora', 'Olaf')
      const [first, second] = [await pay(nora, '1.00'), await pay(nora, '2.00')]
      expect((await takeBack(nora, first)).status).toBe(204)
      bank.clock.pass(half)
      expect((await takeBack(nora, second)).problem.code).toBe('transfer_released')
      bank.clock.pass(1)
      expect([await release(), await release()]).toEqual([1, 0])
      expect(await fundsOf(nora)).toMatchObject({ balance: '98.00', inTransit: '2.00' })
    } finally {
      Object.assign(bank.bank.config, { releaseAfterMinutes: 30 })
    }
  })
})
