import { randomUUID } from 'node:crypto'
import type { WaitingAct } from '@bank/contract/admin/approvals/waiting-act'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditEventsAbout, mailsTo } from '../../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../../test/bank.ts'
import { correctionOf } from '../../../test/correction.ts'
import { lockWaits, whileRowHeld } from '../../../test/held-row.ts'
import { transfer } from '../../../test/transfer.ts'
import { checkBooks } from '../../books/check/check-books.ts'
import { connectOnce } from '../../postgres/connect-once.ts'

let bank: TestBank
let dean: Person
let tessa: Person
let omar: Person
beforeAll(async () => {
  bank = await openTestBank()
  dean = await bank.openAccount('Dean', { role: 'administrator' })
  tessa = await bank.openAccount('Tessa', { role: 'treasury' })
  omar = await bank.openAccount('Omar', { role: 'operations' })
})
beforeEach(async () => {
  for (const one of [bank.clara, dean, tessa, omar]) await bank.elevate(one)
})
afterAll(() => bank.close())

const newId: () => string = randomUUID
const reason = 'Sale of a house'
const week = 7 * 24 * 60

function fund(to: Person, { by = bank.clara, amount = '25000.00', transactionId = newId(), of = bank } = {}) {
  const body = { transactionId, amount, reason, again: true }
  return of.call(by, endpoints.fundAccount, { params: { id: to.userId }, body })
}

/** Asks for a funding that waits, and gives its id. */
async function asked(to: Person, by = bank.clara): Promise<string> {
  const { status, answer } = await fund(to, { by })
  expect(status).toBe(202)
  if (!('waitsForApproval' in answer)) throw new Error('It does not wait')
  return answer.waitsForApproval.id
}

const approve = (by: Person, id: string) => bank.call(by, endpoints.approveAct, { params: { id } })
const decline = (by: Person, id: string) =>
  bank.call(by, endpoints.declineAct, { params: { id }, body: { reason: 'No such sale' } })
const balanceOf = async (who: Person) => (await bank.call(who, endpoints.readMe)).answer.account.balance
const waiting = async (by: Person) => (await bank.call(by, endpoints.listApprovals)).answer.approvals
const codeOf = async (reply: Promise<{ status: number; problem: { code: string } }>) => {
  const { status, problem } = await reply
  return status < 300 ? status : problem.code
}

describe('a funding above APPROVAL_ABOVE', () => {
  test('a funding waits for a second person, who approves it, and it is booked and audited once', async () => {
    const ida = await bank.openAccount('Ida')
    const transactionId = newId()
    const first = await fund(ida, { transactionId })
    expect([first.status, first.answer]).toEqual([
      202,
      { waitsForApproval: { id: transactionId, expiresAt: '2026-11-28T12:00:00.000Z' } },
    ])
    expect((await fund(ida, { transactionId })).status).toBe(202)
    expect(await codeOf(fund(ida, { transactionId, amount: '25000.01' }))).toBe('id_reused')
    expect(await balanceOf(ida)).toBe('0.00')
    expect(await waiting(dean)).toMatchObject([
      {
        id: transactionId,
        sentence: 'Fund the account with $25,000.00',
        user: { id: ida.userId, name: 'Ida' },
        maker: { id: bank.clara.userId, name: 'Clara' },
        reason,
        mayDecide: true,
      },
    ])
    expect((await waiting(bank.clara))[0]!.mayDecide).toBe(false)
    expect((await waiting(omar))[0]!.mayDecide).toBe(false)
    const { answer: user } = await bank.call(dean, endpoints.readUser, { params: { id: ida.userId } })
    expect(user).toMatchObject({ approvalAbove: '10000.00', approvals: [{ id: transactionId }] })
    expect((await bank.call(dean, endpoints.countWaiting)).answer.approvals).toBe(1)

    expect(await codeOf(approve(bank.clara, transactionId))).toBe('approval_own')
    expect(await codeOf(approve(omar, transactionId))).toBe('forbidden')
    expect(await codeOf(approve(dean, transactionId))).toBe(204)
    expect(await codeOf(approve(dean, transactionId))).toBe(204)
    expect(await codeOf(approve(tessa, transactionId))).toBe('approval_decided')
    expect(await codeOf(decline(dean, transactionId))).toBe('approval_decided')
    expect(await balanceOf(ida)).toBe('25000.00')
    expect((await fund(ida, { transactionId })).headers['idempotency-replayed']).toBe('true')
    expect(await waiting(dean)).toEqual([])
    const approval = { approvalId: transactionId, act: 'funding' }
    expect(
      await auditEventsAbout(bank, ida.userId, 'approval_asked', 'account_funded', 'approval_given'),
    ).toEqual([
      { actor_id: bank.clara.userId, action: 'approval_asked', details: { ...approval, reason } },
      {
        actor_id: bank.clara.userId,
        action: 'account_funded',
        details: {
          id: transactionId,
          before: '0.00',
          after: '25000.00',
          currency: 'USD',
          reason,
          approvedBy: dean.userId,
        },
      },
      { actor_id: dean.userId, action: 'approval_given', details: approval },
    ])
  })

  test('a funding of exactly APPROVAL_ABOVE, and one above FUNDING_LIMIT, do not wait', async () => {
    const eva = await bank.openAccount('Eva')
    expect((await fund(eva, { amount: '10000.00' })).status).toBe(201)
    expect(await codeOf(fund(eva, { amount: '1000000.01' }))).toBe('funding_limit_exceeded')
    expect(await waiting(dean)).toEqual([])
  })

  test('of two who approve a funding at once, one is told that the other has done it, and it is booked once', async () => {
    const jon = await bank.openAccount('Jon')
    const id = await asked(jon)
    const codes = await Promise.all([codeOf(approve(dean, id)), codeOf(approve(tessa, id))])
    expect(codes.toSorted()).toEqual([204, 'approval_decided'])
    expect(await balanceOf(jon)).toBe('25000.00')
    expect(await auditEventsAbout(bank, jon.userId, 'approval_given')).toHaveLength(1)
  })

  test('a funding that is approved and declined at once is one of both', async () => {
    const kim = await bank.openAccount('Kim')
    const id = await asked(kim)
    const [approved, declined] = await Promise.all([codeOf(approve(dean, id)), codeOf(decline(tessa, id))])
    expect([approved, declined].toSorted()).toEqual([204, 'approval_decided'])
    expect(await balanceOf(kim)).toBe(approved === 204 ? '25000.00' : '0.00')
  })

  test('a funding that is declined after its approval has lost its lock is not booked, and the approver is told so', async () => {
    const lars = await bank.openAccount('Lars')
    const id = await asked(lars)
    const { books } = bank.bank
    const { submit } = books
    const owner = await connectOnce(bank.ownerAddress)
    const spy = vi.spyOn(books, 'submit').mockImplementationOnce(async (instruction) => {
      const { rowCount } = await owner.query(
        `select pg_terminate_backend(pid) from pg_locks where relation = 'approvals'::regclass and mode = 'RowShareLock'`,
      )
      expect(rowCount).toBe(1)
      expect((await decline(dean, id)).status).toBe(204)
      return submit(instruction)
    })
    expect(await codeOf(approve(tessa, id))).toBe('approval_decided')
    expect(spy).toHaveBeenCalledTimes(1)
    spy.mockRestore()
    await owner.end()
    expect(await balanceOf(lars)).toBe('0.00')
  })

  test('a declined funding is not booked, and its maker is told who declined it and why', async () => {
    const lea = await bank.openAccount('Lea')
    const id = await asked(lea)
    expect(await codeOf(bank.call(dean, endpoints.declineAct, { params: { id }, body: {} }))).toBe(
      'validation',
    )
    expect(await codeOf(decline(bank.clara, id))).toBe('approval_own')
    expect(await codeOf(decline(dean, id))).toBe(204)
    expect(await codeOf(approve(tessa, id))).toBe('approval_decided')
    expect((await fund(lea, { transactionId: id })).problem.detail).toBe('Dean declined this: No such sale')
    expect(await balanceOf(lea)).toBe('0.00')
    const details = { approvalId: id, act: 'funding', reason: 'No such sale' }
    expect(await auditEventsAbout(bank, lea.userId, 'approval_declined')).toEqual([
      { actor_id: dean.userId, action: 'approval_declined', details },
    ])
  })

  test('a funding about its second person, of a closed account, or of a maker without the right is not approved, and waits on', async () => {
    const mia = await bank.openAccount('Mia')
    const nina = await bank.openAccount('Nina', { role: 'treasury' })
    await bank.elevate(nina)
    const [ofTessa, ofMia, byNina] = [await asked(tessa), await asked(mia), await asked(mia, nina)]
    expect(await codeOf(approve(tessa, ofTessa))).toBe('own_account_edited')
    await bank.bank.db.query(`update users set role = 'support' where id = $1`, [nina.userId])
    expect(await codeOf(approve(dean, byNina))).toBe('approval_maker_gone')
    await bank.bank.db.query('update ledger_accounts set closed_at = now() where id = $1', [mia.account.id])
    expect(await codeOf(approve(dean, ofMia))).toBe('account_closed')
    expect(await codeOf(fund(mia))).toBe('account_closed')
    for (const id of [ofTessa, ofMia, byNina]) expect(await codeOf(decline(dean, id))).toBe(204)
  })

  test('a funding that waited for 7 days is neither listed nor decided, and is asked for again under a new id', async () => {
    const olga = await bank.openAccount('Olga')
    const id = await asked(olga)
    bank.clock.pass(week)
    for (const one of [bank.clara, dean]) await bank.elevate(one)
    expect(await waiting(dean)).toEqual([])
    expect([await codeOf(approve(dean, id)), await codeOf(decline(dean, id))]).toEqual([
      'approval_ended',
      'approval_ended',
    ])
    expect(await codeOf(fund(olga, { transactionId: id }))).toBe('approval_ended')
    expect(await codeOf(approve(dean, await asked(olga)))).toBe(204)
    expect(await codeOf(approve(dean, randomUUID()))).toBe('approval_not_found')
  })
})

test('the one search finds what waits by both names, the beginning of its id and its exact amount, for those who read approvals', async () => {
  const zora = await bank.openAccount('Zora')
  const [support, asker] = [
    await bank.openAccount('Sami', { role: 'support' }),
    await bank.openAccount('Yusuf', { role: 'treasury' }),
  ]
  for (const one of [support, asker]) await bank.elevate(one)
  const id = newId()
  expect((await fund(zora, { by: asker, amount: '34567.89', transactionId: id })).status).toBe(202)
  const found = async (q: string, by = dean) =>
    (await bank.call(by, endpoints.searchBank, { query: { q } })).answer.approvals.map((one) => one.id)
  for (const q of ['zor', 'YUSUF', id, id.slice(0, 8), '34,567.89', '$34567.89']) {
    expect([q, await found(q)]).toEqual([q, [id]])
  }
  for (const q of ['€34567.89', '34567.88', '345', 'zora yusuf', '%', 'x'.repeat(100)]) {
    expect([q, await found(q)]).toEqual([q, []])
  }
  expect(await found('zora', support)).toEqual([])
  expect(await codeOf(decline(dean, id))).toBe(204)
  expect(await found(id)).toEqual([])
})

describe('what takes a large amount back from a customer, and the reopening of an account', () => {
  const waits = (reply: { status: number; answer: unknown }) => {
    expect(reply.status).toBe(202)
    return (reply.answer as WaitingAct).waitsForApproval.id
  }

  async function fundedWith25000(name: string) {
    const person = await bank.openAccount(name)
    const id = await asked(person)
    expect(await codeOf(approve(dean, id))).toBe(204)
    return { person, fundingId: id }
  }

  const takeBack = (id: string, amount: string, transactionId: string = randomUUID()) =>
    bank.call(bank.clara, endpoints.takeBackFunding, {
      params: { id },
      body: { transactionId, amount, reason: 'Funded by mistake' },
    })
  const setStatus = (
    id: string,
    status: 'failed' | 'pending' | 'success',
    by = bank.clara,
    changeId: string = randomUUID(),
  ) =>
    bank.call(by, endpoints.setTransactionStatus, {
      params: { id },
      body: { changeId, status, reason: 'Set by mistake' },
    })

  test('a taking back above the amount waits, and is refused when the money has left since', async () => {
    const { person, fundingId } = await fundedWith25000('Quinn')
    expect((await takeBack(fundingId, '10000.00')).status).toBe(201)
    const id = waits(await takeBack(fundingId, '15000.00'))
    expect(waits(await takeBack(fundingId, '15000.00', id))).toBe(id)
    expect((await waiting(tessa))[0]).toMatchObject({ id, sentence: 'Take back $15,000.00 of a funding' })
    const sent = await bank.call(person, endpoints.sendTransfer, { body: transfer({ amount: '5000.00' }) })
    expect(sent.status).toBe(201)
    expect(await codeOf(approve(tessa, id))).toBe('balance_insufficient')
    expect(await codeOf(decline(tessa, id))).toBe(204)
    expect(await balanceOf(person)).toBe('10000.00')
  })

  test('a status that takes a large amount from its receiver waits, is set once, and is refused when it was set since', async () => {
    const { person, fundingId } = await fundedWith25000('Rosa')
    const changeId = waits(await setStatus(fundingId, 'failed'))
    const other = waits(await setStatus(fundingId, 'pending', dean))
    expect((await waiting(omar)).map(({ sentence }) => sentence).toSorted()).toEqual([
      'Set a successful transaction of $25,000.00 to failed',
      'Set a successful transaction of $25,000.00 to pending',
    ])
    expect(await codeOf(approve(tessa, changeId))).toBe('forbidden')
    expect(await codeOf(approve(omar, changeId))).toBe(204)
    expect(await balanceOf(person)).toBe('0.00')
    expect((await setStatus(fundingId, 'failed', bank.clara, changeId)).headers['idempotency-replayed']).toBe(
      'true',
    )
    expect(await codeOf(approve(omar, other))).toBe('status_changed')
    expect(await codeOf(decline(omar, other))).toBe(204)
    // Back to the customer: no one loses anything.
    expect((await setStatus(fundingId, 'success')).status).toBe(200)
  })

  test('a repeat of what waits goes on waiting when it has come under APPROVAL_ABOVE or the status was set since', async () => {
    const { person, fundingId } = await fundedWith25000('Theo')
    const id = await asked(person)
    const takingBackId = waits(await takeBack(fundingId, '15000.00'))
    const changeId = waits(await setStatus(fundingId, 'failed'))
    const other = waits(await setStatus(fundingId, 'pending', dean))
    expect(await codeOf(approve(omar, other))).toBe(204)
    expect(waits(await setStatus(fundingId, 'failed', bank.clara, changeId))).toBe(changeId)
    expect(await codeOf(setStatus(fundingId, 'failed', dean, changeId))).toBe('id_reused')

    const { config } = bank.bank
    const { approvalAboveMinor } = config
    Object.assign(config, { approvalAboveMinor: config.fundingLimitMinor })
    try {
      expect(waits(await fund(person, { transactionId: id }))).toBe(id)
      expect(waits(await takeBack(fundingId, '15000.00', takingBackId))).toBe(takingBackId)
      expect((await setStatus(fundingId, 'success')).status).toBe(200)
      expect(waits(await setStatus(fundingId, 'failed', bank.clara, changeId))).toBe(changeId)
    } finally {
      Object.assign(config, { approvalAboveMinor })
    }
    for (const one of [id, takingBackId]) expect(await codeOf(approve(tessa, one))).toBe(204)
    expect(await balanceOf(person)).toBe('35000.00')
    expect(await codeOf(decline(omar, changeId))).toBe(204)
  })

  test('a status without the seen one takes a large amount from no one who received it while it was being set', async () => {
    const { person, fundingId } = await fundedWith25000('Ulla')
    expect(await codeOf(approve(omar, waits(await setStatus(fundingId, 'pending'))))).toBe(204)
    const lock = `select from users where id = '${bank.clara.userId}' for update`
    await whileRowHeld(bank, lock, async (release) => {
      const failing = codeOf(setStatus(fundingId, 'failed'))
      await lockWaits(bank, 1)
      expect((await setStatus(fundingId, 'success', dean)).status).toBe(200)
      await release()
      expect(await failing).toBe('status_changed')
    })
    expect(await balanceOf(person)).toBe('25000.00')
  })

  test('a status of several transactions is reported as waiting for the one that needs a second person', async () => {
    const { fundingId } = await fundedWith25000('Sven')
    const small = randomUUID()
    const sven = (await bank.call(bank.clara, endpoints.listUsers, { query: { search: 'sven@' } })).answer
      .users[0]!
    await bank.call(bank.clara, endpoints.fundAccount, {
      params: { id: sven.id },
      body: { transactionId: small, amount: '5.00', reason },
    })
    const changes = [fundingId, small].map((id) => ({ id, changeId: randomUUID(), seen: 'success' as const }))
    const body = { status: 'failed' as const, reason: 'Set by mistake', changes }
    const { answer } = await bank.call(bank.clara, endpoints.setTransactionStatuses, { body })
    expect(answer.results.map(({ refusal }) => refusal?.code)).toEqual(['approval_waits', undefined])
    expect(await codeOf(approve(omar, changes[0]!.changeId))).toBe(204)
  })

  test('the reopening of a closed account waits, and is done once', async () => {
    const uma = await bank.openAccount('Uma')
    await bank.bank.db.query('update ledger_accounts set closed_at = now() where id = $1', [uma.account.id])
    const reopen = () =>
      bank.call(bank.clara, endpoints.reopenAccount, {
        params: { id: uma.userId },
        body: { reason: 'Came back' },
      })
    const id = waits(await reopen())
    expect(waits(await reopen())).toBe(id)
    expect(await codeOf(approve(tessa, id))).toBe('forbidden')
    expect((await Promise.all([codeOf(approve(omar, id)), codeOf(approve(dean, id))])).toSorted()).toEqual([
      204,
      'approval_decided',
    ])
    expect(await codeOf(reopen())).toBe('account_open_already')
    const [event] = await auditEventsAbout(bank, uma.userId, 'account_reopened')
    expect(event).toMatchObject({ actor_id: bank.clara.userId, details: { reason: 'Came back' } })
    expect((await mailsTo(bank, uma.email)).length).toBe(1)
  })
})

test('a new e-mail that staff enter waits: its link is mailed when it is approved, and not when the e-mail has changed since', async () => {
  const vera = await bank.openAccount('Vera')
  const enter = async (email: string, by: Person) => {
    const { status, answer } = await correctionOf(bank, vera, { email }, by)
    expect(status).toBe(202)
    return answer!.waitsForApproval.id
  }
  const [first, second] = [await enter('one@new.example', bank.clara), await enter('two@new.example', dean)]
  expect([await mailsTo(bank, vera.email), await mailsTo(bank, 'one@new.example')]).toEqual([[], []])
  expect(await codeOf(approve(tessa, first))).toBe('forbidden')
  expect(await codeOf(approve(omar, first))).toBe(204)
  expect(await mailsTo(bank, 'one@new.example')).toHaveLength(1)
  const asked = await auditEventsAbout(bank, vera.userId, 'email_change_asked')
  expect(asked).toMatchObject([{ actor_id: bank.clara.userId, details: { approvedBy: omar.userId } }])
  await bank.bank.db.query(`update users set email = 'one@new.example' where id = $1`, [vera.userId])
  expect(await codeOf(approve(omar, second))).toBe('profile_outdated')
  expect(await codeOf(decline(omar, second))).toBe(204)
})

test('the database refuses an own approval, another payload, a second decision and a deletion', async () => {
  const pia = await bank.openAccount('Pia')
  const [waits, declined] = [await asked(pia), await asked(pia)]
  await decline(dean, declined)
  const owner = await connectOnce(bank.ownerAddress)
  const refused = async (set: string, id: string, by: Pick<typeof owner, 'query'> = owner) => {
    const attempt = by.query(`update approvals set ${set} where id = '${id}'`)
    return attempt.then(() => undefined).catch((error) => error.code as string)
  }
  const decided = (by: Person) => `decision = 'approved', decided_at = now(), decided_by = '${by.userId}'`
  expect(await refused(decided(bank.clara), waits)).toBe('23514')
  expect(await refused(decided(pia), waits)).toBe('23514')
  expect(await refused(`payload = '{}'`, waits)).toBe('23001')
  expect(await refused(`requested_by = '${dean.userId}'`, waits)).toBe('23001')
  expect(await refused(decided(dean), declined)).toBe('23001')
  expect(await refused(`payload = '{}'`, waits, bank.bank.db)).toBe('42501')
  await expect(owner.query('delete from approvals')).rejects.toThrow('written once')

  // What the constraints allow the owner, the check of the books finds.
  const faultOf = async () => (await checkBooks(owner, () => {})).broken?.fault
  expect(await faultOf()).toBeUndefined()
  await refused(decided(dean), waits)
  expect(await faultOf()).toBe(`approval ${waits} was approved, and no audit event says so`)
  await owner.end()
})

describe('a bank in which no one else can fund', () => {
  let lone: TestBank
  let carl: Person
  beforeAll(async () => {
    lone = await openTestBank()
    carl = await lone.openAccount('Carl', { role: 'treasury' })
    await lone.bank.db.query(`update users set role = 'customer' where id = $1`, [carl.userId])
  })
  beforeEach(() => lone.elevate(lone.clara))
  afterAll(() => lone.close())

  const fundAlone = async () => {
    const { status } = await fund(lone.alice, { by: lone.clara, of: lone })
    return status
  }

  test('a funding is booked at once, and its audit event says that there was no second person', async () => {
    expect(await fundAlone()).toBe(201)
    const [event] = await auditEventsAbout(lone, lone.alice.userId, 'account_funded')
    expect(event!.details).toMatchObject({ noSecondPerson: true })
    const { answer } = await lone.call(lone.clara, endpoints.readUser, { params: { id: lone.alice.userId } })
    expect(answer.approvalAbove).toBeNull()
  })

  test('a funding waits for 7 days after the role of the only second person was taken, and after a deactivation', async () => {
    const params = { id: carl.userId }
    await lone.call(lone.clara, endpoints.giveRole, { params, body: { role: 'treasury' } })
    expect(await fundAlone()).toBe(202)
    await lone.call(lone.clara, endpoints.takeRole, { params })
    expect(await fundAlone()).toBe(202)
    lone.clock.pass(week)
    await lone.elevate(lone.clara)
    expect(await fundAlone()).toBe(201)

    await lone.bank.db.query(`update users set role = 'treasury' where id = $1`, [carl.userId])
    const body = { changeId: randomUUID(), reason: 'On leave' }
    await lone.call(lone.clara, endpoints.deactivateAccount, { params, body })
    expect(await fundAlone()).toBe(202)
    lone.clock.pass(week)
    await lone.elevate(lone.clara)
    expect(await fundAlone()).toBe(201)
  })
})
