import type { Answer, BankRequest } from './ask.ts'
import type { BankClient } from './bank-client.ts'
import type { Chance } from './chance.ts'
import { disputePayment } from './dispute-payment.ts'
import type { Findings } from './findings.ts'
import { fundWithApproval } from './fund-with-approval.ts'
import type { IntentLog } from './intent-log.ts'
import type { Administrator, Customer } from './people.ts'
import {
  type FundingIntent,
  type ScheduleIntent,
  type StatusIntent,
  statuses,
  type TransferIntent,
} from './records.ts'
import type { Totals } from './report.ts'
import { fundingRequest, ownTransferRequest, scheduleRequest, transferRequest } from './requests.ts'
import { type IntentResult, sendIntent } from './send-intent.ts'

/** What all clients share. */
export type Work = {
  readonly customers: readonly Customer[]
  /** Sessions of the administrator. */
  readonly administrators: readonly Administrator[]
  /** The second person for fundings. */
  readonly approver: Administrator
  readonly bank: BankClient
  readonly log: IntentLog
  readonly findings: Findings
  /** Ids of acknowledged transactions, whose statuses are changed. */
  readonly known: string[]
  readonly acknowledged: Totals['acknowledged']
  readonly isOver: () => boolean
  /** The bank's present day, `YYYY-MM-DD`. */
  readonly today: () => string
}

/**
 * One client: sends random requests one after the other until the run is over. The random numbers of a request are taken before it
 * is sent, so that later requests do not depend on its answer.
 */
export async function workAsClient(work: Work, chance: Chance): Promise<void> {
  const returnable: Returnable[] = []
  while (!work.isOver()) {
    const percent = chance.below(100)
    if (percent < 71) await transfer(work, chance, returnable)
    else if (percent < 78) await moveOwn(work, chance)
    else if (percent < 83) await fund(work, chance)
    else if (percent < 85) await fundWithApproval(work, anyCustomer(work, chance), chance)
    else if (percent < 92) await changeStatus(work, chance)
    else if (percent < 96) await takeBack(work, chance, returnable)
    else if (percent < 98) await schedule(work, chance)
    else await dispute(work, chance, returnable)
  }
}

/** A transfer that its sender may be able to take back. */
export type Returnable = { readonly key: string; readonly sender: Customer; readonly amount: string }

// A client sends so many in about the undo time: some are taken back in time, some late, and some just when they are released.
const returnableMax = 6

async function transfer(work: Work, chance: Chance, returnable: Returnable[]): Promise<void> {
  const sender = anyCustomer(work, chance)
  // What goes to another bank can be taken back for half an hour, and round-up waits for it.
  const isInside = chance.happens(0.55) || sender.hasUndo === true
  // The bank refuses a number of its own that it does not have, and soon any further transfer to one.
  const isCustomers = isInside || chance.happens(0.5)
  const intent: TransferIntent = {
    kind: 'transfer',
    key: chance.id(),
    from: sender.number,
    to: isCustomers ? anyCustomer(work, chance).number : String(chance.between(1e9, 9e9)),
    isInside,
    waits: sender.hasUndo,
    roundedInto: sender.hasUndo && sender.pot,
    // 2 % are more than any balance.
    amount: chance.happens(0.02) ? '200000.00' : `${chance.below(5)}.${chance.between(10, 99)}`,
    reference: chance.happens(0.3) ? `Invoice ${chance.below(1_000)}` : undefined,
  }
  const copies = chance.happens(0.03) ? 5 : 1
  const repeats = chance.happens(0.06)
  const reads = chance.happens(0.08)
  const index = chance.below(knownMax)
  const mayReturn = intent.waits || (!isInside && chance.happens(0.2))
  const request = transferRequest(intent, sender)
  if (mayReturn) returnable.push({ key: intent.key, sender, amount: intent.amount })
  if (returnable.length > returnableMax) returnable.shift()
  const sent = await sendIntent(work, intent, request, { copies, refusals: transferRefusals })
  if (sent?.was !== 'ok') return
  expectBody(work, sent, { id: intent.key, amount: intent.amount })
  remember(work, intent.key, index)
  if (repeats) await expectRepeat(work, sent, request)
  if (reads) await expectRead(work, `/api/transactions/${intent.key}?account=${sender.number}`, sender.cookie)
}

/** Moves money between two accounts of one customer, or between an account and its pot. */
async function moveOwn(work: Work, chance: Chance): Promise<void> {
  const moves = work.customers.flatMap((sender) => [
    ...(sender.otherNumber ? [{ sender, from: sender.number, to: sender.otherNumber }] : []),
    ...(sender.pot ? [{ sender, from: sender.number, to: sender.pot }] : []),
    ...(sender.pot ? [{ sender, from: sender.pot, to: sender.number }] : []),
  ])
  const { sender, from, to } = chance.pick(moves)
  const intent: TransferIntent = {
    kind: 'transfer',
    key: chance.id(),
    from,
    to,
    isInside: true,
    isOwn: true,
    amount: `${chance.below(9)}.${chance.between(10, 99)}`,
  }
  const copies = chance.happens(0.1) ? 5 : 1
  const index = chance.below(knownMax)
  const request = ownTransferRequest(intent, sender)
  const sent = await sendIntent(work, intent, request, { copies, refusals: ['balance_insufficient'] })
  // The status of what goes into a pot or out of it never changes.
  if (sent?.was === 'ok' && ![from, to].includes(sender.pot ?? '')) remember(work, intent.key, index)
}

/** Schedules a payment, or money for the pot, for the present day. */
async function schedule(work: Work, chance: Chance): Promise<void> {
  const sender = anyCustomer(work, chance)
  const isInside = chance.happens(0.6) || sender.hasUndo === true
  const payee = anyCustomer(work, chance)
  const pot = chance.happens(0.5) ? sender.pot : undefined
  const intent: ScheduleIntent = {
    kind: 'schedule',
    key: chance.id(),
    from: sender.number,
    to: pot ?? payee.number,
    isInside: isInside || pot !== undefined,
    isOwn: pot === undefined ? undefined : true,
    roundedInto: pot === undefined && sender.hasUndo ? sender.pot : undefined,
    amount: `${chance.below(5)}.${chance.between(10, 99)}`,
    day: work.today(),
  }
  const copies = chance.happens(0.05) ? 5 : 1
  await sendIntent(work, intent, scheduleRequest(intent, sender), { copies, refusals: scheduleRefusals })
}

/** Takes a transfer back, which may be released, taken back or refused already; sometimes while an administrator sets its status. */
async function takeBack(work: Work, chance: Chance, returnable: readonly Returnable[]): Promise<void> {
  const key = chance.id()
  const index = chance.below(returnableMax)
  const copies = chance.happens(0.05) ? 5 : 1
  const isDisputed = chance.happens(0.3)
  const chosen = returnable[index % returnable.length]
  if (!chosen) return
  const { key: transaction, sender } = chosen
  const intent: StatusIntent = { kind: 'status', key, transaction, status: 'failed', isTakingBack: true }
  const request = {
    method: 'PUT',
    path: `/api/transfers/${transaction}/taking-back?account=${sender.number}`,
    cookie: sender.cookie,
    body: { changeId: key },
  } as const
  await Promise.all([
    sendIntent(work, intent, request, { copies, refusals: takingBackRefusals }),
    isDisputed && changeStatus(work, chance, transaction),
  ])
}

/** Disputes a transfer, which may be released, taken back or refused already. */
async function dispute(work: Work, chance: Chance, returnable: readonly Returnable[]): Promise<void> {
  const chosen = returnable[chance.below(returnableMax) % returnable.length]
  if (chosen) await disputePayment(work, chosen, chance)
}

async function fund(work: Work, chance: Chance): Promise<void> {
  const customer = anyCustomer(work, chance)
  const intent: FundingIntent = {
    kind: 'funding',
    key: chance.id(),
    to: customer.number,
    amount: `${chance.below(100)}.${chance.between(10, 99)}`,
  }
  const request = fundingRequest(intent, customer, chance.pick(work.administrators))
  const copies = chance.happens(0.03) ? 5 : 1
  const index = chance.below(knownMax)
  const sent = await sendIntent(work, intent, request, { copies })
  if (sent?.was !== 'ok') return
  expectBody(work, sent, { id: intent.key, amount: intent.amount })
  remember(work, intent.key, index)
}

/** Sets the status of a transaction that was acknowledged, or of the one that is given. */
async function changeStatus(work: Work, chance: Chance, given?: string): Promise<void> {
  const key = chance.id()
  const status = chance.pick(statuses)
  const administrator = chance.pick(work.administrators)
  const index = chance.below(work.known.length)
  const copies = chance.happens(0.03) ? 5 : 1
  const transaction = given ?? work.known[index]
  if (transaction === undefined) return
  const intent: StatusIntent = { kind: 'status', key, transaction, status }
  const request = {
    method: 'PUT',
    path: `/api/admin/transactions/${transaction}/status`,
    cookie: administrator.cookie,
    body: { changeId: key, status, reason: 'Checked' },
  } as const
  const refusals = [
    'balance_insufficient',
    'taken_back_by_sender',
    'payment_credited',
    ...(given ? ['transaction_not_found'] : []),
  ]
  const sent = await sendIntent(work, intent, request, { copies, refusals })
  if (sent?.was === 'ok') expectBody(work, sent, { id: transaction, status })
}

const transferRefusals = [
  'balance_insufficient',
  'currency_different',
  'own_account',
  'guard_exceeded',
  'guard_used_up',
]

const scheduleRefusals = [
  'currency_different',
  'own_account',
  // Those that are due wait while the bank does not work.
  'schedules_too_many',
  // At midnight.
  'schedule_day_past',
]

const takingBackRefusals = [
  'transaction_not_found',
  'transfer_released',
  'taken_back_by_sender',
  'payment_credited',
]

/** Half of the time one of four, so that many requests wait for the same accounts. */
function anyCustomer({ customers }: Work, chance: Chance): Customer {
  return customers[chance.below(chance.happens(0.5) ? Math.min(4, customers.length) : customers.length)]!
}

const knownMax = 500

/** Adds an id, or replaces the one at `index` when there are enough. */
function remember({ known }: Work, id: string, index: number): void {
  if (known.length < knownMax) known.push(id)
  else known[index] = id
}

function expectBody({ findings }: Work, { answer }: IntentResult, wanted: Record<string, string>): void {
  for (const [name, value] of Object.entries(wanted)) {
    if (answer.body[name] === value) continue
    findings.report({ what: 'altered', detail: `${name} was answered as ${answer.body[name]}, not ${value}` })
  }
}

/** A repeat gets the first answer, marked as replayed (I7). */
async function expectRepeat(
  { bank, findings }: Work,
  { answer: first, intent }: IntentResult,
  request: BankRequest,
): Promise<void> {
  const again = await bank.askUntilAnswered(request)
  if (again === undefined || isSame(first, again)) return
  const detail = `${intent.kind} ${intent.key}: first ${JSON.stringify(first.body)}, then ${again.status} ${JSON.stringify(again.body)}`
  findings.report({ what: 'different answer to a repeat', detail })
}

function isSame(first: Answer, again: Answer): boolean {
  return (
    again.status === first.status &&
    JSON.stringify(again.body) === JSON.stringify(first.body) &&
    again.headers['idempotency-replayed'] === 'true'
  )
}

/** An acknowledged transfer is found on every process (I11). */
async function expectRead({ bank, findings }: Work, path: string, cookie: string): Promise<void> {
  const answer = await bank.askUntilAnswered({ method: 'GET', path, cookie })
  if (answer === undefined || answer.status === 200) return
  findings.report({ what: 'stale read', detail: `${path}: ${answer.status}` })
}
