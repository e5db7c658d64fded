import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { auditEventsAbout, mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { openFurtherAccount, opening } from '../../test/further-account.ts'
import { lockWaits, whileRowHeld } from '../../test/held-row.ts'
import { transfer } from '../../test/transfer.ts'
import { confirmIdentity } from '../../test/two-factor.ts'
import { waitUntil } from '../../test/wait-until.ts'
import { checkBooks } from '../books/check/check-books.ts'
import { connectOnce } from '../postgres/connect-once.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())

async function accountsOf(who: Person) {
  return (await bank.call(who, endpoints.listAccounts)).answer.accounts
}

/** Sends the closing with a confirmation of its own. */
async function close(who: Person, number: string, to?: string) {
  await confirmIdentity(bank, who)
  return bank.call(who, endpoints.closeAccount, { params: { number }, body: to === undefined ? {} : { to } })
}

function moveOwn(who: Person, from: string, to: string, amount: string) {
  const body = { transactionId: randomUUID(), to, amount }
  return bank.call(who, endpoints.sendOwnTransfer, { query: { account: from }, body })
}

function signIn({ email }: Person) {
  return bank.call(newVisitor(), endpoints.signIn, { body: { email, password } })
}

function inside(to: string, amount: string) {
  return transfer({ account_number: to, bank_name: bank.bank.config.bankName, amount })
}

const rowOf = ({ userId }: Person) => `select from users where id = '${userId}' for update`

const ledgerRowOf = (number: string) =>
  `select from ledger_accounts where id = (select id from accounts where number = '${number}') for update`

/** The instructions that the books have not answered yet. */
async function instructionsWaiting(): Promise<number> {
  const read = await Promise.all(bank.bank.measures.map((metric) => metric.get()))
  return read.find(({ name }) => name === 'bank_instructions_waiting')!.values[0]!.value
}

/** A customer with this much on the main account and 60.00 on a further one, whose number is `further`. */
async function openTwo(name: string) {
  const who = await bank.openAccount(name, { amountMinor: 100_00n })
  const { number: further } = await openFurtherAccount(bank, who)
  expect((await moveOwn(who, who.account.number, further, '60.00')).status).toBe(201)
  return { who, main: who.account.number, further }
}

describe('closing an account', () => {
  test('a closed account is empty, its rest is on the account that the customer chose, and its history stays', async () => {
    const { who, main, further } = await openTwo('Ella')
    bank.clock.pass(1)
    expect((await close(who, further, main)).status).toBe(204)
    const closedAt = bank.clock.now().toISOString()
    expect(
      (await accountsOf(who)).map((account) => [account.number, account.balance, account.closedAt]),
    ).toEqual([
      [main, '100.00', null],
      [further, '0.00', closedAt],
    ])
    const query = { account: further }
    const { answer: history } = await bank.call(who, endpoints.listTransactions, { query })
    expect(history.transactions.map(({ type, amount, description }) => [type, amount, description])).toEqual([
      ['debit', '60.00', `Moved to your account ${main}`],
      ['credit', '60.00', `Moved from your account ${main}`],
    ])
    expect((await bank.call(who, endpoints.readStatement, { query })).answer.closing).toBe('0.00')
    expect(await auditEventsAbout(bank, who.userId, 'account_closed')).toEqual([
      { actor_id: who.userId, action: 'account_closed', details: { accountNumber: further } },
    ])
    const [mail] = await mailsTo(bank, who.email, 'Your Truepenny account is closed')
    expect(mail!.text).toContain(`You closed your account ··${further.slice(-4)}.`)
  })

  test('nothing is booked on a closed account: not from it, to it, by staff or by a status change', async () => {
    const { who, main, further } = await openTwo('Frank')
    const query = { account: further }
    const funding = { transactionId: randomUUID(), amount: '5.00', reason: 'Deposit' }
    const funded = { params: { id: who.userId }, query }
    expect((await bank.call(bank.clara, endpoints.fundAccount, { ...funded, body: funding })).status).toBe(
      201,
    )
    await close(who, further, main)
    const status = (id: string) =>
      bank.call(bank.clara, endpoints.setTransactionStatus, {
        params: { id },
        body: { changeId: randomUUID(), status: 'failed', reason: 'Returned' },
      })
    const refused = [
      await bank.call(who, endpoints.sendTransfer, { query, body: transfer({ amount: '1.00' }) }),
      await moveOwn(who, main, further, '1.00'),
      await moveOwn(who, further, main, '1.00'),
      await bank.call(bank.clara, endpoints.fundAccount, {
        ...funded,
        body: { ...funding, transactionId: randomUUID(), again: true },
      }),
      await status(funding.transactionId),
      await bank.call(who, endpoints.openPot, { query, body: { openingId: randomUUID(), name: 'Car' } }),
    ]
    expect(refused.map(({ status, problem }) => [status, problem.detail])).toEqual(
      refused.map(() => [409, 'This account is closed']),
    )
    const gift = await bank.call(bank.alice, endpoints.sendTransfer, { body: inside(further, '1.00') })
    expect([gift.status, gift.problem.errors]).toEqual([
      422,
      [{ pointer: '/account_number', detail: 'This account is closed' }],
    ])
    // What was booked before gets its first answer again.
    expect((await bank.call(bank.clara, endpoints.fundAccount, { ...funded, body: funding })).status).toBe(
      201,
    )
  })

  test('a closing that is sent again, or many times at once, moves the rest once and closes once', async () => {
    const { who, main, further } = await openTwo('Grace')
    await confirmIdentity(bank, who)
    const body = { to: main }
    const replies = await Promise.all(
      [1, 2, 3].map(() => bank.call(who, endpoints.closeAccount, { params: { number: further }, body })),
    )
    expect(replies.map(({ status }) => status)).toContain(204)
    expect((await close(who, further, main)).status).toBe(204)
    expect((await accountsOf(who)).map(({ balance }) => balance)).toEqual(['100.00', '0.00'])
    expect(await auditEventsAbout(bank, who.userId, 'account_closed')).toHaveLength(1)
  })

  test('an account that receives transfers while it is closed is closed empty or stays open', async () => {
    const { who, main, further } = await openTwo('Hugo')
    await confirmIdentity(bank, who)
    const sent = Array.from({ length: 20 }, () =>
      bank.call(bank.alice, endpoints.sendTransfer, { body: inside(further, '0.01') }),
    )
    const closing = bank.call(who, endpoints.closeAccount, {
      params: { number: further },
      body: { to: main },
    })
    const [{ status, problem }, ...transfers] = await Promise.all([closing, ...sent])
    expect([204, 409]).toContain(status)
    if (status === 409) expect(problem.code).toBe('account_not_empty')
    const arrived = transfers.filter((reply) => reply.status === 201).length
    for (const reply of transfers)
      if (reply.status !== 201) expect(reply.problem.code).toMatch(/account_closed$/)
    const [first, second] = await accountsOf(who)
    if (second!.closedAt !== null) expect(second!.balance).toBe('0.00')
    const sum = Math.round((Number(first!.balance) + Number(second!.balance)) * 100)
    expect(sum).toBe(100_00 + arrived)
    const connection = await connectOnce(bank.ownerAddress)
    expect((await checkBooks(connection, () => {})).broken).toBeNull()
    await connection.end()
  })

  test('an account that is closed before transfers to it are booked refuses them, and keeps no money', async () => {
    const { who, main, further } = await openTwo('Hedda')
    await confirmIdentity(bank, who)
    const body = { to: main }
    let closing: ReturnType<typeof close>
    await whileRowHeld(bank, rowOf(who), async (releaseUser) => {
      closing = bank.call(who, endpoints.closeAccount, { params: { number: further }, body })
      // It has moved the rest.
      await lockWaits(bank, 1)
      await whileRowHeld(bank, ledgerRowOf(further), async (releaseAccount) => {
        await releaseUser()
        await lockWaits(bank, 1)
        const sent = [1, 2, 3].map(() =>
          bank.call(bank.alice, endpoints.sendTransfer, { body: inside(further, '0.01') }),
        )
        await lockWaits(bank, 2)
        await releaseAccount()
        expect((await closing).status).toBe(204)
        for (const { problem } of await Promise.all(sent)) expect(problem.code).toBe('payee_account_closed')
      })
    })
    expect((await accountsOf(who)).map(({ balance }) => balance)).toEqual(['100.00', '0.00'])
  })

  test('an account that sends its money while it is closed sends it once, and is closed with what is left moved', async () => {
    const { who, main, further } = await openTwo('Helge')
    const { replies, closed } = await closeWhileSending(who, { further, main }, (amount) =>
      inside(bank.alice.account.number, amount),
    )
    expect(replies).toEqual([201, 201])
    expect(closed.status).toBe(204)
    expect((await accountsOf(who)).map(({ balance, closedAt }) => [balance, closedAt !== null])).toEqual([
      ['50.00', false],
      ['0.00', true],
    ])
  })

  test('an account whose payment becomes pending while it is closed stays open', async () => {
    const { who, main, further } = await openTwo('Heidi')
    const { replies, closed } = await closeWhileSending(who, { further, main }, (amount) =>
      transfer({ amount }),
    )
    expect(replies).toEqual([201, 201])
    expect([closed.status, closed.problem.code]).toEqual([409, 'account_has_pending'])
    expect((await accountsOf(who)).map(({ balance, closedAt }) => [balance, closedAt])).toEqual([
      ['50.00', null],
      ['0.00', null],
    ])
  })

  /** Sends 25.00 twice from an account with 60.00, whose closing has begun to move the 60.00 before the transfers are booked. */
  async function closeWhileSending(
    who: Person,
    { further, main }: { further: string; main: string },
    transferOf: (amount: string) => ReturnType<typeof transfer>,
  ) {
    await confirmIdentity(bank, who)
    let outcome: { replies: number[]; closed: Awaited<ReturnType<typeof close>> } | undefined
    await whileRowHeld(bank, ledgerRowOf(further), async (release) => {
      const query = { account: further }
      const sent = [1, 2].map(() =>
        bank.call(who, endpoints.sendTransfer, { query, body: transferOf('25.00') }),
      )
      await lockWaits(bank, 1)
      const body = { to: main }
      const closing = bank.call(who, endpoints.closeAccount, { params: { number: further }, body })
      await waitUntil(async () => (await instructionsWaiting()) === 3)
      await release()
      outcome = { replies: (await Promise.all(sent)).map(({ status }) => status), closed: await closing }
    })
    return outcome!
  }

  test('a customer whose account is closed can open another in its place', async () => {
    const small = await openTestBank({ accountsMax: 2 })
    try {
      const ivy = await small.openAccount('Ivy')
      const { number } = await openFurtherAccount(small, ivy)
      await confirmIdentity(small, ivy)
      await small.call(ivy, endpoints.closeAccount, { params: { number }, body: {} })
      const open = () => small.call(ivy, endpoints.openAccount, { body: opening() })
      expect((await open()).problem.code).toBe('accounts_too_many')
      small.clock.pass(30 * 24 * 60)
      ivy.cookies.clear()
      expect((await open()).status).toBe(201)
    } finally {
      await small.close()
    }
  })
})

describe('an account is not closed', () => {
  test('without a confirmation', async () => {
    const { who, further, main } = await openTwo('Jane')
    const sent = { params: { number: further }, body: { to: main } }
    expect((await bank.call(who, endpoints.closeAccount, sent)).problem.code).toBe('confirm_required')
    expect((await accountsOf(who)).map(({ closedAt }) => closedAt)).toEqual([null, null])
  })

  test('while a payment is pending, which the refusal names', async () => {
    const { who, further, main } = await openTwo('Kim')
    const sent = transfer({ amount: '12.50' })
    await bank.call(who, endpoints.sendTransfer, { query: { account: further }, body: sent })
    const { status, problem } = await close(who, further, main)
    expect([status, problem.code]).toEqual([409, 'account_has_pending'])
    expect(problem.detail).toBe(
      'A payment of $12.50 is still pending: Dana Reed. Close the account when it is completed or has failed',
    )
    expect((await accountsOf(who))[1]!.balance).toBe('47.50')
  })

  test('while a payment to it is pending', async () => {
    const { who, further, main } = await openTwo('Lena')
    const gift = inside(further, '3.00')
    expect((await bank.call(bank.alice, endpoints.sendTransfer, { body: gift })).status).toBe(201)
    const change = { changeId: randomUUID(), status: 'pending', reason: 'Checked' } as const
    const sent = { params: { id: gift.transactionId }, body: change }
    expect((await bank.call(bank.clara, endpoints.setTransactionStatus, sent)).status).toBe(200)
    expect((await close(who, further, main)).problem.code).toBe('account_has_pending')
  })

  test('while it has an open pot, which the refusal names', async () => {
    const { who, further, main } = await openTwo('Mia')
    await bank.call(who, endpoints.openPot, {
      query: { account: further },
      body: { openingId: randomUUID(), name: 'Holiday' },
    })
    const { status, problem } = await close(who, further, main)
    expect([status, problem.detail]).toEqual([409, 'Close the pots of this account first: Holiday'])
  })

  test('with money on it and no account to move it to', async () => {
    const { who, further } = await openTwo('Nora')
    const { status, problem } = await close(who, further)
    expect([status, problem.code]).toEqual([409, 'account_not_empty'])
    expect(problem.detail).toContain('$60.00')
  })

  test.each([
    ['another customer’s account', () => bank.bruno.account.number, 'own_transfer_account_unknown'],
    ['itself', ({ further }: { further: string }) => further, 'own_transfer_same_account'],
  ])('with its rest moved to %s', async (name, to, code) => {
    const two = await openTwo(`Olga${name.length}`)
    expect((await close(two.who, two.further, to(two))).problem.code).toBe(code)
    expect((await accountsOf(two.who))[1]).toMatchObject({ closedAt: null, balance: '60.00' })
  })

  test('with its rest moved to an account in another currency or to a closed one', async () => {
    const { who, further } = await openTwo('Paul')
    const { number: euro } = await openFurtherAccount(bank, who, { currency: '€' })
    const { number: gone } = await openFurtherAccount(bank, who)
    await close(who, gone)
    expect((await close(who, further, euro)).problem.code).toBe('own_transfer_currency_different')
    expect((await close(who, further, gone)).problem.code).toBe('own_transfer_account_unknown')
  })

  test('by a customer who froze their payments, or whose account is not active', async () => {
    const { who, further, main } = await openTwo('Rita')
    await bank.call(who, endpoints.freeze)
    expect((await close(who, further, main)).problem.code).toBe('payments_frozen')
    expect((await close(bank.bruno, bank.bruno.account.number)).problem.code).toBe('account_inactive')
  })

  test('when it belongs to another customer or to no one', async () => {
    for (const number of [bank.alice.account.number, '1000000000', 'x']) {
      expect((await close(bank.bruno, number)).problem.code).toBe('account_not_found')
    }
  })
})

describe('the main account', () => {
  test('closes last, keeps sign-in for 30 days, and is reopened by staff with a reason', async () => {
    const { who, further, main } = await openTwo('Sven')
    expect((await close(who, main)).problem.detail).toBe(
      'Your main account closes last. Close your other accounts first',
    )
    await close(who, further, main)
    await bank.call(who, endpoints.sendTransfer, {
      body: inside(bank.alice.account.number, '100.00'),
    })
    bank.clock.pass(1)
    expect((await close(who, main)).status).toBe(204)
    const [, mail] = await mailsTo(bank, who.email, 'Your Truepenny account is closed')
    expect(mail!.text).toContain('until December 21, 2026')
    expect((await signIn(who)).status).toBe(201)
    expect((await bank.call(who, endpoints.readStatement)).answer.closing).toBe('0.00')
    expect((await bank.call(who, endpoints.openAccount, { body: opening() })).problem.code).toBe(
      'account_closed',
    )

    bank.clock.pass(30 * 24 * 60)
    for (const { cookies } of [who, bank.alice]) cookies.clear()
    const { status, problem } = await signIn(who)
    expect([status, problem.detail]).toEqual([403, 'Your accounts are closed, so you can no longer log in'])

    await bank.elevate(bank.clara)
    const promote = { params: { id: who.userId }, body: { role: 'administrator' } } as const
    expect((await bank.call(bank.clara, endpoints.giveRole, promote)).problem.code).toBe(
      'main_account_closed',
    )
    const reopen = (query: { account?: string }, reason = 'Closed by mistake') =>
      bank.call(bank.clara, endpoints.reopenAccount, {
        params: { id: who.userId },
        query,
        body: { reason },
      })
    expect((await reopen({ account: further })).problem.code).toBe('main_account_closed')
    expect((await reopen({}, ' ')).status).toBe(422)
    expect((await reopen({})).status).toBe(204)
    expect((await reopen({})).problem.code).toBe('account_open_already')
    expect((await reopen({ account: further })).status).toBe(204)
    expect((await signIn(who)).status).toBe(201)
    expect((await bank.call(bank.alice, endpoints.sendTransfer, { body: inside(main, '1.00') })).status).toBe(
      201,
    )
    const change = { before: 'closed', after: 'open', reason: 'Closed by mistake', noSecondPerson: true }
    expect(
      (await auditEventsAbout(bank, who.userId, 'account_reopened')).map(({ details }) => details),
    ).toEqual([change, { ...change, accountNumber: further }])
    expect(await mailsTo(bank, who.email, 'Your Truepenny account is open again')).toHaveLength(2)
  })

  test('of an administrator stays open', async () => {
    const tom = await bank.openAccount('Tom', { role: 'administrator' })
    expect((await close(tom, tom.account.number)).problem.code).toBe('administrator_account_kept')
  })
})

describe('accounts that staff close and open', () => {
  const closeBy = (who: Person, account: string, reason = 'Asked for it on the phone') =>
    bank.call(bank.clara, endpoints.closeAccountOfUser, {
      params: { id: who.userId },
      query: { account },
      body: { reason },
    })

  test('staff close an empty account by the rules of the customer, with a reason and a mail', async () => {
    const { who, further, main } = await openTwo('Tove')
    await bank.elevate(bank.clara)
    expect((await closeBy(who, further)).problem.detail).toContain('This account still has $60.00')
    const holdId = randomUUID()
    await bank.call(bank.clara, endpoints.placeHold, {
      params: { id: who.userId },
      query: { account: further },
      body: { holdId, amount: '10.00', reason: 'Suspected fraud' },
    })
    expect((await closeBy(who, further)).problem.code).toBe('account_has_hold')
    const lifting = { params: { id: holdId }, body: { reason: 'Settled' } }
    expect((await bank.call(bank.clara, endpoints.liftHold, lifting)).status).toBe(204)
    expect((await closeBy(who, main)).problem.code).toBe('main_account_closes_last')
    await moveOwn(who, further, main, '60.00')
    expect((await closeBy(who, further, ' ')).problem.errors).toMatchObject([{ pointer: '/reason' }])
    expect((await closeBy(who, further)).status).toBe(204)
    expect((await closeBy(who, further)).problem.code).toBe('account_closed')
    expect(await auditEventsAbout(bank, who.userId, 'account_closed')).toEqual([
      {
        actor_id: bank.clara.userId,
        action: 'account_closed',
        details: { accountNumber: further, reason: 'Asked for it on the phone' },
      },
    ])
    const [mail] = await mailsTo(bank, who.email, 'Your Truepenny account is closed')
    expect(mail!.text).toContain('We closed your account')
    expect((await closeBy(bank.clara, bank.clara.account.number)).problem.code).toBe('own_account_edited')
  })

  test('staff open a further account once, with a reason', async () => {
    const who = await bank.openAccount('Tilde')
    await bank.elevate(bank.clara)
    const body = {
      openingId: randomUUID(),
      accountType: 'online',
      currency: '€',
      reason: 'Asked in the branch',
    }
    const open = () =>
      bank.call(bank.clara, endpoints.openAccountOfUser, { params: { id: who.userId }, body })
    expect([(await open()).status, (await open()).status]).toEqual([201, 201])
    expect((await accountsOf(who)).map(({ currency }) => currency)).toEqual(['USD', 'EUR'])
    expect(await auditEventsAbout(bank, who.userId, 'account_opened')).toMatchObject([
      { actor_id: bank.clara.userId, details: { reason: 'Asked in the branch', currency: 'EUR' } },
    ])
  })
})
