import { describe, expect, test } from 'vitest'
import { type Books, decideAndWrite } from '../test/books.ts'
import {
  alice,
  aliceSavings,
  balanceOf,
  bruno,
  changeStatus,
  clara,
  creditDisputed,
  erika,
  funding,
  minor,
  minute,
  moveOwn,
  movePot,
  newAttempt,
  noon,
  openBank,
  own,
  release,
  takeBack,
  takeCreditBack,
  transferInside,
  transferOut,
  transferPlain,
  uuid,
  withAccount,
  withFreeze,
  withGuard,
  withStanding,
} from '../test/small-bank.ts'
import type { Command, OpenTransaction } from './command.ts'
import { decide, type Outcome } from './decide.ts'
import { int64Max } from './money.ts'
import { bankItself } from './transaction.ts'

describe('opening a transaction for alice, who has $100.00', () => {
  test('a transfer to another bank is debited at once and is in transit', () => {
    const { books, outcomes } = act([transferOut({ id: uuid(201), amountMinor: minor('40.00') })])
    expect(outcomes.map(said)).toEqual(['pending'])
    expect(balanceOf(books, alice.ledgerAccountId)).toBe(minor('60.00'))
    expect(balanceOf(books, own.USD.inTransit)).toBe(minor('40.00'))
  })

  test('a transfer inside the bank arrives at once, also on an account that is not active', () => {
    const { books, outcomes } = act([transferInside({ id: uuid(201), amountMinor: minor('40.00') })])
    expect(outcomes.map(said)).toEqual(['success'])
    expect(balanceOf(books, alice.ledgerAccountId)).toBe(minor('60.00'))
    expect(balanceOf(books, bruno.ledgerAccountId)).toBe(minor('40.00'))
  })

  test('funding comes out of the settlement account and needs no PIN and no active account', () => {
    const { books, outcomes } = act([funding({ id: uuid(201), amountMinor: minor('5.00'), to: bruno })])
    expect(outcomes.map(said)).toEqual(['success'])
    expect(balanceOf(books, bruno.ledgerAccountId)).toBe(minor('5.00'))
    expect(balanceOf(books, own.USD.settlement)).toBe(-minor('105.00'))
  })

  test('each movement is one posting with an entry on both sides and the balance after it', () => {
    const { rows } = decide(openBank(), [transferOut({ id: uuid(201), amountMinor: minor('40.00') })], noon)
    expect(rows.postings).toEqual([
      {
        id: uuid(201),
        transactionId: uuid(201),
        status: 'pending',
        debit: alice.ledgerAccountId,
        credit: own.USD.inTransit,
        amountMinor: 4000n,
        madeBy: alice.userId,
        bookedAt: noon,
      },
    ])
    const common = { postingId: uuid(201), bookedAt: noon }
    expect(rows.entries).toEqual([
      {
        ledgerAccountId: alice.ledgerAccountId,
        seq: 2n,
        amountMinor: -4000n,
        balanceMinor: 6000n,
        ...common,
      },
      { ledgerAccountId: own.USD.inTransit, seq: 1n, amountMinor: 4000n, balanceMinor: 4000n, ...common },
    ])
  })

  test('an account that many commands of a batch touch is written once, one version further', () => {
    const many = [201, 202, 203].map((n) => transferOut({ id: uuid(n), amountMinor: minor('1.00') }))
    const { rows } = decide(openBank(), many, noon)
    expect(rows.ledgerAccounts.map(({ id, version, entrySeq }) => [id, version, entrySeq])).toEqual([
      [alice.ledgerAccountId, 2n, 4n],
      [own.USD.inTransit, 1n, 3n],
    ])
  })

  test('the whole balance can be sent, and not a cent more', () => {
    const { books, outcomes } = act([
      transferOut({ id: uuid(201), amountMinor: minor('100.00') }),
      transferOut({ id: uuid(202), amountMinor: minor('0.01') }),
    ])
    expect(outcomes.map(said)).toEqual(['pending', 'balance_insufficient'])
    expect(balanceOf(books, alice.ledgerAccountId)).toBe(0n)
  })

  test('of two transfers in one batch that are too much together, the first is made', () => {
    const { outcomes } = act([
      transferOut({ id: uuid(201), amountMinor: minor('60.00') }),
      transferOut({ id: uuid(202), amountMinor: minor('60.00') }),
      transferOut({ id: uuid(203), amountMinor: minor('40.00') }),
    ])
    expect(outcomes.map(said)).toEqual(['pending', 'balance_insufficient', 'pending'])
  })

  test('money that came in earlier in the batch can be spent later in it', () => {
    const { outcomes } = act([
      funding({ id: uuid(201), amountMinor: minor('50.00') }),
      transferOut({ id: uuid(202), amountMinor: minor('150.00') }),
    ])
    expect(outcomes.map(said)).toEqual(['success', 'pending'])
  })

  test('ten times $0.10 and $1.00 back leave her balance as it was, to the cent', () => {
    const dimes = Array.from({ length: 10 }, (_, n) =>
      transferOut({ id: uuid(201 + n), amountMinor: minor('0.10') }),
    )
    const { books } = act([...dimes, funding({ id: uuid(211), amountMinor: minor('1.00') })])
    expect(balanceOf(books, alice.ledgerAccountId)).toBe(minor('100.00'))
  })
})

describe('the refusals of a new transaction come in a fixed order', () => {
  // One transfer with every error at once. Each step corrects the error that the refusal before it named.
  const { facts } = transferOut({ id: uuid(101), amountMinor: minor('200.00') })
  const toOwnAccount = { ...facts.route, destination: facts.route.source }
  const worst: OpenTransaction = {
    type: 'open_transaction',
    facts: { ...facts, route: { ...toOwnAccount, inTransit: 99n } },
    limitMinor: minor('150.00'),
    newBeneficiary: { beneficiary: 'dana', limitMinor: minor('199.99') },
    authorisation: { by: 'pin', userId: bruno.userId, pinMatches: false, attempt: newAttempt() },
  }
  const full = withAccount(openBank(), own.EUR.inTransit, { balanceMinor: int64Max })
  const crowded = withAccount(full, own.USD.inTransit, { balanceMinor: int64Max, isClosed: true })
  const recovery = { limitMinor: minor('199.99'), sentMinor: 0n, until: noon + minute }
  const guarded = withGuard(crowded, { day: minor('199.99') }, recovery)
  const inactive = withStanding(withFreeze(guarded, alice), alice, false)
  type Asked = { command: OpenTransaction; books: Books }
  const steps: [refusal: string, mended: string, mend: (asked: Asked) => Asked][] = [
    ['id_reused', 'with an id of its own', (asked) => withFacts(asked, { id: uuid(201) })],
    [
      'account_missing',
      'between accounts that are there',
      (asked) => withFacts(asked, { route: { ...toOwnAccount, inTransit: own.EUR.inTransit } }),
    ],
    ['account_missing', 'by the owner of its source', (asked) => withAuthority(asked, alice.userId, false)],
    [
      'account_inactive',
      'from an active account',
      (asked) => ({ ...asked, books: withStanding(asked.books, alice, true) }),
    ],
    [
      'payments_frozen',
      'by a customer whose payments are not frozen',
      (asked) => ({ ...asked, books: withFreeze(asked.books, alice, false) }),
    ],
    ['pin_incorrect', 'with the right PIN', (asked) => withAuthority(asked, alice.userId, true)],
    [
      'own_account',
      'to another account',
      (asked) => withFacts(asked, { route: { ...facts.route, inTransit: own.EUR.inTransit } }),
    ],
    ['currency_different', 'in one currency', (asked) => withFacts(asked, { route: facts.route })],
    [
      'limit_exceeded',
      'within the limit',
      (asked) => ({ ...asked, command: { ...asked.command, limitMinor: minor('200.00') } }),
    ],
    [
      'guard_exceeded',
      'within the customer’s guards',
      (asked) => ({ ...asked, books: withGuard(asked.books, { day: minor('200.00') }, recovery) }),
    ],
    [
      'guard_exceeded',
      'within the limit after a recovery of the PIN',
      (asked) => ({ ...asked, books: withGuard(asked.books, { day: minor('200.00') }) }),
    ],
    [
      'guard_exceeded',
      'within the limit for new beneficiaries',
      (asked) => ({ ...asked, command: { ...asked.command, newBeneficiary: undefined } }),
    ],
    [
      'account_closed',
      'between open accounts',
      (asked) => ({ ...asked, books: withAccount(asked.books, own.USD.inTransit, { isClosed: false }) }),
    ],
    [
      'amount_too_large',
      'with room for it',
      (asked) => ({ ...asked, books: withAccount(asked.books, own.USD.inTransit, { balanceMinor: 0n }) }),
    ],
    [
      'balance_insufficient',
      'of no more than the balance',
      (asked) => withFacts(asked, { amountMinor: 10_000n }),
    ],
  ]

  let asked: Asked = { command: worst, books: inactive }
  let so = 'everything wrong'
  for (const [refusal, mended, mend] of steps) {
    const { command, books } = asked
    test(`${refusal} is the answer to a transfer ${so}`, () => {
      expect(said(decide(books, [command], noon).outcomes[0])).toBe(refusal)
    })
    asked = mend(asked)
    so = mended
  }
  const { command, books } = asked
  test(`a transfer ${so} is made`, () => {
    expect(said(decide(books, [command], noon).outcomes[0])).toBe('pending')
  })
})

describe('a refusal', () => {
  const euros = { inTransit: own.EUR.inTransit, destination: own.EUR.settlement }
  const refused: [name: string, command: Command][] = [
    ['of a sum above the balance', transferOut({ id: uuid(201), amountMinor: minor('100.01') })],
    ['of a sum above the limit', transferOut({ id: uuid(201), amountMinor: 101n }, { limitMinor: 100n })],
    ['of an account in another currency', transferInside({ id: uuid(201), amountMinor: 1n, to: erika })],
    [
      'of an account that pays in another currency',
      withFacts(
        { command: transferOut({ id: uuid(201), amountMinor: 1n, from: erika }) },
        {
          route: { source: alice.ledgerAccountId, ...euros },
        },
      ).command,
    ],
    ['of a sender who is not active', transferOut({ id: uuid(201), amountMinor: 1n, from: bruno })],
    [
      'of an account that is another customer’s',
      {
        ...moveOwn({ id: uuid(201), amountMinor: 1n }),
        authorisation: { by: 'own', userId: erika.userId },
      },
    ],
    ['of a sender without a PIN', transferOut({ id: uuid(201), amountMinor: 1n, from: clara })],
    ['of an id that is taken', funding({ id: uuid(101), amountMinor: 1n })],
    [
      'of an account that is not there',
      funding({ id: uuid(201), amountMinor: 1n, to: { ...bruno, ledgerAccountId: 99n } }),
    ],
    [
      'of a status for a transaction that is not there',
      changeStatus(funding({ id: uuid(201), amountMinor: 1n }), 'failed', uuid(301)),
    ],
  ]
  for (const [name, command] of refused) {
    test(`${name} leaves no trace`, () => {
      const { outcomes, rows } = decide(openBank(), [command], noon)
      expect(outcomes[0]).toHaveProperty('refusal')
      expect(rows).toEqual({
        transactions: [],
        statuses: [],
        postings: [],
        entries: [],
        ledgerAccounts: [],
        noOpStatusChanges: [],
        releases: [],
        pins: [],
        guards: [],
        paidBeneficiaries: [],
      })
    })
  }

  test('a refusal does not use up the id: the same transfer is made once there is enough money', () => {
    const transfer = transferOut({ id: uuid(201), amountMinor: minor('120.00') })
    const { outcomes } = act([transfer, funding({ id: uuid(202), amountMinor: minor('20.00') }), transfer])
    expect(outcomes.map(said)).toEqual(['balance_insufficient', 'success', 'pending'])
  })

  test('a refusal of one command does not affect the others in the batch', () => {
    const { outcomes } = act([
      transferOut({ id: uuid(201), amountMinor: minor('10.00') }),
      transferOut({ id: uuid(202), amountMinor: minor('1000.00') }),
      transferOut({ id: uuid(203), amountMinor: minor('10.00') }),
    ])
    expect(outcomes.map(said)).toEqual(['pending', 'balance_insufficient', 'pending'])
  })
})

describe('a taking back of alice’s funding of $100.00', () => {
  const funded = funding({ id: uuid(101), amountMinor: minor('100.00') })
  const back = (id: number, amount: string) =>
    takeBack(uuid(101), { id: uuid(id), amountMinor: minor(amount) })

  test('is limited to the funding, also together with others of one batch, and to the balance', () => {
    const { outcomes, books } = act([
      back(201, '60.00'),
      back(202, '40.01'),
      back(201, '60.00'),
      transferOut({ id: uuid(203), amountMinor: minor('10.00') }),
      back(204, '40.00'),
      back(205, '30.00'),
    ])
    expect(outcomes.map(said)).toEqual([
      'success',
      'taken_back_exceeded',
      'success',
      'pending',
      'balance_insufficient',
      'success',
    ])
    expect(outcomes[1]).toEqual({ refusal: { code: 'taken_back_exceeded', leftMinor: minor('40.00') } })
    expect(balanceOf(books, alice.ledgerAccountId)).toBe(0n)
    expect(balanceOf(books, own.USD.settlement)).toBe(minor('-10.00'))
    const later = decide(books, [back(206, '10.01'), funding({ id: uuid(207), amountMinor: 1n })], noon)
    expect(later.outcomes.map(said)).toEqual(['taken_back_exceeded', 'success'])
  })

  test('is final, and from then on the status of the funding stays', () => {
    const taken = back(201, '60.00')
    const { outcomes } = act([
      taken,
      changeStatus(funded, 'failed', uuid(301)),
      changeStatus(funded, 'success', uuid(302)),
      changeStatus(taken, 'failed', uuid(303)),
      changeStatus(taken, 'pending', uuid(304)),
    ])
    expect(outcomes.map(said)).toEqual([
      'success',
      'funding_taken_back',
      'success',
      'status_not_allowed',
      'status_not_allowed',
    ])
  })

  test('is refused of a funding that has not arrived, of another account’s, and of what is no funding', () => {
    const transfer = transferOut({ id: uuid(202), amountMinor: minor('10.00') })
    const { outcomes } = act([
      transfer,
      takeBack(uuid(202), { id: uuid(203), amountMinor: 1n }),
      takeBack(uuid(999), { id: uuid(203), amountMinor: 1n }),
      takeBack(uuid(101), { id: uuid(203), amountMinor: 1n, from: bruno }),
      changeStatus(transfer, 'failed', uuid(300)),
      changeStatus(funded, 'failed', uuid(301)),
      back(203, '1.00'),
    ])
    expect(outcomes.map(said).filter((each) => each !== 'failed')).toEqual([
      'pending',
      'transaction_missing',
      'transaction_missing',
      'transaction_missing',
      'status_changed',
    ])
  })

  test('of another funding, or of another amount, is no retry of it', () => {
    const other = takeBack(uuid(208), { id: uuid(201), amountMinor: minor('60.00') })
    const more = funding({ id: uuid(208), amountMinor: minor('60.00') })
    const { outcomes } = act([more, back(201, '60.00'), other, back(201, '60.01')])
    expect(outcomes.map(said)).toEqual(['success', 'success', 'id_reused', 'id_reused'])
  })
})

describe('a provisional credit of $50.00 for alice, who has $100.00', () => {
  const credit = creditDisputed({ id: uuid(201), amountMinor: minor('50.00') })
  const back = (id: number, from = alice) =>
    takeCreditBack(uuid(201), { id: uuid(id), amountMinor: minor('50.00'), from })
  const balances = (books: Books) =>
    [alice.ledgerAccountId, own.USD.disputes].map((id) => balanceOf(books, id))

  test('comes from the disputes account, once', () => {
    const { outcomes, books } = act([credit, credit])
    expect(outcomes).toMatchObject([{ moved: true }, { replayed: true }])
    expect(balances(books)).toEqual([minor('150.00'), minor('-50.00')])
  })

  test('is taken back whole, once: a retry gets its first answer, and another one finds nothing left', () => {
    const { outcomes, books } = act([credit, back(202), back(202), back(203)])
    expect(outcomes.map(said)).toEqual(['success', 'success', 'success', 'taken_back_exceeded'])
    expect(balances(books)).toEqual([minor('100.00'), 0n])
  })

  test('is taken back up to the balance, of which a hold may be used, and the retry is told the same amount', () => {
    const spent = transferOut({ id: uuid(210), amountMinor: minor('120.00') })
    const held = withAccount(act([credit, spent]).books, alice.ledgerAccountId, { heldMinor: minor('20.00') })
    const { outcomes, books } = decideAndWrite(held, [back(202), back(202), back(203)], noon)
    expect(outcomes).toMatchObject([
      { moved: true, transaction: { amountMinor: minor('30.00') } },
      { replayed: true, transaction: { amountMinor: minor('30.00') } },
      { refusal: { code: 'balance_insufficient' } },
    ])
    expect(balances(books)).toEqual([0n, minor('-20.00')])
  })

  test('is taken back from another account, where the credited one is closed', () => {
    const toSavings = creditDisputed({ id: uuid(201), amountMinor: minor('50.00'), to: aliceSavings })
    const { books } = act([toSavings])
    const closed = withAccount(books, aliceSavings.ledgerAccountId, { isClosed: true })
    const { outcomes } = decideAndWrite(closed, [back(202, aliceSavings), back(202)], noon)
    expect(outcomes.map(said)).toEqual(['account_closed', 'success'])
  })

  test('is not taken back as a funding or in another currency, nor a funding as a credit', () => {
    const asFunding = takeBack(uuid(201), { id: uuid(202), amountMinor: 1n })
    const asCredit = takeCreditBack(uuid(101), { id: uuid(203), amountMinor: 1n })
    const { outcomes } = act([
      credit,
      asFunding,
      asCredit,
      back(204, erika),
      changeStatus(credit, 'failed', uuid(301)),
    ])
    expect(outcomes.map(said)).toEqual([
      'success',
      'transaction_missing',
      'transaction_missing',
      'currency_different',
      'status_not_allowed',
    ])
  })
})

describe('$60.00 held of alice’s $100.00', () => {
  const held = withAccount(openBank(), alice.ledgerAccountId, { heldMinor: minor('60.00') })
  const tooMuch = { id: uuid(201), amountMinor: minor('40.01') }
  const schedule = { by: 'schedule', userId: alice.userId } as const

  test('stay whatever the customer moves: a transfer, a scheduled payment, money between accounts, into a pot, a round-up and a closing', () => {
    const moves = [
      transferOut(tooMuch),
      transferInside(tooMuch),
      transferPlain(tooMuch),
      { ...transferOut(tooMuch), authorisation: schedule },
      moveOwn(tooMuch),
      movePot('in', tooMuch),
      ...(['round_up', 'closing'] as const).map(
        (kind) => withFacts({ command: moveOwn(tooMuch) }, { kind }).command,
      ),
    ]
    for (const move of moves) {
      const refusal = { code: 'balance_held', heldMinor: minor('60.00') }
      expect(decide(held, [move], noon).outcomes).toEqual([{ refusal }])
      const rest = { ...move, facts: { ...move.facts, amountMinor: minor('40.00') } }
      expect(decide(held, [rest], noon).outcomes).toMatchObject([{ moved: true }])
    }
    expect(decide(held, [transferOut({ ...tooMuch, amountMinor: minor('100.01') })], noon).outcomes).toEqual([
      { refusal: { code: 'balance_insufficient' } },
    ])
  })

  test('may be used by a taking back and by a change of a status, and the customer moves nothing then', () => {
    const funded = funding({ id: uuid(101), amountMinor: minor('100.00') })
    const taken = takeBack(uuid(101), { id: uuid(201), amountMinor: minor('70.00') })
    const { outcomes, books } = decideAndWrite(
      held,
      [taken, moveOwn({ id: uuid(202), amountMinor: 1n })],
      noon,
    )
    expect(outcomes.map(said)).toEqual(['success', 'balance_held'])
    expect(balanceOf(books, alice.ledgerAccountId)).toBe(minor('30.00'))
    expect(decide(held, [changeStatus(funded, 'failed', uuid(301))], noon).outcomes.map(said)).toEqual([
      'failed',
    ])
  })
})

describe('a transfer inside the bank of a sender with an undo time of half a minute', () => {
  const sent = transferInside({ id: uuid(201), amountMinor: minor('40.00'), undoMilliseconds: minute / 2 })
  const back = (changeId: string) => ({
    ...changeStatus(sent, 'failed', changeId, alice.userId),
    releasedAt: noon,
  })
  const end = noon + minute / 2
  const waiting = act([sent]).books
  const moneyOf = (books: Books) =>
    [alice.ledgerAccountId, own.USD.inTransit, bruno.ledgerAccountId].map((id) => balanceOf(books, id))

  test('a transfer with an undo time is in transit until that is over, and then arrives once', () => {
    expect(moneyOf(waiting)).toEqual([minor('60.00'), minor('40.00'), 0n])
    const early = decide(waiting, [release(sent, uuid(301))], end - 1)
    expect(early.outcomes.map(said)).toEqual(['release_not_due'])
    const releases = [release(sent, uuid(301)), release(sent, uuid(302)), release(sent, uuid(301))]
    const { outcomes, books } = decideAndWrite(waiting, [...releases, back(uuid(303))], end)
    expect(outcomes.map(said)).toEqual(['success', 'release_not_due', 'success', 'transfer_released'])
    expect(moneyOf(books)).toEqual([minor('60.00'), 0n, minor('40.00')])
    expect(books.releases.get(uuid(201))).toEqual({ releaseAt: end, releasedAt: end })
  })

  test('a transfer with an undo time comes back when its sender takes it back before, and is never released', () => {
    const late = decide(waiting, [back(uuid(301))], end)
    expect(late.outcomes.map(said)).toEqual(['transfer_released'])
    const { outcomes, books } = decideAndWrite(waiting, [back(uuid(301))], end - 1)
    expect(outcomes.map(said)).toEqual(['failed'])
    const later = decide(books, [release(sent, uuid(302)), changeStatus(sent, 'success', uuid(303))], end)
    expect(later.outcomes.map(said)).toEqual(['release_not_due', 'taken_back_by_sender'])
    expect(moneyOf(books)).toEqual([minor('100.00'), 0n, 0n])
    expect(books.releases.get(uuid(201))).toEqual({ releaseAt: null, releasedAt: null })
  })

  test('a transfer with an undo time is released by a status that staff set, but not by the one that it has', () => {
    const { books } = decideAndWrite(waiting, [changeStatus(sent, 'pending', uuid(301))], noon)
    expect(books.releases.get(uuid(201))?.releasedAt).toBeNull()
    const failed = decideAndWrite(books, [changeStatus(sent, 'failed', uuid(302))], noon).books
    expect(failed.releases.get(uuid(201))?.releasedAt).toBe(noon)
    const later = decide(failed, [release(sent, uuid(303))], end)
    expect(later.outcomes.map(said)).toEqual(['release_not_due'])
  })

  test('a transfer with an undo time returns by the bank itself where the payee’s account was closed meanwhile, and staff may send it again', () => {
    const closed = withAccount(waiting, bruno.ledgerAccountId, { isClosed: true })
    const refused = decide(closed, [release(sent, uuid(301))], end)
    expect(refused.outcomes).toEqual([{ refusal: { code: 'account_closed', closed: bruno.ledgerAccountId } }])
    const { outcomes, books } = decideAndWrite(closed, [release(sent, uuid(302), 'failed')], end)
    expect(outcomes.map(said)).toEqual(['failed'])
    expect(moneyOf(books)).toEqual([minor('100.00'), 0n, 0n])
    expect(books.postings.get(uuid(302))?.madeBy).toBe(bankItself)
    const reopened = withAccount(books, bruno.ledgerAccountId, { isClosed: false })
    const again = decide(reopened, [changeStatus(sent, 'success', uuid(303))], end)
    expect(again.outcomes.map(said)).toEqual(['success'])
  })

  test('a transfer with an undo time is refused like any other to an account that does not exist, is closed, or holds another currency', () => {
    const undoMilliseconds = minute
    const unknown = { ...bruno, ledgerAccountId: 99n }
    const { outcomes } = act([
      transferInside({ id: uuid(201), amountMinor: 1n, undoMilliseconds, to: unknown }),
      transferInside({ id: uuid(202), amountMinor: 1n, undoMilliseconds, to: erika }),
    ])
    expect(outcomes.map(said)).toEqual(['payee_account_missing', 'currency_different'])
    const closed = withAccount(openBank(), bruno.ledgerAccountId, { isClosed: true })
    expect(decide(closed, [sent], noon).outcomes.map(said)).toEqual(['account_closed'])
  })

  test('a transfer with an undo time is the same transfer when it is sent again after the undo time was changed', () => {
    const { undoMilliseconds: _, ...without } = transferInside({ id: uuid(201), amountMinor: minor('40.00') })
    const { outcomes } = decide(waiting, [without], end)
    expect(outcomes).toMatchObject([{ transaction: { status: 'pending' }, replayed: true }])
  })
})

test('a transfer to another bank can be taken back until its undo time is over, also where it is released at once', () => {
  const sent = transferOut({ id: uuid(201), amountMinor: minor('40.00'), undoMilliseconds: minute })
  const back = { ...changeStatus(sent, 'failed', uuid(301), alice.userId), releasedAt: noon }
  const waiting = act([sent]).books
  expect(decide(waiting, [back], noon + minute).outcomes.map(said)).toEqual(['transfer_released'])
  expect(decide(waiting, [back], noon + minute - 1).outcomes.map(said)).toEqual(['failed'])
  // Only staff say that it has arrived.
  const released = decide(waiting, [release(sent, uuid(302))], noon + minute)
  expect(released.outcomes.map(said)).toEqual(['release_not_due'])
})

/** Decides and writes one batch at noon on the first day. */
function act(commands: readonly Command[]) {
  return decideAndWrite(openBank(), commands, noon)
}

/** An outcome in one word: the status, or the refusal. */
function said(outcome: Outcome | undefined): string {
  if (!outcome) return 'nothing'
  return 'refusal' in outcome ? outcome.refusal.code : outcome.transaction.status
}

function withFacts<A extends { command: OpenTransaction }>(
  asked: A,
  facts: Partial<OpenTransaction['facts']>,
): A {
  return { ...asked, command: { ...asked.command, facts: { ...asked.command.facts, ...facts } } }
}

function withAuthority<A extends { command: OpenTransaction }>(
  asked: A,
  userId: string,
  pinMatches: boolean,
): A {
  return {
    ...asked,
    command: {
      ...asked.command,
      authorisation: { by: 'pin', userId, pinMatches, attempt: newAttempt() },
    },
  }
}
