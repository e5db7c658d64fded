import type { Answer, BankRequest } from './ask.ts'
import type { BankClient } from './bank-client.ts'
import type { Chance } from './chance.ts'
import type { Findings } from './findings.ts'
import type { IntentLog } from './intent-log.ts'
import type { Administrator, Customer } from './people.ts'
import { type FundingIntent, type StatusIntent, statuses, type TransferIntent } from './records.ts'
import type { Totals } from './report.ts'
import { fundingRequest, ownTransferRequest, transferRequest } from './requests.ts'
import { type IntentResult, sendIntent } from './send-intent.ts'

/** What all clients share. */
export type Work = {
  readonly customers: readonly Customer[]
  readonly administrators: readonly Administrator[]
  readonly bank: BankClient
  readonly log: IntentLog
  readonly findings: Findings
  /** Ids of acknowledged transactions, whose statuses are changed. */
  readonly known: string[]
  readonly acknowledged: Totals['acknowledged']
  readonly isOver: () => boolean
}

/**
 * One client: sends random requests one after the other until the run is over. The random numbers of a request are taken before it
 * is sent, so that later requests do not depend on its answer.
 */
export async function workAsClient(work: Work, chance: Chance): Promise<void> {
  while (!work.isOver()) {
    const percent = chance.below(100)
    if (percent < 80) await transfer(work, chance)
    else if (percent < 86) await moveOwn(work, chance)
    else if (percent < 92) await fund(work, chance)
    else await changeStatus(work, chance)
  }
}

async function transfer(work: Work, chance: Chance): Promise<void> {
  const sender = anyCustomer(work, chance)
  const isInside = chance.happens(0.55)
  // The bank refuses a number of its own that it does not have, and soon any further transfer to one.
  const isCustomers = isInside || chance.happens(0.5)
  const intent: TransferIntent = {
    kind: 'transfer',
    key: chance.id(),
    from: sender.number,
    to: isCustomers ? anyCustomer(work, chance).number : String(chance.between(1e9, 9e9)),
    isInside,
    // 2 % are more than any balance.
    amount: chance.happens(0.02) ? '200000.00' : `${chance.below(5)}.${chance.between(10, 99)}`,
    reference: chance.happens(0.3) ? `Invoice ${chance.below(1_000)}` : undefined,
  }
  const copies = chance.happens(0.03) ? 5 : 1
  const repeats = chance.happens(0.06)
  const reads = chance.happens(0.08)
  const index = chance.below(knownMax)
  const request = transferRequest(intent, sender)
  const sent = await sendIntent(work, intent, request, { copies, refusals: transferRefusals })
  if (sent?.was !== 'ok') return
  expectBody(work, sent, { id: intent.key, amount: intent.amount })
  remember(work, intent.key, index)
  if (repeats) await expectRepeat(work, sent, request)
  if (reads) await expectRead(work, `/api/transactions/${intent.key}?account=${sender.number}`, sender.cookie)
}

/** Moves money between two accounts of one customer. */
async function moveOwn(work: Work, chance: Chance): Promise<void> {
  const withTwo = work.customers.filter(({ otherNumber }) => otherNumber !== undefined)
  const sender = chance.pick(withTwo)
  const intent: TransferIntent = {
    kind: 'transfer',
    key: chance.id(),
    from: sender.number,
    to: sender.otherNumber!,
    isInside: true,
    isOwn: true,
    amount: `${chance.below(9)}.${chance.between(10, 99)}`,
  }
  const copies = chance.happens(0.1) ? 5 : 1
  const index = chance.below(knownMax)
  const request = ownTransferRequest(intent, sender)
  const sent = await sendIntent(work, intent, request, { copies, refusals: ['balance_insufficient'] })
  if (sent?.was === 'ok') remember(work, intent.key, index)
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

async function changeStatus(work: Work, chance: Chance): Promise<void> {
  const key = chance.id()
  const status = chance.pick(statuses)
  const administrator = chance.pick(work.administrators)
  const index = chance.below(work.known.length)
  const copies = chance.happens(0.03) ? 5 : 1
  const transaction = work.known[index]
  if (transaction === undefined) return
  const intent: StatusIntent = { kind: 'status', key, transaction, status }
  const request = {
    method: 'PUT',
    path: `/api/admin/transactions/${transaction}/status`,
    cookie: administrator.cookie,
    body: { changeId: key, status, reason: 'Checked' },
  } as const
  const sent = await sendIntent(work, intent, request, { copies, refusals: ['balance_insufficient'] })
  if (sent?.was === 'ok') expectBody(work, sent, { id: transaction, status })
}

const transferRefusals = [
  'balance_insufficient',
  'currency_different',
  'own_account',
  'guard_exceeded',
  'guard_used_up',
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
