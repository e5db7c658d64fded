import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEventsAbout } from '../../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../../test/bank.ts'
import { closeAccount, openFurtherAccount } from '../../../test/further-account.ts'
import { transfer } from '../../../test/transfer.ts'
import { confirmIdentity } from '../../../test/two-factor.ts'
import { checkBooks } from '../../books/check/check-books.ts'
import { connectOnce } from '../../postgres/connect-once.ts'
import { roundUp } from '../../pots/round-up.ts'
import { liftDueHolds } from './lift-due-holds.ts'

let bank: TestBank
beforeAll(async () => {
  // Transfers are rounded up immediately.
  bank = await openTestBank({ releaseAfterMinutes: 0 })
})
beforeEach(() => bank.elevate(bank.clara))
afterAll(async () => {
  // Whatever the tests have moved left what was held then.
  const connection = await connectOnce(bank.ownerAddress)
  const { broken } = await checkBooks(connection, () => {}).finally(() => connection.end())
  await bank.close()
  expect(broken).toBeNull()
})

const reason = 'Suspected fraud'

function place(
  who: Person,
  amount: string,
  wishes: Readonly<Record<string, unknown>> = {},
  account?: string,
) {
  return bank.call(bank.clara, endpoints.placeHold, {
    params: { id: who.userId },
    query: account ? { account } : {},
    body: { holdId: randomUUID(), amount, reason, ...wishes },
  })
}
const lift = (id: string) => bank.call(bank.clara, endpoints.liftHold, { params: { id }, body: { reason } })
const holdsOf = async (who: Person) =>
  (await bank.call(bank.clara, endpoints.listHolds, { params: { id: who.userId } })).answer.holds
const pay = (who: Person, amount: string) =>
  bank.call(who, endpoints.sendTransfer, { body: transfer({ amount }) })
const accountOf = async (who: Person) => (await bank.call(who, endpoints.readMe)).answer.account

test('a hold stays on the account whatever the customer moves, and the customer sees its sum without the reason', async () => {
  const anna = await bank.openAccount('Anna', { amountMinor: 100_00n })
  const { number } = await openFurtherAccount(bank, anna)
  const { answer: pot } = await bank.call(anna, endpoints.openPot, {
    body: { openingId: randomUUID(), name: 'Car' },
  })
  expect((await place(anna, '60.00')).status).toBe(204)
  const seen = await bank.call(anna, endpoints.readMe)
  expect(seen.answer.account).toMatchObject({ balance: '100.00', held: '60.00', available: '40.00' })
  expect(JSON.stringify(seen.answer)).not.toContain(reason)

  const refused = [
    await pay(anna, '40.01'),
    await bank.call(anna, endpoints.sendOwnTransfer, {
      body: { transactionId: randomUUID(), to: number, amount: '40.01' },
    }),
    await bank.call(anna, endpoints.moveIntoPot, {
      params: { id: pot.id },
      body: { transactionId: randomUUID(), amount: '40.01' },
    }),
  ]
  for (const { status, problem } of refused) {
    expect([status, problem.code, problem.detail]).toEqual([
      422,
      'balance_held',
      'The bank holds $60.00 of this balance',
    ])
  }
  expect((await pay(anna, '100.01')).problem.code).toBe('balance_insufficient')
  await bank.call(anna, endpoints.turnOnRoundUp, { params: { id: pot.id } })
  expect((await pay(anna, '39.50')).status).toBe(201)
  expect((await pay(anna, '0.40')).status).toBe(201)
  await roundUp(bank.bank)
  // $0.50 and $0.60 would have been rounded up, of $0.10.
  expect(await accountOf(anna)).toMatchObject({ balance: '60.10', available: '0.10', inPots: '0.00' })

  const [hold] = await holdsOf(anna)
  expect(hold).toMatchObject({ amount: '60.00', reason, placedBy: 'Clara', liftsOn: null })
  expect((await lift(hold!.id)).status).toBe(204)
  expect((await pay(anna, '60.10')).status).toBe(201)
  const events = await auditEventsAbout(bank, anna.userId, 'hold_placed')
  expect(events).toEqual([
    {
      actor_id: bank.clara.userId,
      action: 'hold_placed',
      details: { id: hold!.id, amount: '60.00', currency: 'USD', reason },
    },
  ])
})

test('staff may take back and set statuses of what is held, and then the customer moves nothing', async () => {
  const bert = await bank.openAccount('Bert', { amountMinor: 30_00n })
  const transactionId = randomUUID()
  await bank.call(bank.clara, endpoints.fundAccount, {
    params: { id: bert.userId },
    body: { transactionId, amount: '50.00', reason: 'Deposit' },
  })
  await place(bert, '80.00')
  const body = { transactionId: randomUUID(), amount: '40.00', reason: 'Recalled' }
  const taken = await bank.call(bank.clara, endpoints.takeBackFunding, {
    params: { id: transactionId },
    body,
  })
  expect(taken.status).toBe(201)
  expect(await accountOf(bert)).toMatchObject({ balance: '40.00', held: '80.00', available: '0.00' })
  expect((await pay(bert, '0.01')).problem.code).toBe('balance_held')
})

test('a hold is refused above what is free, on the own account, on a closed one and on a wrong day; a frozen one can be held', async () => {
  const cora = await bank.openAccount('Cora', { amountMinor: 10_00n })
  expect((await bank.call(cora, endpoints.freeze)).status).toBe(204)
  expect((await place(cora, '10.01')).problem.detail).toBe('At most $10.00 of this account can be held')
  expect((await place(cora, '4.00')).status).toBe(204)
  expect((await place(cora, '6.01')).problem.detail).toBe('At most $6.00 of this account can be held')
  const dirk = await bank.openAccount('Dirk', { amountMinor: 10_00n })
  const { number } = await openFurtherAccount(bank, dirk)
  await closeAccount(bank, dirk, number)
  const refused = [
    await place(dirk, '1.00', {}, number),
    await place(bank.clara, '1.00'),
    await place(dirk, '1.00', {}, bank.alice.account.number),
    await place(dirk, '1.00', { liftsOn: '2026-11-21' }),
    await place(dirk, '1.00', { liftsOn: '2031-11-22' }),
    await place(dirk, '1.00', { liftsOn: '2026-02-30' }),
    await place(dirk, '1.00', { reason: '\t' }),
    await place(dirk, '-1.00'),
  ]
  expect(refused.map(({ problem }) => problem.code)).toEqual([
    'account_closed',
    'own_account_edited',
    'account_not_found',
    'hold_day_wrong',
    'hold_day_wrong',
    'validation',
    'validation',
    'validation',
  ])
  expect(await holdsOf(dirk)).toEqual([])
})

test('a hold that is sent twice is one, and one that is lifted twice is refused the second time', async () => {
  const elsa = await bank.openAccount('Elsa', { amountMinor: 10_00n })
  const holdId = randomUUID()
  const sent = await Promise.all([1, 2, 3].map(() => place(elsa, '6.00', { holdId })))
  expect(sent.map(({ status }) => status)).toEqual([204, 204, 204])
  expect((await place(elsa, '4.00', { holdId })).problem.code).toBe('id_reused')
  expect(await accountOf(elsa)).toMatchObject({ held: '6.00', available: '4.00' })
  const lifted = await Promise.all([lift(holdId), lift(holdId)])
  expect(lifted.map(({ status }) => status).sort()).toEqual([204, 409])
  expect((await lift(holdId)).problem.detail).toBe('This hold was already lifted')
  expect((await lift(randomUUID())).problem.code).toBe('hold_not_found')
  expect(await accountOf(elsa)).toMatchObject({ held: '0.00', available: '10.00' })
})

test('an account has at most twenty holds', async () => {
  const fred = await bank.openAccount('Fred', { amountMinor: 100_00n })
  for (let count = 1; count <= 20; count++) expect((await place(fred, '1.00')).status).toBe(204)
  expect((await place(fred, '1.00')).problem.detail).toBe(
    'An account can have at most 20 holds. Lift one first',
  )
})

test('an account with a hold is not closed, also when nothing is left on it', async () => {
  const gina = await bank.openAccount('Gina', { amountMinor: 5_00n })
  const close = async () => {
    await confirmIdentity(bank, gina)
    return bank.call(gina, endpoints.closeAccount, { params: { number: gina.account.number }, body: {} })
  }
  await place(gina, '5.00')
  const { status, problem } = await close()
  expect([status, problem.code]).toEqual([409, 'account_has_hold'])
})

test('of 20 payments at the same time as a hold, those after it leave what is held', async () => {
  const hugo = await bank.openAccount('Hugo', { amountMinor: 20_00n })
  const [held, ...paid] = await Promise.all([
    place(hugo, '10.00'),
    ...Array.from({ length: 20 }, () => pay(hugo, '1.00')),
  ])
  const { balance, available } = await accountOf(hugo)
  const booked = paid.filter(({ status }) => status === 201).length
  expect(Number(balance)).toBe(20 - booked)
  // Placed before the money was gone, or refused because too much of it was.
  if (held!.status === 204) expect(Number(available)).toBe(10 - booked)
  else expect([held!.problem.code, Number(balance) < 10]).toEqual(['hold_too_large', true])
})

test('a job lifts a hold on its day, once, and the log says so', async () => {
  const ida = await bank.openAccount('Ida', { amountMinor: 10_00n })
  await place(ida, '6.00', { liftsOn: '2026-11-23' })
  await place(ida, '1.00')
  const at = (moment: string) => liftDueHolds(bank.bank, new Date(moment))
  expect(await at('2026-11-22T23:59:59Z')).toBe(0)
  expect(await accountOf(ida)).toMatchObject({ held: '7.00' })
  await Promise.all([at('2026-11-23T00:00:01Z'), at('2026-11-23T00:00:01Z')])
  expect(await accountOf(ida)).toMatchObject({ held: '1.00', available: '9.00' })
  expect(await at('2026-11-23T00:00:02Z')).toBe(0)
  const events = await auditEventsAbout(bank, ida.userId, 'hold_lifted')
  expect(events).toMatchObject([{ actor_id: null, details: { amount: '6.00', liftsOn: '2026-11-23' } }])
})
