import type { Answer } from './ask.ts'
import type { Chance } from './chance.ts'
import type { Counter } from './counter.ts'
import type { Findings } from './findings.ts'
import type { IntentLog } from './intent-log.ts'
import type { Clerk, Customer } from './people.ts'
import { type FundingIntent, type StatusIntent, statuses, type TransferIntent } from './records.ts'
import { type Sent, sendOnce } from './send-once.ts'
import { transferBody } from './transfer-body.ts'

/** What every client works with. */
export type Work = {
  readonly customers: readonly Customer[]
  readonly clerks: readonly Clerk[]
  readonly counter: Counter
  readonly log: IntentLog
  readonly findings: Findings
  /** Ids of acknowledged transactions, the latest of them, for the clerks who change statuses. */
  readonly known: string[]
  /** How much has been acknowledged, by kind. */
  readonly acknowledged: { transfer: number; funding: number; status: number }
  readonly isOver: () => boolean
}

/**
 * One client: does one thing after the other, as its chance has it, until the run is over. All that a request needs of chance is
 * drawn before it is sent, so that what is asked for next does not depend on the answer.
 */
export async function workAsClient(work: Work, chance: Chance): Promise<void> {
  while (!work.isOver()) {
    const draw = chance.below(100)
    if (draw < 86) await transfer(work, chance)
    else if (draw < 92) await fund(work, chance)
    else await changeStatus(work, chance)
  }
}

async function transfer(work: Work, chance: Chance): Promise<void> {
  const sender = anyCustomer(work, chance)
  const intent: TransferIntent = {
    kind: 'transfer',
    key: chance.id(),
    from: sender.number,
    to: chance.happens(0.5) ? anyCustomer(work, chance).number : String(chance.between(1e9, 9e9)),
    isInside: chance.happens(0.55),
    // Now and then more than anybody has.
    amount: chance.happens(0.02) ? '200000.00' : `${chance.below(5)}.${chance.between(10, 99)}`,
  }
  const copies = chance.happens(0.03) ? 5 : 1
  const repeats = chance.happens(0.06)
  const reads = chance.happens(0.08)
  const place = chance.below(knownMax)
  const question = {
    method: 'POST',
    path: '/api/transfers',
    cookie: sender.cookie,
    body: transferBody(intent, sender.pin),
  } as const
  const sent = await sendOnce(work, intent, question, { copies, refusals: transferRefusals })
  if (sent?.was !== 'ok') return
  expectBody(work, sent, { id: intent.key, amount: intent.amount })
  remember(work, intent.key, place)
  if (repeats) await expectRepeat(work, sent, question)
  if (reads) await expectRead(work, `/api/transactions/${intent.key}`, sender.cookie)
}

async function fund(work: Work, chance: Chance): Promise<void> {
  const { userId, number } = anyCustomer(work, chance)
  const intent: FundingIntent = {
    kind: 'funding',
    key: chance.id(),
    to: number,
    amount: `${chance.below(100)}.${chance.between(10, 99)}`,
  }
  const question = {
    method: 'POST',
    path: `/api/admin/users/${userId}/fundings`,
    cookie: chance.pick(work.clerks).cookie,
    body: { transactionId: intent.key, amount: intent.amount },
  } as const
  const copies = chance.happens(0.03) ? 5 : 1
  const place = chance.below(knownMax)
  const sent = await sendOnce(work, intent, question, { copies, refusals: [] })
  if (sent?.was !== 'ok') return
  expectBody(work, sent, { id: intent.key, amount: intent.amount })
  remember(work, intent.key, place)
}

async function changeStatus(work: Work, chance: Chance): Promise<void> {
  const key = chance.id()
  const status = chance.pick(statuses)
  const clerk = chance.pick(work.clerks)
  const place = chance.below(work.known.length)
  const copies = chance.happens(0.03) ? 5 : 1
  const transaction = work.known[place]
  if (transaction === undefined) return
  const intent: StatusIntent = { kind: 'status', key, transaction, status }
  const question = {
    method: 'PUT',
    path: `/api/admin/transactions/${transaction}/status`,
    cookie: clerk.cookie,
    body: { changeId: key, status },
  } as const
  const sent = await sendOnce(work, intent, question, { copies, refusals: ['balance_insufficient'] })
  if (sent?.was === 'ok') expectBody(work, sent, { id: transaction, status })
}

const transferRefusals = ['balance_insufficient', 'currency_different', 'own_account']

/** Half of it all happens on four accounts, so that many wait for the same ones. */
function anyCustomer({ customers }: Work, chance: Chance): Customer {
  return customers[chance.below(chance.happens(0.5) ? Math.min(4, customers.length) : customers.length)]!
}

const knownMax = 500

/** Keeps an id; when there is no room left, instead of the one at `place`. */
function remember({ known }: Work, id: string, place: number): void {
  if (known.length < knownMax) known.push(id)
  else known[place] = id
}

function expectBody({ findings }: Work, { answer }: Sent, wanted: Record<string, string>): void {
  for (const [name, value] of Object.entries(wanted)) {
    if (answer.body[name] === value) continue
    findings.report({ what: 'altered', detail: `${name} was answered as ${answer.body[name]}, not ${value}` })
  }
}

/** A repeat gets the first answer, and is told that it is one (I7). */
async function expectRepeat(
  { counter, findings }: Work,
  { answer: first, intent }: Sent,
  question: Parameters<Counter['insist']>[0],
): Promise<void> {
  const again = await counter.insist(question)
  if (again === undefined || isSame(first, again)) return
  const detail = `${intent.kind} ${intent.key}: first ${JSON.stringify(first.body)}, then ${again.status} ${JSON.stringify(again.body)}`
  findings.report({ what: 'other answer to a repeat', detail })
}

function isSame(first: Answer, again: Answer): boolean {
  return (
    again.status === first.status &&
    JSON.stringify(again.body) === JSON.stringify(first.body) &&
    again.headers['idempotency-replayed'] === 'true'
  )
}

/** Who has been told that it is done reads it, whichever process is asked (I11). */
async function expectRead({ counter, findings }: Work, path: string, cookie: string): Promise<void> {
  const answer = await counter.insist({ method: 'GET', path, cookie })
  if (answer === undefined || answer.status === 200) return
  findings.report({ what: 'not read after it was written', detail: `${path}: ${answer.status}` })
}
