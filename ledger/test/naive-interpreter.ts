import type { Authorisation, PinTry } from '../src/authorisation.ts'
import type { BooksRefusal, ChangeStatus, Command, OpenTransaction } from '../src/command.ts'
import type { Outcome } from '../src/decide.ts'
import type { Guard, GuardSpan } from '../src/guard.ts'
import type { LedgerAccount } from '../src/ledger-account.ts'
import type { NewBeneficiaryGuard } from '../src/new-beneficiaries.ts'
import type { TransactionFacts } from '../src/transaction.ts'
import type { Status } from '../src/transaction-status.ts'
import type { Books } from './books.ts'

// The meaning of the books in the simplest possible code: one command at a time, on mutable maps, each
// balance summed up from its entries. Slow, obvious, and independent of decide().

type NaiveEntry = { amountMinor: bigint; balanceMinor: bigint; postingId: string; bookedAt: number }
type NaiveAccount = {
  currency: string
  floorMinor: bigint | null
  /** What every instruction but the bank's must leave on it. */
  heldMinor: bigint
  isClosed: boolean
  entries: NaiveEntry[]
}

/** The limits, and each transfer that they counted, with the day on which it was booked and the one on which it counts. */
export type NaiveGuard = Pick<Guard, 'limits' | 'dayAt'> & {
  counted: { transactionId: string; amountMinor: bigint; bookedOn: string; countsOn: string }[]
  /** Null for a customer whose PIN was never recovered. `sent`: each amount since then. */
  recovery: { limitMinor: bigint; until: number; sent: bigint[] } | null
}

type NaiveSender = {
  /** Whether each account of the customer is active. */
  standings: Map<bigint, boolean>
  isFrozen: boolean
  guards: Map<string, NaiveGuard>
  /** Every payment to a beneficiary who was new at its time, in order. */
  paidWhileNew: {
    transactionId: string
    currency: string
    beneficiary: string
    amountMinor: bigint
    at: number
  }[]
  hasPin: boolean
  wrongCount: number
  lockedUntil: number | null
  /** When each number without an account was tried, in the 24 hours from the first one on. */
  missedAt: number[]
}

export type NaiveBank = {
  accounts: Map<bigint, NaiveAccount>
  transactions: Map<string, { facts: TransactionFacts; status: Status; createdAt: number }>
  /** Every id that was ever accepted, and what it did. */
  usedIds: Map<string, { transactionId: string; status: Status; madeBy: string }>
  /** Changes to the status a transaction had already. */
  noOpStatusChanges: Map<string, { transactionId: string; status: Status; madeBy: string }>
  /** Until when each transfer with an undo time waits. */
  undoneUntil: Map<string, number>
  /** When each of them went on, or staff decided on it. */
  released: Map<string, number>
  senders: Map<string, NaiveSender>
}

/** A bank with these accounts and senders, before the first command. Nothing counts against their limits yet. */
export function naiveBank({
  ledgerAccounts,
  senders,
}: {
  readonly ledgerAccounts: ReadonlyMap<
    bigint,
    Pick<LedgerAccount, 'currency' | 'floorMinor' | 'heldMinor' | 'isClosed'>
  >
  readonly senders: Books['senders']
}): NaiveBank {
  return {
    accounts: new Map(
      [...ledgerAccounts].map(([id, { currency, floorMinor, heldMinor, isClosed }]) => [
        id,
        { currency, floorMinor, heldMinor, isClosed, entries: [] },
      ]),
    ),
    transactions: new Map(),
    usedIds: new Map(),
    noOpStatusChanges: new Map(),
    undoneUntil: new Map(),
    released: new Map(),
    senders: new Map(
      [...senders].map(([userId, { standings, isFrozen, guards, pin }]) => [
        userId,
        {
          standings: new Map(standings),
          isFrozen,
          guards: naiveGuards(guards),
          paidWhileNew: [],
          hasPin: pin !== null,
          wrongCount: 0,
          lockedUntil: null,
          missedAt: [],
        },
      ]),
    ),
  }
}

function naiveGuards(guards: ReadonlyMap<string, Guard>): NaiveSender['guards'] {
  const copies = [...guards].map(([currency, { limits, dayAt, recovery }]): [string, NaiveGuard] => {
    const copy = recovery && { ...recovery, sent: [recovery.sentMinor] }
    return [currency, { limits, dayAt, counted: [], recovery: copy }]
  })
  return new Map(copies)
}

/** Executes one command, which changes the bank, and gives its outcome. */
export function interpret(bank: NaiveBank, command: Command, now: number): Outcome {
  return command.type === 'open_transaction' ? openOne(bank, command, now) : changeOne(bank, command, now)
}

function openOne(bank: NaiveBank, command: OpenTransaction, now: number): Outcome {
  const { authorisation, limitMinor } = command
  let { facts } = command
  if (bank.usedIds.has(facts.id)) {
    const first = bank.transactions.get(facts.id)
    if (!first || asked(first.facts) !== asked(facts)) return refuse({ code: 'id_reused' })
    const { createdAt } = first
    return {
      transaction: { ...first.facts, status: first.facts.firstStatus, createdAt },
      replayed: true,
      moved: false,
    }
  }

  const from = facts.route.source
  const to = facts.firstStatus === 'success' ? facts.route.destination : facts.route.inTransit
  const isInside = facts.kind === 'transfer_inside'
  const payee = isInside ? bank.accounts.get(facts.route.destination) : bank.accounts.get(to)
  const isMissing = payee === undefined
  if (!bank.accounts.has(from) || (isMissing && !isInside)) return refuse({ code: 'account_missing' })

  if (authorisation.by !== 'bank') {
    const no = maySend(bank, authorisation, facts, now)
    if (no !== 'may send') return refuse(no)
    if (isInside && authorisation.by === 'pin') {
      const usedUp = tryNumber(bank.senders.get(authorisation.userId)!, isMissing, now)
      if (usedUp) return refuse(usedUp)
    }
  }
  if (isMissing) return refuse({ code: 'payee_account_missing' })
  if (facts.route.source === facts.route.destination) return refuse({ code: 'own_account' })
  for (const account of [bank.accounts.get(from)!, bank.accounts.get(to)!, payee]) {
    if (account.currency !== facts.currency) return refuse({ code: 'currency_different' })
  }
  if (facts.amountMinor > limitMinor) return refuse({ code: 'limit_exceeded' })
  const payer = bank.accounts.get(from)!
  if (facts.kind === 'credit_taking_back' && !payer.isClosed && sumOf(payer) < facts.amountMinor) {
    if (sumOf(payer) <= 0n) return refuse({ code: 'balance_insufficient' })
    facts = { ...facts, amountMinor: sumOf(payer) }
  }
  const isToOthers = ['transfer', 'transfer_inside', 'plain_transfer'].includes(facts.kind)
  const sender = authorisation.by === 'bank' ? undefined : bank.senders.get(authorisation.userId)
  const guard = isToOthers ? sender!.guards.get(facts.currency) : undefined
  const willBeBookedAt = bookingTime(bank, from, to, now)
  const bookedOn = guard?.dayAt(willBeBookedAt).day ?? ''
  // The last of the days on which transfers counted so far, or this one.
  const countsOn = [bookedOn, ...(guard?.counted ?? []).map((sent) => sent.countsOn)].sort().at(-1)!
  if (guard) {
    const used = {
      payment: 0n,
      day: usedOn(bank, guard, countsOn),
      month: usedOn(bank, guard, countsOn.slice(0, 7)),
    }
    for (const kind of ['payment', 'day', 'month'] as const) {
      const limit = guard.limits[kind]
      if (limit !== null && used[kind] + facts.amountMinor > limit)
        return refuse(exceeded(guard, kind, used[kind], willBeBookedAt))
    }
    const tooSoon = tooMuchAfterRecovery(guard, facts.amountMinor, now)
    if (tooSoon) return refuse(tooSoon)
  }

  const newBeneficiary = isToOthers ? command.newBeneficiary : undefined
  const tooMuch = newBeneficiary && tooMuchForNew(bank, sender!, facts, newBeneficiary, now)
  if (tooMuch) return refuse(tooMuch)

  const isTakingBack = ['taking_back', 'credit_taking_back'].includes(facts.kind)
  const notTakenBack = isTakingBack ? mayTakeBack(bank, facts) : null
  if (notTakenBack) return refuse(notTakenBack)

  if (facts.firstStatus === 'pending' && isInside && payee.isClosed) {
    return refuse({ code: 'account_closed', closed: facts.route.destination })
  }
  const isByBank = authorisation.by === 'bank'
  const moved = move(bank, { from, to, amountMinor: facts.amountMinor, postingId: facts.id, isByBank }, now)
  if (typeof moved !== 'number') return refuse(moved)
  if (newBeneficiary && isNew(sender!, facts.currency, newBeneficiary.beneficiary, now)) {
    const { id: transactionId, currency, amountMinor } = facts
    const { beneficiary } = newBeneficiary
    sender!.paidWhileNew.push({ transactionId, currency, beneficiary, amountMinor, at: now })
  }
  if (guard) {
    guard.counted.push({ transactionId: facts.id, amountMinor: facts.amountMinor, bookedOn, countsOn })
    guard.recovery?.sent.push(facts.amountMinor)
  }
  if (command.undoMilliseconds !== undefined) bank.undoneUntil.set(facts.id, now + command.undoMilliseconds)
  const status = facts.firstStatus
  bank.transactions.set(facts.id, { facts, status, createdAt: moved })
  bank.usedIds.set(facts.id, { transactionId: facts.id, status, madeBy: facts.madeBy })
  return { transaction: { ...facts, status, createdAt: moved }, replayed: false, moved: true }
}

/** Only a funding that has arrived on this account, or a provisional credit, and all takings back together at most its amount. */
function mayTakeBack(bank: NaiveBank, facts: TransactionFacts): BooksRefusal | null {
  const funding = bank.transactions.get(facts.creditDetail!)
  if (!funding) return { code: 'transaction_missing' }
  const isFunding = funding.facts.kind === 'funding' && funding.facts.route.destination === facts.route.source
  const isCredit = funding.facts.kind === 'provisional_credit'
  if (!(facts.kind === 'taking_back' ? isFunding : isCredit)) return { code: 'transaction_missing' }
  if (funding.facts.currency !== facts.currency) return { code: 'currency_different' }
  if (funding.status !== 'success') return { code: 'status_changed', status: funding.status }
  const left = takenBackOf(bank, funding.facts.id).reduce(
    (rest, taken) => rest - taken,
    funding.facts.amountMinor,
  )
  return left < facts.amountMinor ? { code: 'taken_back_exceeded', leftMinor: left } : null
}

function takenBackOf(bank: NaiveBank, fundingId: string): bigint[] {
  return [...bank.transactions.values()].flatMap(({ facts }) =>
    /taking_back$/.test(facts.kind) && facts.creditDetail === fundingId ? [facts.amountMinor] : [],
  )
}

function changeOne(bank: NaiveBank, command: ChangeStatus, now: number): Outcome {
  const { changeId, transactionId, status, madeBy } = command
  const known = bank.transactions.get(transactionId)
  if (!known) return refuse({ code: 'transaction_missing' })
  const transaction = { ...known.facts, status, createdAt: known.createdAt }

  const asked = JSON.stringify({ transactionId, status, madeBy })
  const moved = bank.transactions.has(changeId) ? 'a transaction' : bank.usedIds.get(changeId)
  const left = bank.noOpStatusChanges.get(changeId)
  if (JSON.stringify(moved) === asked || JSON.stringify(left) === asked) {
    return { transaction, replayed: true, moved: false }
  }
  if (moved || left) return refuse({ code: 'id_reused' })
  const no = mayChange(bank, command, known, now)
  if (no) return refuse(no)
  if (command.seen && command.seen !== known.status) {
    return refuse({ code: 'status_changed', status: known.status })
  }
  // A fee, which only the tests have, is never pending; a taking back and a provisional credit keep their status.
  const never = String(known.facts.kind) === 'fee' ? ['pending'] : []
  if (/taking_back$|^provisional_credit$/.test(known.facts.kind)) never.push('pending', 'failed')
  if (never.includes(status)) return refuse({ code: 'status_not_allowed' })
  const isUnsaid = command.lacksReason && known.status !== status
  if (isUnsaid && (status === 'failed' || known.status === 'success')) {
    return refuse({ code: 'reason_missing' })
  }
  if (known.status === status) {
    bank.noOpStatusChanges.set(changeId, { transactionId, status, madeBy })
    return { transaction, replayed: false, moved: false }
  }
  if (takenBackOf(bank, transactionId).length > 0) return refuse({ code: 'funding_taken_back' })

  const { source, inTransit, destination } = known.facts.route
  const positions = { failed: source, pending: inTransit, success: destination }
  const [from, to] = [positions[known.status], positions[status]]
  if (!bank.accounts.has(from) || !bank.accounts.has(to)) return refuse({ code: 'account_missing' })
  for (const id of [from, to]) {
    if (bank.accounts.get(id)!.currency !== known.facts.currency)
      return refuse({ code: 'currency_different' })
  }
  const { amountMinor } = known.facts
  const bookedAt = move(bank, { from, to, amountMinor, postingId: changeId, isByBank: true }, now)
  if (typeof bookedAt !== 'number') return refuse(bookedAt)
  if (bank.undoneUntil.has(transactionId) && !bank.released.has(transactionId)) {
    const isBack = status === 'failed' && (command.isRelease || command.releasedAt !== undefined)
    if (isBack) bank.undoneUntil.set(transactionId, Number.NaN)
    else bank.released.set(transactionId, bookedAt)
  }
  known.status = status
  bank.usedIds.set(changeId, { transactionId, status, madeBy })
  return { transaction, replayed: false, moved: true }
}

/**
 * What its sender took back stays so; the sender may take back what staff have not changed and whose time is not over, and it goes on
 * by itself when its undo time is over.
 */
function mayChange(
  bank: NaiveBank,
  { transactionId, madeBy, releasedAt, isRelease, status: wanted }: ChangeStatus,
  { facts, status }: { facts: TransactionFacts; status: Status },
  now: number,
): BooksRefusal | null {
  const isSent = ['transfer', 'transfer_inside', 'plain_transfer'].includes(facts.kind)
  const isOwn = isSent && facts.madeBy === madeBy
  if (releasedAt !== undefined && !isOwn) return { code: 'transaction_missing' }
  const changes = [...bank.usedIds].filter(
    ([id, used]) => used.transactionId === transactionId && id !== transactionId,
  )
  const isFirst = status === 'pending' && changes.length === 0
  const undoneUntil = bank.undoneUntil.get(transactionId) ?? 0
  if (isRelease) {
    const isInside = facts.kind === 'transfer_inside'
    return isInside && isFirst && undoneUntil > 0 && now >= undoneUntil ? null : { code: 'release_not_due' }
  }
  const isTakenBack = isSent && changes.some(([, by]) => by.status === 'failed' && by.madeBy === facts.madeBy)
  // Staff may say again that it failed, which changes nothing.
  if (isTakenBack && !(wanted === 'failed' && releasedAt === undefined))
    return { code: 'taken_back_by_sender' }
  if (releasedAt === undefined) return null
  const isInTime = now < releasedAt || now < undoneUntil
  return isFirst && isInTime ? null : { code: 'transfer_released' }
}

/**
 * What counts on a day, or in a month. What came back does not, except where it was booked on an earlier day or in an earlier month, by a
 * clock that is behind.
 */
function usedOn(bank: NaiveBank, { counted }: NaiveGuard, period: string): bigint {
  return counted
    .filter(({ countsOn }) => countsOn.startsWith(period))
    .filter(({ transactionId, bookedOn }) => !(isBack(bank, transactionId) && bookedOn.startsWith(period)))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}

/** What counts against a customer's limits on the last day on which they sent something, and in its month. */
export function countedOf(bank: NaiveBank, userId: string, currency: string): [day: bigint, month: bigint] {
  const guard = bank.senders.get(userId)?.guards.get(currency)
  const last = guard?.counted.at(-1)?.countsOn
  if (!guard || !last) return [0n, 0n]
  return [usedOn(bank, guard, last), usedOn(bank, guard, last.slice(0, 7))]
}

function isBack(bank: NaiveBank, transactionId: string): boolean {
  return bank.transactions.get(transactionId)?.status === 'failed'
}

function exceeded(
  { limits, dayAt }: NaiveGuard,
  guard: GuardSpan,
  used: bigint,
  bookedAt: number,
): BooksRefusal {
  const limitMinor = limits[guard]!
  const leftMinor = limitMinor > used ? limitMinor - used : 0n
  const { dayEndsAt, monthEndsAt } = dayAt(bookedAt)
  const until = { payment: null, day: dayEndsAt, month: monthEndsAt }[guard]
  return { code: 'guard_exceeded', guard, limitMinor, leftMinor, until }
}

/** For a day after a recovery of the PIN, the amounts that were sent since are summed up with the new one. */
function tooMuchAfterRecovery(
  { recovery }: NaiveGuard,
  amountMinor: bigint,
  now: number,
): BooksRefusal | null {
  if (!recovery || now >= recovery.until) return null
  const { limitMinor, until } = recovery
  const left = recovery.sent.reduce((rest, sent) => rest - sent, limitMinor)
  if (amountMinor <= left) return null
  const leftMinor = left > 0n ? left : 0n
  return { code: 'guard_exceeded', guard: 'recovery', limitMinor, leftMinor, until }
}

const day = 24 * 60 * 60_000

/** New: never paid in the currency, or first paid less than 24 hours ago. */
function isNew({ paidWhileNew }: NaiveSender, currency: string, beneficiary: string, now: number): boolean {
  const first = paidWhileNew.find((paid) => paid.currency === currency && paid.beneficiary === beneficiary)
  return first === undefined || now < first.at + day
}

/**
 * All that was sent to the beneficiaries who are new now, and did not come back, is summed up, and tried again at each moment at which it
 * may be less.
 */
function tooMuchForNew(
  bank: NaiveBank,
  sender: NaiveSender,
  { currency, amountMinor }: TransactionFacts,
  { beneficiary, limitMinor }: NewBeneficiaryGuard,
  now: number,
): BooksRefusal | null {
  if (!isNew(sender, currency, beneficiary, now)) return null
  const paidInCurrency = sender.paidWhileNew.filter((paid) => paid.currency === currency)
  const kept = paidInCurrency.filter((paid) => {
    const { createdAt } = bank.transactions.get(paid.transactionId)!
    const first = paidInCurrency.find((other) => other.beneficiary === paid.beneficiary)!
    // Booked by a clock that is behind, it was not sent while the beneficiary was new.
    const wasNew = createdAt >= first.at && createdAt < first.at + day
    return !(isBack(bank, paid.transactionId) && wasNew)
  })
  const leftAt = (moment: number) => {
    const counted = kept.filter((paid) => isNew(sender, currency, paid.beneficiary, moment))
    const left = counted.reduce((rest, paid) => rest - paid.amountMinor, limitMinor)
    return left > 0n ? left : 0n
  }
  const sum = kept
    .filter((paid) => isNew(sender, currency, paid.beneficiary, now))
    .reduce((so, paid) => so + paid.amountMinor, amountMinor)
  if (sum <= limitMinor) return null
  const leftMinor = leftAt(now)
  const first = paidInCurrency.find((paid) => paid.beneficiary === beneficiary)
  const moments = sender.paidWhileNew.map(({ at }) => at + day).filter((moment) => leftAt(moment) > leftMinor)
  const until = Math.min((first?.at ?? now) + day, ...moments)
  return { code: 'guard_exceeded', guard: 'new_beneficiaries', limitMinor, leftMinor, until }
}

/** Only from an active account of their own, between their own accounts only to another one, and with the PIN where one is asked for. */
function maySend(
  bank: NaiveBank,
  authorisation: Exclude<Authorisation, { by: 'bank' }>,
  { kind, route }: TransactionFacts,
  now: number,
): BooksRefusal | 'may send' {
  const sender = bank.senders.get(authorisation.userId)
  if (!sender?.standings.has(route.source)) return { code: 'account_missing' }
  if (!sender.standings.get(route.source)) return { code: 'account_inactive' }
  if (sender.isFrozen) return { code: 'payments_frozen' }
  const isOwn = ['own_transfer', 'pot_in', 'pot_out', 'round_up', 'closing'].includes(kind)
  if (isOwn && !sender.standings.has(route.destination)) return { code: 'account_missing' }
  return authorisation.by === 'pin' ? tryPin(sender, authorisation, now) : 'may send'
}

/** Five wrong PINs in a row lock the PIN for thirty minutes; while it is locked, none is compared. */
function tryPin(sender: NaiveSender, { pinMatches }: PinTry, now: number): BooksRefusal | 'may send' {
  if (!sender.hasPin) return { code: 'pin_incorrect', triesLeft: 0 }

  if (sender.lockedUntil !== null) {
    if (now < sender.lockedUntil) {
      return { code: 'pin_locked', lockedUntil: sender.lockedUntil, byThisTry: false }
    }
    sender.lockedUntil = null
    sender.wrongCount = 0
  }
  if (pinMatches) {
    sender.wrongCount = 0
    return 'may send'
  }
  sender.wrongCount = sender.wrongCount + 1
  if (sender.wrongCount === 5) {
    sender.lockedUntil = now + 30 * 60 * 1000
    return { code: 'pin_locked', lockedUntil: sender.lockedUntil, byThisTry: true }
  }
  return { code: 'pin_incorrect', triesLeft: 5 - sender.wrongCount }
}

/** After ten numbers without an account in 24 hours, every number is refused until these have passed. */
function tryNumber(sender: NaiveSender, isMissing: boolean, now: number): BooksRefusal | null {
  const [first] = sender.missedAt
  const isOver = first !== undefined && now >= first + day
  if (!isOver && sender.missedAt.length === 10) return { code: 'payee_misses_used_up', until: first! + day }
  if (isMissing) sender.missedAt = isOver ? [now] : [...sender.missedAt, now]
  return null
}

/** Books one entry on each side and gives the time of booking, or refuses. */
function move(
  bank: NaiveBank,
  {
    from,
    to,
    amountMinor,
    postingId,
    isByBank,
  }: { from: bigint; to: bigint; amountMinor: bigint; postingId: string; isByBank: boolean },
  now: number,
): number | BooksRefusal {
  const debit = bank.accounts.get(from)!
  const credit = bank.accounts.get(to)!
  if (debit.isClosed || credit.isClosed) {
    return { code: 'account_closed', closed: debit.isClosed ? from : to }
  }
  const debitAfter = sumOf(debit) - amountMinor
  const creditAfter = sumOf(credit) + amountMinor
  if (debitAfter < -9_223_372_036_854_775_808n || creditAfter > 9_223_372_036_854_775_807n) {
    return { code: 'amount_too_large' }
  }
  if (debit.floorMinor !== null && debitAfter < debit.floorMinor) return { code: 'balance_insufficient' }
  const { heldMinor } = debit
  if (!isByBank && heldMinor > 0n && debitAfter < heldMinor) return { code: 'balance_held', heldMinor }

  const bookedAt = bookingTime(bank, from, to, now)
  debit.entries.push({ amountMinor: -amountMinor, balanceMinor: debitAfter, postingId, bookedAt })
  credit.entries.push({ amountMinor, balanceMinor: creditAfter, postingId, bookedAt })
  return bookedAt
}

/** Never before an earlier entry on one of the two accounts. */
function bookingTime(bank: NaiveBank, from: bigint, to: bigint, now: number): number {
  const entries = [from, to].flatMap((id) => bank.accounts.get(id)!.entries)
  return Math.max(now, ...entries.map(({ bookedAt }) => bookedAt))
}

function sumOf(account: NaiveAccount): bigint {
  return account.entries.reduce((sum, entry) => sum + entry.amountMinor, 0n)
}

/** The contents of a transaction, as one text. */
function asked(facts: TransactionFacts): string {
  const { madeBy, route, currency, amountMinor, beneficiary, kind, reference } = facts
  const described =
    kind === 'plain_transfer'
      ? facts.debitDetail
      : /taking_back$/.test(kind)
        ? facts.creditDetail
        : 'by the bank'
  return JSON.stringify([
    madeBy,
    `${route.source} to ${beneficiary ? 'a beneficiary' : `${route.destination}, ${kind}, ${described}`}`,
    `${currency} ${kind === 'credit_taking_back' ? 'as much as there is' : amountMinor}`,
    beneficiary,
    reference,
  ])
}

function refuse(refusal: BooksRefusal): Outcome {
  return { refusal }
}
