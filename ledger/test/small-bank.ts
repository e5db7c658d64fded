import type { PinTry } from '../src/authorisation.ts'
import type { ChangeStatus, Command, OpenTransaction } from '../src/command.ts'
import type { Currency } from '../src/currency.ts'
import type { BankDay, Guard } from '../src/guard.ts'
import type { LedgerAccount } from '../src/ledger-account.ts'
import { int64Max } from '../src/money.ts'
import { type Beneficiary, bankItself, factsOf, type Movement } from '../src/transaction.ts'
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
  USD: { settlement: 1n, inTransit: 2n, disputes: 7n },
  EUR: { settlement: 3n, inTransit: 4n, disputes: 8n },
  GBP: { settlement: 5n, inTransit: 6n, disputes: 9n },
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
    ...Object.entries(own).flatMap(([currency, ids]) =>
      Object.values(ids).map((id) => newAccount(id, currency as Currency, null)),
    ),
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
    statusChanges: new Map(),
    releases: new Map(),
    takenBack: new Map(),
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

/** The books with limits of alice's transfers in dollars, of which nothing is used. */
export function withGuard(
  books: Books,
  limits: Partial<Guard['limits']>,
  recovery: Guard['recovery'] = null,
): Books {
  const sender = books.senders.get(alice.userId)!
  const guard: Guard = {
    limits: { payment: null, day: null, month: null, ...limits },
    day: '2026-11-21',
    daySent: 0n,
    month: '2026-11',
    monthSent: 0n,
    dayAt,
    recovery,
  }
  const guards = new Map([['USD', guard] as const])
  return { ...books, senders: new Map(books.senders).set(alice.userId, { ...sender, guards }) }
}

/** The days of the tests, in UTC. */
export function dayAt(moment: number): BankDay {
  const at = new Date(moment)
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  return {
    day: at.toISOString().slice(0, 10),
    dayEndsAt: Date.UTC(year, month, date + 1),
    monthEndsAt: Date.UTC(year, month + 1, 1),
  }
}

/** The books with an account active or inactive. */
export function withStanding(books: Books, { userId, ledgerAccountId }: Person, isActive: boolean): Books {
  const sender = books.senders.get(userId)!
  const standings = new Map(sender.standings).set(ledgerAccountId, isActive)
  return { ...books, senders: new Map(books.senders).set(userId, { ...sender, standings }) }
}

function newAccount(id: bigint, currency: Currency, floorMinor: bigint | null): LedgerAccount {
  const empty = { balanceMinor: 0n, heldMinor: 0n, entrySeq: 0n, version: 0n, lastBookedAt: null }
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
  if (command.type === 'change_status' || command.authorisation.by !== 'pin') return command
  return { ...command, authorisation: { ...command.authorisation, ...change(command.authorisation) } }
}

type Moved = Pick<Movement, 'id' | 'amountMinor' | 'reference'> & {
  readonly undoMilliseconds?: number | undefined
}
type Authority = { readonly pinMatches?: boolean; readonly limitMinor?: bigint }

/** A transfer to another bank, by default alice's; with her right PIN unless the test says otherwise. */
export function transferOut(
  { from = alice, ...moved }: Moved & { from?: Person },
  authority: Authority = {},
): OpenTransaction {
  return byPin({ ...moved, kind: 'transfer', beneficiary, ...sentBy(from) }, authority)
}

/** A transfer of alice's without a beneficiary, with her own description. */
export function transferPlain(moved: Moved, debitDetail = 'Rent'): OpenTransaction {
  return byPin({ ...moved, kind: 'plain_transfer', debitDetail, ...sentBy(alice) })
}

/** A transfer to an account of this bank, by default from alice to bruno. */
export function transferInside(
  { from = alice, to = bruno, ...moved }: Moved & { from?: Person; to?: Person },
  authority: Authority = {},
): OpenTransaction {
  const kind = from.userId === to.userId ? 'own_transfer' : 'transfer_inside'
  const facts = { ...sentBy(from), to: to.ledgerAccountId, creditDetail: 'Alice' }
  return byPin({ ...moved, kind, beneficiary, ...facts }, authority)
}

/** Money between two accounts of one customer, by default from alice's first to her second. */
export function moveOwn({
  from = alice,
  to = aliceSavings,
  ...moved
}: Moved & { from?: Person; to?: Person }): OpenTransaction {
  const details = { debitDetail: '1000000002', creditDetail: '1000000001' }
  return byOwner({ ...moved, kind: 'own_transfer', ...sentBy(from), to: to.ledgerAccountId, ...details })
}

/** Money between alice's first account and her pot. */
export function movePot(direction: 'in' | 'out', moved: Moved): OpenTransaction {
  const [account, pot] = [alice.ledgerAccountId, alicePot.ledgerAccountId]
  return direction === 'in'
    ? byOwner({ ...moved, kind: 'pot_in', ...sentBy(alice), to: pot, debitDetail: 'Car' })
    : byOwner({ ...moved, kind: 'pot_out', ...sentBy(alicePot), to: account, creditDetail: 'Car' })
}

/** Money from the settlement account to a customer, by clara. */
export function funding({ to = alice, ...moved }: Moved & { to?: Person }): OpenTransaction {
  const facts = { to: to.ledgerAccountId, currency: to.currency, madeBy: clara.userId }
  return opening({ ...moved, kind: 'funding', ...facts }, 100_000_000n, { by: 'bank' })
}

/** Money of a funding back to the settlement account, by clara: by default from alice. */
export function takeBack(
  fundingId: string,
  { from = alice, ...moved }: Moved & { from?: Person },
): OpenTransaction {
  const facts = { from: from.ledgerAccountId, currency: from.currency, creditDetail: fundingId }
  return opening({ ...moved, kind: 'taking_back', ...facts, madeBy: clara.userId }, int64Max, { by: 'bank' })
}

/** Money from the disputes account to a customer, by clara. */
export function creditDisputed({ to = alice, ...moved }: Moved & { to?: Person }): OpenTransaction {
  const facts = { to: to.ledgerAccountId, currency: to.currency, madeBy: clara.userId }
  return opening({ ...moved, kind: 'provisional_credit', ...facts }, int64Max, { by: 'bank' })
}

/** As much of a provisional credit as there is, back to the disputes account, by clara: by default from alice. */
export function takeCreditBack(
  creditId: string,
  { from = alice, ...moved }: Moved & { from?: Person },
): OpenTransaction {
  const { facts, ...rest } = takeBack(creditId, { from, ...moved })
  const route = { ...facts.route, destination: own[from.currency].disputes }
  return { ...rest, facts: { ...facts, kind: 'credit_taking_back', route } }
}

function sentBy({ userId, ledgerAccountId, currency }: Person) {
  return { from: ledgerAccountId, currency, madeBy: userId }
}

function byPin(
  { undoMilliseconds, ...movement }: Movement & Pick<Moved, 'undoMilliseconds'>,
  { pinMatches = true, limitMinor = 25_000_000n }: Authority = {},
): OpenTransaction {
  const pinTry = { pinMatches, attempt: newAttempt() }
  const authorisation = { by: 'pin', userId: movement.madeBy, ...pinTry } as const
  const opened = opening(movement, limitMinor, authorisation)
  if (undoMilliseconds === undefined) return opened
  return { ...opened, facts: factsOf(movement, own[movement.currency], true), undoMilliseconds }
}

function byOwner(movement: Movement): OpenTransaction {
  return opening(movement, int64Max, { by: 'own', userId: movement.madeBy })
}

/** The command that opens a movement in the small bank. */
export function opening(
  movement: Movement,
  limitMinor: bigint,
  authorisation: OpenTransaction['authorisation'],
): OpenTransaction {
  const facts = factsOf(movement, own[movement.currency])
  return { type: 'open_transaction', facts, limitMinor, authorisation }
}

/** The end of a transfer's undo time: the money goes on as its sender wished, or back by the bank itself. */
export function release(
  opened: OpenTransaction,
  changeId: string,
  status: 'success' | 'failed' = 'success',
): ChangeStatus {
  const madeBy = status === 'success' ? opened.facts.madeBy : bankItself
  return { ...changeStatus(opened, status, changeId, madeBy), isRelease: true }
}

/** A status change by clara of the transaction that a command opened. */
export function changeStatus(
  opened: OpenTransaction,
  status: Status,
  changeId: string,
  madeBy = clara.userId,
): ChangeStatus {
  const { id: transactionId, route } = opened.facts
  return { type: 'change_status', changeId, transactionId, route, status, madeBy }
}
