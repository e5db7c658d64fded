import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import type { PotView } from '@bank/contract/pots/view'
import { potsMax } from '@bank/contract/pots/view'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { openFurtherAccount } from '../../test/further-account.ts'
import { lockWaits, whileRowHeld } from '../../test/held-row.ts'
import { transfer } from '../../test/transfer.ts'
import { checkBooks } from '../books/check/check-books.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import { roundUp } from './round-up.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

type Opening = { openingId: string; name: string; goal: string | null; lockedUntil: string | null }

async function openPot(owner: Person, wishes: Partial<Opening> = {}, account?: string): Promise<PotView> {
  const { status, answer } = await bank.call(owner, endpoints.openPot, {
    query: account ? { account } : {},
    body: { openingId: randomUUID(), name: 'Holiday', ...wishes },
  })
  expect(status).toBe(201)
  return answer
}

function deposit(owner: Person, id: string, amount: string, transactionId: string = randomUUID()) {
  return bank.call(owner, endpoints.moveIntoPot, { params: { id }, body: { transactionId, amount } })
}

function withdraw(owner: Person, id: string, amount: string, transactionId: string = randomUUID()) {
  return bank.call(owner, endpoints.moveOutOfPot, { params: { id }, body: { transactionId, amount } })
}

async function balanceOf(owner: Person): Promise<string> {
  return (await bank.call(owner, endpoints.readMe)).answer.account.balance
}

async function potsOf(owner: Person) {
  return (await bank.call(owner, endpoints.listPots)).answer.pots
}

/** A day of the bank, a number of days from now. */
function dayIn(days: number): string {
  return new Date(bank.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

describe('a pot', () => {
  test('money moves into a pot and back at once, in the history, and neither is income nor spending', async () => {
    const ella = await bank.openAccount('Ella', { amountMinor: 100_00n })
    const flows = async () =>
      (await bank.call(ella, endpoints.listMonthlyFlows, { query: { months: '1' as never } })).answer.flows
    const before = await flows()
    const pot = await openPot(ella, { goal: '500.00' })
    expect(pot).toMatchObject({
      account: ella.account.number,
      name: 'Holiday',
      currency: 'USD',
      balance: '0.00',
      goal: '500.00',
      targetDay: null,
      lockedUntil: null,
      roundsUp: false,
    })
    bank.clock.pass(1)
    expect((await deposit(ella, pot.id, '60.00')).status).toBe(201)
    bank.clock.pass(1)
    expect((await withdraw(ella, pot.id, '15.50')).status).toBe(201)
    expect([await balanceOf(ella), (await potsOf(ella))[0]!.balance]).toEqual(['55.50', '44.50'])
    await deposit(ella, (await openPot(ella)).id, '0.50')
    const [main] = (await bank.call(ella, endpoints.listAccounts)).answer.accounts
    expect([main!.balance, main!.inPots]).toEqual(['55.00', '45.00'])
    const { answer } = await bank.call(ella, endpoints.listTransactions)
    expect(answer.transactions.slice(1, 3).map((row) => [row.type, row.amount, row.description])).toEqual([
      ['credit', '15.50', 'Moved out of your pot “Holiday”'],
      ['debit', '60.00', 'Moved into your pot “Holiday”'],
    ])
    expect(await flows()).toEqual(before)
  })

  test('the same opening or movement sent again is done once, also after the pot got another name', async () => {
    const frank = await bank.openAccount('Frank', { amountMinor: 20_00n })
    const openingId = randomUUID()
    const pots = await Promise.all([1, 2].map(() => openPot(frank, { openingId })))
    expect([pots[0]!.id, pots[1]!.id, await potsOf(frank)]).toEqual([openingId, openingId, [pots[0]]])
    const id = randomUUID()
    await deposit(frank, openingId, '5.00', id)
    const form = { name: 'Car' }
    await bank.call(frank, endpoints.changePot, { params: { id: openingId }, body: form })
    const again = await deposit(frank, openingId, '5.00', id)
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
    expect((await deposit(frank, openingId, '6.00', id)).problem.code).toBe('id_reused')
    expect(await balanceOf(frank)).toBe('15.00')
  })

  test('a pot cannot hold more than the account has, nor give more than it holds', async () => {
    const gina = await bank.openAccount('Gina', { amountMinor: 10_00n })
    const { id } = await openPot(gina)
    expect((await deposit(gina, id, '10.01')).problem.code).toBe('balance_insufficient')
    await deposit(gina, id, '10.00')
    expect((await withdraw(gina, id, '10.01')).problem.code).toBe('balance_insufficient')
    expect([await balanceOf(gina), (await potsOf(gina))[0]!.balance]).toEqual(['0.00', '10.00'])
  })

  test('another customer’s pot is not found, like one that does not exist', async () => {
    const { id } = await openPot(bank.alice)
    const hugo = await bank.openAccount('Hugo', { amountMinor: 10_00n })
    for (const unknown of [id, randomUUID()]) {
      const params = { id: unknown }
      const replies = [
        await deposit(hugo, unknown, '1.00'),
        await withdraw(hugo, unknown, '1.00'),
        await bank.call(hugo, endpoints.changePot, { params, body: { name: 'Mine' } }),
        await bank.call(hugo, endpoints.closePot, { params }),
        await bank.call(hugo, endpoints.turnOnRoundUp, { params }),
        await bank.call(hugo, endpoints.turnOffRoundUp, { params }),
      ]
      expect(replies.map(({ status, problem }) => `${status} ${problem.code}`)).toEqual(
        replies.map(() => '404 pot_not_found'),
      )
    }
  })

  test.each([
    ['a goal of 0', { goal: '0.00' }, '/goal', 'Enter an amount above 0'],
    ['no name', { name: ' ' }, '/name', 'Name is required'],
    ['a name that reverses text', { name: '\u202eraC' }, '/name', 'Name has characters that can’t be shown'],
    ['a lock until today', { lockedUntil: '2026-01-01' }, '/lockedUntil', 'Choose a day in the future'],
    [
      'a lock of more than 5 years',
      { lockedUntil: '2999-12-31' },
      '/lockedUntil',
      'Choose a day within the next 5 years',
    ],
    [
      'a goal that the books cannot hold',
      { goal: '92233720368547758.08' },
      '/goal',
      'Enter a smaller amount',
    ],
    ['a target day that has passed', { targetDay: '2026-01-01' }, '/targetDay', 'Choose a day in the future'],
    ['a day that does not exist', { targetDay: '2027-02-29' }, '/targetDay', 'Enter a real date'],
  ])('a pot with %s is refused on its field', async (_, wishes, pointer, detail) => {
    const body = { openingId: randomUUID(), name: 'Car', ...wishes }
    const { status, problem } = await bank.call(bank.alice, endpoints.openPot, { body })
    expect([status, problem.errors]).toEqual([422, [{ pointer, detail }]])
  })

  test('a target day that has passed stays while something else is changed, and another past day is refused', async () => {
    const jill = await bank.openAccount('Jill')
    const { id } = await openPot(jill)
    await bank.bank.db.query('update pots set target_day = $2 where opening_id = $1', [id, dayIn(-10)])
    const change = (targetDay: string) =>
      bank.call(jill, endpoints.changePot, { params: { id }, body: { name: 'Car', targetDay } })
    expect((await change(dayIn(-10))).status).toBe(204)
    const { status, problem } = await change(dayIn(-9))
    expect([status, problem.code, problem.errors]).toEqual([
      422,
      'pot_day_past',
      [{ pointer: '/targetDay', detail: 'Choose a day in the future' }],
    ])
    expect((await change(dayIn(1))).status).toBe(204)
  })

  test('of many pots opened at once no more than the maximum are opened', async () => {
    const iris = await bank.openAccount('Iris')
    await bank.call(iris, endpoints.readMe)
    const open = () =>
      bank.call(iris, endpoints.openPot, { body: { openingId: randomUUID(), name: 'Holiday' } })
    const replies = await Promise.all(Array.from({ length: potsMax + 3 }, open))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(potsMax)
    expect(replies.filter(({ problem }) => problem?.code === 'pots_too_many')).toHaveLength(3)
  })

  test('a deactivated customer moves no money into a pot or out of it', async () => {
    const jan = await bank.openAccount('Jan', { amountMinor: 10_00n })
    const { id } = await openPot(jan)
    await deposit(jan, id, '4.00')
    await bank.elevate(bank.clara)
    await bank.call(bank.clara, endpoints.deactivateAccount, {
      params: { id: jan.userId },
      body: { changeId: randomUUID() },
    })
    jan.cookies.clear()
    for (const reply of [await deposit(jan, id, '1.00'), await withdraw(jan, id, '1.00')]) {
      expect([reply.status, reply.problem.code]).toEqual([403, 'account_inactive'])
    }
  })
})

describe('the lock of a pot', () => {
  test('no money leaves a locked pot before its day, and a lock can be extended only', async () => {
    const kim = await bank.openAccount('Kim', { amountMinor: 10_00n })
    const { id } = await openPot(kim, { lockedUntil: dayIn(10) })
    await deposit(kim, id, '10.00')
    const refused = await withdraw(kim, id, '1.00')
    expect([refused.status, refused.problem.code]).toEqual([422, 'pot_locked'])
    expect(refused.problem.detail).toMatch(/^This pot is locked until \w+ \d+, \d{4}$/)
    const lock = (lockedUntil: string | null) =>
      bank.call(kim, endpoints.changePot, { params: { id }, body: { name: 'Holiday', lockedUntil } })
    for (const shorter of [null, dayIn(9)]) {
      expect((await lock(shorter)).problem.code).toBe('pot_lock_shortened')
    }
    expect((await lock(dayIn(20))).status).toBe(204)
    bank.clock.pass(19 * 24 * 60)
    kim.cookies.clear()
    expect((await withdraw(kim, id, '1.00')).problem.code).toBe('pot_locked')
    bank.clock.pass(24 * 60)
    kim.cookies.clear()
    expect((await withdraw(kim, id, '1.00')).status).toBe(201)
    expect((await lock(null)).status).toBe(204)
  })

  test('a lock that is set while money leaves the pot holds from the end of that movement on', async () => {
    const kira = await bank.openAccount('Kira', { amountMinor: 10_00n })
    const { id } = await openPot(kira)
    await deposit(kira, id, '10.00')
    const ledgerRow = `select from ledger_accounts where id = (select id from pots where opening_id = '${id}') for update`
    await whileRowHeld(bank, ledgerRow, async (release) => {
      const out = withdraw(kira, id, '1.00')
      await lockWaits(bank, 1)
      const body = { name: 'Holiday', lockedUntil: dayIn(10) }
      const locked = bank.call(kira, endpoints.changePot, { params: { id }, body })
      await lockWaits(bank, 2)
      await release()
      expect([(await out).status, (await locked).status]).toEqual([201, 204])
    })
    expect((await withdraw(kira, id, '1.00')).problem.code).toBe('pot_locked')
  })

  test('money that waits for a lock to be set stays in the pot', async () => {
    const klara = await bank.openAccount('Klara', { amountMinor: 10_00n })
    const { id } = await openPot(klara)
    await deposit(klara, id, '10.00')
    const locking = `update pots set locked_until = '${dayIn(10)}' where opening_id = '${id}'`
    await whileRowHeld(bank, locking, async (release) => {
      const out = withdraw(klara, id, '1.00')
      await lockWaits(bank, 1)
      await release()
      expect((await out).problem.code).toBe('pot_locked')
    })
    expect(await balanceOf(klara)).toBe('0.00')
  })
})

describe('closing a pot', () => {
  test('a pot is closed once it is empty; its movements stay, and a repeat of one still gets its answer', async () => {
    const lena = await bank.openAccount('Lena', { amountMinor: 10_00n })
    const { id } = await openPot(lena)
    const moved = randomUUID()
    await deposit(lena, id, '10.00', moved)
    const close = () => bank.call(lena, endpoints.closePot, { params: { id } })
    expect((await close()).problem.code).toBe('pot_not_empty')
    await withdraw(lena, id, '10.00')
    expect((await close()).status).toBe(204)
    expect(await potsOf(lena)).toEqual([])
    expect((await close()).problem.code).toBe('pot_not_found')
    expect((await deposit(lena, id, '10.00', moved)).status).toBe(201)
    expect((await deposit(lena, id, '10.00')).problem.code).toBe('pot_not_found')
    expect(await balanceOf(lena)).toBe('10.00')
  })

  test('of a deposit and a closing at the same time, one is refused and no money is left in a closed pot', async () => {
    const mia = await bank.openAccount('Mia', { amountMinor: 100_00n })
    await bank.call(mia, endpoints.readMe)
    for (let round = 0; round < 10; round++) {
      const { id } = await openPot(mia)
      const [deposited, closed] = await Promise.all([
        deposit(mia, id, '1.00'),
        bank.call(mia, endpoints.closePot, { params: { id } }),
      ])
      const isOpen = (await potsOf(mia)).some((pot) => pot.id === id)
      expect([deposited.status === 201, closed.status === 204]).toEqual([isOpen, !isOpen])
      if (isOpen) expect((await withdraw(mia, id, '1.00')).status).toBe(201)
    }
    expect(await balanceOf(mia)).toBe('100.00')
  })

  test('an administrator cannot return money to a closed pot or account by a status change', async () => {
    const nora = await bank.openAccount('Nora', { amountMinor: 10_00n })
    const { id } = await openPot(nora)
    await deposit(nora, id, '10.00')
    const out = randomUUID()
    await withdraw(nora, id, '10.00', out)
    await bank.call(nora, endpoints.closePot, { params: { id } })
    await bank.elevate(bank.clara)
    const body = { changeId: randomUUID(), status: 'failed', reason: 'Returned' } as const
    const { status, problem } = await bank.call(bank.clara, endpoints.setTransactionStatus, {
      params: { id: out },
      body,
    })
    expect([status, problem.detail]).toEqual([409, 'This account is closed'])
    expect(await balanceOf(nora)).toBe('10.00')
  })
})

describe('round-up', () => {
  const turnOn = (owner: Person, id: string) => bank.call(owner, endpoints.turnOnRoundUp, { params: { id } })
  const pay = async (owner: Person, amount: string, wishes = {}) => {
    const body = transfer({ amount, ...wishes })
    expect((await bank.call(owner, endpoints.sendTransfer, { body })).status).toBe(201)
    return body.transactionId
  }
  /** Rounds of the job until nothing is left to do, of two processes at once, when everything is released. */
  async function runJob(owner: Person): Promise<void> {
    bank.clock.pass(31)
    for (const { cookies } of [owner, bank.clara]) cookies.clear()
    while ((await Promise.all([roundUp(bank.bank), roundUp(bank.bank)])).some((count) => count > 0));
  }

  test('each transfer after the switch is rounded up once, and nothing else is', async () => {
    const otto = await bank.openAccount('Otto', { amountMinor: 100_00n })
    const ruth = await bank.openAccount('Ruth')
    const savings = await openFurtherAccount(bank, otto)
    const { id } = await openPot(otto)
    await pay(otto, '1.01')
    expect((await turnOn(otto, id)).status).toBe(204)
    const { rows: before } = await bank.bank.db.query(
      'select rounded_seq as seq from pots where opening_id = $1',
      [id],
    )
    const rounded = await pay(otto, '2.30')
    const whole = await pay(otto, '3.00')
    const inside = await pay(otto, '0.01', {
      account_number: ruth.account.number,
      bank_name: bank.bank.config.bankName,
    })
    const body = { transactionId: randomUUID(), to: savings.number, amount: '5.55' }
    await bank.call(otto, endpoints.sendOwnTransfer, { body })
    await deposit(otto, id, '1.11')
    await runJob(otto)
    // 0.70 and 0.99, and the deposit.
    expect((await potsOf(otto))[0]).toMatchObject({ balance: '2.80', roundsUp: true })
    // A process that ended before it had noted what it rounded up leaves it to the next one.
    await bank.bank.db.query('update pots set rounded_seq = $2 where opening_id = $1', [id, before[0].seq])
    await runJob(otto)
    expect((await potsOf(otto))[0]!.balance).toBe('2.80')
    const roundUpOf = async (who: Person, transactionId: string) =>
      (await bank.call(who, endpoints.readTransaction, { params: { id: transactionId } })).answer.roundUp
    const pots = await bank.call(otto, endpoints.listTransactions, { query: { q: 'Rounded up' } })
    const { balanceAfter } = pots.answer.transactions.find(({ amount }) => amount === '0.70')!
    expect(await roundUpOf(otto, rounded)).toEqual({ pot: 'Holiday', amount: '0.70', balanceAfter })
    expect(await roundUpOf(otto, whole)).toBeNull()
    // The payee does not learn that the payer saves.
    expect(await roundUpOf(ruth, inside)).toBeNull()
    const named = async () => (await bank.call(otto, endpoints.readMe)).answer.account.roundUpPot
    expect(await named()).toBe('Holiday')
    await bank.call(otto, endpoints.turnOffRoundUp, { params: { id } })
    await pay(otto, '1.50')
    await runJob(otto)
    expect((await potsOf(otto))[0]).toMatchObject({ balance: '2.80', roundsUp: false })
    expect(await named()).toBeNull()
    expect(await roundUpOf(otto, rounded)).toMatchObject({ amount: '0.70' })
  })

  test('a transfer that fails later stays rounded up, and one that the balance does not cover is skipped for ever', async () => {
    const paula = await bank.openAccount('Paula', { amountMinor: 10_00n })
    const { id } = await openPot(paula)
    await turnOn(paula, id)
    const failing = await pay(paula, '1.50')
    await runJob(paula)
    await bank.elevate(bank.clara)
    await bank.call(bank.clara, endpoints.setTransactionStatus, {
      params: { id: failing },
      body: { changeId: randomUUID(), status: 'failed', reason: 'Returned' },
    })
    await pay(paula, '9.40')
    await runJob(paula)
    // 0.50 of the first; 0.10 is left, and the second would need 0.60.
    expect([await balanceOf(paula), (await potsOf(paula))[0]!.balance]).toEqual(['0.10', '0.50'])
    await withdraw(paula, id, '0.50')
    await runJob(paula)
    expect((await potsOf(paula))[0]!.balance).toBe('0.00')
  })

  test('what its sender can still take back is not rounded up, nor is what was taken back', async () => {
    const rita = await bank.openAccount('Rita', { amountMinor: 10_00n })
    const { id } = await openPot(rita)
    await turnOn(rita, id)
    const taken = await pay(rita, '1.60')
    await pay(rita, '1.25')
    expect(await roundUp(bank.bank)).toBe(0)
    const body = { changeId: randomUUID() }
    await bank.call(rita, endpoints.takeBackTransfer, { params: { id: taken }, body })
    // The first is settled now; the second still waits.
    await roundUp(bank.bank)
    expect((await potsOf(rita))[0]!.balance).toBe('0.00')
    await runJob(rita)
    expect((await potsOf(rita))[0]!.balance).toBe('0.75')
  })

  test('transfers are rounded up into one pot: the one that was chosen last', async () => {
    const quinn = await bank.openAccount('Quinn', { amountMinor: 10_00n })
    const [first, second] = [await openPot(quinn), await openPot(quinn)]
    await turnOn(quinn, first.id)
    await turnOn(quinn, second.id)
    await pay(quinn, '1.25')
    await runJob(quinn)
    expect((await potsOf(quinn)).map(({ balance, roundsUp }) => [balance, roundsUp])).toEqual([
      ['0.00', false],
      ['0.75', true],
    ])
  })
})

// Last: the books with all pots of this file.
test('the books with pots and round-ups are in order, and accounts and pots add up to the bank’s debt', async () => {
  const connection = await connectOnce(bank.ownerAddress)
  const lines: string[] = []
  const { broken } = await checkBooks(connection, (line) => lines.push(line)).finally(() => connection.end())
  expect(broken).toBeNull()
  const { rows } = await bank.bank.db.query<{ kind: string; sum: string }>(
    `select l.kind, (sum(e.amount_minor) / 100)::numeric(20, 2)::text as sum
       from entries e join ledger_accounts l on l.id = e.ledger_account_id
      where l.currency = 'USD' and l.kind in ('customer', 'pot')
      group by l.kind order by l.kind`,
  )
  const [accounts, pots] = rows.map(({ sum }) => sum)
  expect(Number(pots)).toBeGreaterThan(0)
  const debt = (Number(accounts) + Number(pots)).toFixed(2)
  expect(lines).toContain(
    `In USD, customers' accounts with ${accounts} and pots with ${pots} add up to the bank's debt of ${debt}.`,
  )
})
