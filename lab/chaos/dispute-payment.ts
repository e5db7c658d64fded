import type { BankRequest } from './ask.ts'
import type { Chance } from './chance.ts'
import { creditIdOf, takingBackIdOf } from './check/check-credits.ts'
import type { DisputeIntent } from './records.ts'
import type { Returnable, Work } from './workload.ts'

/** A customer disputes a payment, staff credit it and end it for one side. The log has what of it the bank says to have moved. */
export async function disputePayment(work: Work, payment: Returnable, chance: Chance): Promise<void> {
  const { bank, log, findings, acknowledged, administrators } = work
  const { key: transaction, sender, amount } = payment
  const { number: from } = sender
  const { cookie } = chance.pick(administrators)
  const intent: DisputeIntent = { kind: 'dispute', key: chance.id(), transaction, from, amount }
  const { key: disputeId } = intent
  const outcome = chance.happens(0.5) ? 'bank' : 'customer'
  const ask = async (request: BankRequest) => {
    const answer = await bank.askUntilAnswered({ cookie, ...request })
    if (answer && answer.status >= 300 && !refusals.includes(String(answer.body.code))) {
      const detail = `${request.method} ${request.path}: ${answer.status} ${answer.body.code}`
      findings.report({ what: 'unexpected answer', detail })
    }
    return answer
  }
  await log.intend(intent)
  const opened = await ask({
    method: 'POST',
    path: `/api/transactions/${transaction}/disputes?account=${from}`,
    cookie: sender.cookie,
    body: { disputeId, cause: 'other', amount, text: 'It is not mine' },
  })
  if (opened?.status !== 201) return
  const path = `/api/admin/disputes/${disputeId}`
  const reason = 'Checked'
  const isCredited = (await ask({ method: 'PUT', path: `${path}/credit`, body: { reason } }))?.status === 204
  await ask({ method: 'PUT', path: `${path}/end`, body: { outcome: isCredited ? outcome : 'bank', reason } })
  const { credit, end } = (await ask({ method: 'GET', path }))?.body ?? {}
  if (!end) return
  const { takenBack } = end as { takenBack: string }
  log.conclude({ kind: 'outcome', key: creditIdOf(intent), was: credit ? 'ok' : 'refused' })
  log.conclude({ kind: 'outcome', key: takingBackIdOf(intent), was: takenBack === '0.00' ? 'refused' : 'ok' })
  acknowledged.dispute++
}

const refusals = [
  'transaction_not_found',
  'payment_came_back',
  'dispute_open_already',
  'dispute_amount_exceeded',
]
