import type { ChangeStatus, Command, OpenTransaction, PinTry } from '../src/command.ts'
import type { Currency } from '../src/currency.ts'
import type { Guard } from '../src/guard.ts'
import type { LedgerAccount } from '../src/ledger-account.ts'
import { int64Max } from '../src/money.ts'
import type { Beneficiary, TransactionFacts } from '../src/transaction.ts'
import type { Status } from '../src/transaction-status.ts'
import { type Books, decideAndWrite } from './books.ts'

/** A person of the tests: their user id and their ledger account. */
export type Person = {
  readonly userId: string
  readonly ledgerAccountId: bigint
  readonly currency: Currency
}

/** The nth UUID of the tests. */
export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`
}

/** Active, with $100.00. */
export const alice: Person = { userId: uuid(1), ledgerAccountId: 11n, currency: 'USD' }
/** Alice's second account, with nothing. */
export const aliceSavings: Person = { ...alice, ledgerAccountId: 15n }
/** A pot of alice's, with nothing. */
export const alicePot: Person = { ...alice, ledgerAccountId: 16n }
/** Not yet active, with nothing. */
export const bruno: Person = { userId: uuid(2), ledgerAccountId: 12n, currency: 'USD' }
/** An administrator: active, and never set a PIN. */
export const clara: Person = { userId: uuid(3), ledgerAccountId: 13n, currency: 'USD' }
/** Active, with €50.00. */
export const erika: Person = { userId: uuid(4), ledgerAccountId: 14n, currency: 'EUR' }

/** The bank's own ledger accounts. */
export const own = {
  USD: { settlement: 1n, inTransit: 2n },
  EUR: { settlement: 3n, inTransit: 4n },
  GBP: { settlement: 5n, inTransit: 6n },
} as const

/** Saturday noon; the moment of the tests unless they say otherwise. */
export const noon = Date.UTC(2026, 10, 21, 12)
export const morning = noon - 4 * 3_600_000
export const minute = 60_000

/** Whole minor units of `40.00`. */
export function minor(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

/** The bank on its first morning: alice has been funded with $100.00 and erika with €50.00. */
export function openBank(): Books {
  const fundings = [
    funding({ id: uuid(101), to: alice, amountMinor: minor('100.00') }),
    funding({ id: uuid(102), to: erika, amountMinor: minor('50.00') }),
  ]
  return decideAndWrite(emptyBank(), fundings, morning).books
}

/** The bank before its first customer has a cent. */
export function emptyBank(): Books {
  const accounts = [
    ...Object.entries(own).flatMap(([currency, { settlement, inTransit }]) => [
      newAccount(settlement, currency as Currency, null),
      newAccount(inTransit, currency as Currency, null),
    ]),
    ...[alice, aliceSavings, alicePot, bruno, clara, erika].map((person) =>
      newAccount(person.ledgerAccountId, person.currency, 0n),
    ),
  ]
  const pin = { wrongCount: 0, lockedUntil: null, lastAttempt: null }
  return {
    ledgerAccounts: new Map(accounts.map((account) => [account.id, account])),
    transactions: new Map(),
    postings: new Map(),
    entries: [],
    noOpStatusChanges: new Map(),
    senders: new Map([
      [
        alice.userId,
        {
          standings: standingsOf(true, alice, aliceSavings, alicePot),
          isFrozen: false,
          guards: new Map(),
          paidBeneficiaries: new Map(),
          pin,
        },
      ],
      [
        bruno.userId,
        {
          standings: standingsOf(false, bruno),
          isFrozen: false,
          guards: new Map(),
          paidBeneficiaries: new Map(),
          pin,
        },
      ],
      [
        clara.userId,
        {
          standings: standingsOf(true, clara),
          isFrozen: false,
          guards: new Map(),
          paidBeneficiaries: new Map(),
          pin: null,
        },
      ],
      [
        erika.userId,
        {
          standings: standingsOf(true, erika),
          isFrozen: false,
          guards: new Map(),
          paidBeneficiaries: new Map(),
          pin,
        },
      ],
    ]),
  }
}

function standingsOf(isActive: boolean, ...accounts: readonly Person[]): ReadonlyMap<bigint, boolean> {
  return new Map(accounts.map(({ ledgerAccountId }) => [ledgerAccountId, isActive]))
}

/** The books with a customer who stopped their own instructions. */
export function withFreeze(books: Books, { userId }: Person, isFrozen = true): Books {
  const sender = books.senders.get(userId)!
  return { ...books, senders: new Map(books.senders).set(userId, { ...sender, isFrozen }) }
}

/** The books with limits of alice's transfers in dollars, of which nothing is used on the day of the tests. */
export function withGuard(books: Books, limits: Partial<Guard['limits']>): Books {
  const sender = books.senders.get(alice.userId)!
  const guard: Guard = {
    limits: { payment: null, day: null, month: null, ...limits },
    day: '2026-11-21',
    daySent: 0n,
    month: '2026-11',
    monthSent: 0n,
    today: {
      day: '2026-11-21',
      dayEndsAt: noon + 12 * 60 * minute,
      monthEndsAt: noon + 9.5 * 24 * 60 * minute,
    },
  }
  const guards = new Map([['USD', guard] as const])
  return { ...books, senders: new Map(books.senders).set(alice.userId, { ...sender, guards }) }
}

/** The books with an account active or inactive. */
export function withStanding(books: Books, { userId, ledgerAccountId }: Person, isActive: boolean): Books {
  const sender = books.senders.get(userId)!
  const standings = new Map(sender.standings).set(ledgerAccountId, isActive)
  return { ...books, senders: new Map(books.senders).set(userId, { ...sender, standings }) }
}

function newAccount(id: bigint, currency: Currency, floorMinor: bigint | null): LedgerAccount {
  const empty = { balanceMinor: 0n, entrySeq: 0n, version: 0n, lastBookedAt: null }
  return { id, currency, floorMinor, isClosed: false, ...empty }
}

/** The books with some columns of one ledger account set to what a test needs. */
export function withAccount(books: Books, id: bigint, columns: Partial<LedgerAccount>): Books {
  const account = books.ledgerAccounts.get(id)
  if (!account) throw new Error(`no ledger account ${id}`)
  return { ...books, ledgerAccounts: new Map(books.ledgerAccounts).set(id, { ...account, ...columns }) }
}

/** The balance of a ledger account. */
export function balanceOf(books: Books, id: bigint): bigint | undefined {
  return books.ledgerAccounts.get(id)?.balanceMinor
}

export const beneficiary: Beneficiary = {
  accountName: 'Dana Reed',
  accountNumber: '1234567890',
  bankName: 'First Harbour Bank',
  bankAddress: '1 Quay Street, Boston',
  swiftCode: 'FHBKUS33',
  routingNumber: '011000015',
}

let lastAttempt = 0

/** The id of an attempt that stands in no order with any other. */
export function newAttempt(): string {
  return `${(++lastAttempt).toString(16).padStart(8, '0')}-0000-4000-8000-000000000001`
}

/** The same command submitted once more: another attempt with the same contents. */
export function submittedAgain(command: Command): Command {
  return withPinTry(command, (pinTry) => ({ ...pinTry, attempt: newAttempt() }))
}

/** The command with another PIN try, if it has one. */
export function withPinTry(command: Command, change: (pinTry: PinTry) => PinTry): Command {
  if (command.kind === 'change_status' || !command.authorisation?.pinTry) return command
  const { userId, pinTry } = command.authorisation
  return { ...command, authorisation: { userId, pinTry: change(pinTry) } }
}

type Movement = {
  readonly id: string
  readonly amountMinor: bigint
  readonly reference?: string | null
}

/** A transfer to another bank, by default alice's; with her right PIN unless the test says otherwise. */
export function transferOut(
  { id, amountMinor, reference = null, from = alice }: Movement & { from?: Person },
  { pinMatches = true, limitMinor = 25_000_000n } = {},
): OpenTransaction {
  const { settlement, inTransit } = own[from.currency]
  const facts: TransactionFacts = {
    id,
    route: { source: from.ledgerAccountId, inTransit, destination: settlement },
    debitAccountId: from.ledgerAccountId,
    creditAccountId: null,
    currency: from.currency,
    amountMinor,
    debitDescription: 'Transfer to Dana Reed, 1234567890, First Harbour Bank',
    creditDescription: null,
    beneficiary,
    firstStatus: 'pending',
    madeBy: from.userId,
    reference,
  }
  const authorisation = { userId: from.userId, pinTry: { pinMatches, attempt: newAttempt() } }
  return { kind: 'open_transaction', facts, limitMinor, authorisation }
}

/** A transfer of alice's without a beneficiary, with her own description. */
export function transferPlain({ id, amountMinor }: Movement, debitDescription = 'Rent'): OpenTransaction {
  const out = transferOut({ id, amountMinor })
  return { ...out, facts: { ...out.facts, beneficiary: null, debitDescription } }
}

/** A transfer to an account of this bank, by default from alice to bruno. */
export function transferInside(
  { to = bruno, ...movement }: Movement & { from?: Person; to?: Person },
  authority: { pinMatches?: boolean; limitMinor?: bigint } = {},
): OpenTransaction {
  const out = transferOut(movement, authority)
  const facts: TransactionFacts = {
    ...out.facts,
    route: { ...out.facts.route, destination: to.ledgerAccountId },
    creditAccountId: to.ledgerAccountId,
    creditDescription: 'Transfer from Alice',
    firstStatus: 'success',
  }
  return { ...out, facts }
}

/** Money between two accounts of one customer, by default from alice's first to her second. */
export function moveOwn({
  from = alice,
  to = aliceSavings,
  ...movement
}: Movement & { from?: Person; to?: Person }): OpenTransaction {
  const inside = transferInside({ ...movement, from, to })
  return {
    ...inside,
    facts: { ...inside.facts, beneficiary: null },
    limitMinor: int64Max,
    authorisation: { userId: from.userId, pinTry: null },
  }
}

/** Money between alice's first account and her pot. */
export function movePot(direction: 'in' | 'out', movement: Movement): OpenTransaction {
  const isIn = direction === 'in'
  const moved = moveOwn({ ...movement, from: isIn ? alice : alicePot, to: isIn ? alicePot : alice })
  const { debitAccountId, creditAccountId } = moved.facts
  return {
    ...moved,
    facts: {
      ...moved.facts,
      debitAccountId: isIn ? debitAccountId : null,
      creditAccountId: isIn ? null : creditAccountId,
    },
  }
}

/** Money from the settlement account to a customer, by clara. */
export function funding({ id, amountMinor, to = alice }: Movement & { to?: Person }): OpenTransaction {
  const { settlement, inTransit } = own[to.currency]
  const facts: TransactionFacts = {
    id,
    route: { source: settlement, inTransit, destination: to.ledgerAccountId },
    debitAccountId: null,
    creditAccountId: to.ledgerAccountId,
    currency: to.currency,
    amountMinor,
    debitDescription: null,
    creditDescription: 'Account funded',
    beneficiary: null,
    firstStatus: 'success',
    madeBy: clara.userId,
    reference: null,
  }
  return { kind: 'open_transaction', facts, limitMinor: 100_000_000n, authorisation: null }
}

/** A status change by clara of the transaction that a command opened. */
export function changeStatus(
  opened: OpenTransaction,
  status: Status,
  changeId: string,
  madeBy = clara.userId,
): ChangeStatus {
  const { id: transactionId, route } = opened.facts
  return { kind: 'change_status', changeId, transactionId, route, status, madeBy }
}
