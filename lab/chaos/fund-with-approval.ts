import type { Chance } from './chance.ts'
import type { Customer } from './people.ts'
import type { FundingIntent } from './records.ts'
import { decisionRequest, fundingRequest } from './requests.ts'
import type { Work } from './workload.ts'

type Decision = Parameters<typeof decisionRequest>[1]

const decisionsAtOnce: readonly (readonly Decision[])[] = [
  ['approval'],
  ['approval', 'approval'],
  ['decline'],
  ['approval', 'decline'],
]

/**
 * An administrator funds an account with so much that it waits for the second person, who approves or declines it: sometimes
 * twice at once, sometimes both at once, of which one must be done.
 */
export async function fundWithApproval(work: Work, customer: Customer, chance: Chance): Promise<void> {
  const { bank, log, findings, administrators, approver, acknowledged } = work
  const key = chance.id()
  const amount = `${chance.between(101, 199)}.00`
  const intent: FundingIntent = { kind: 'funding', key, to: customer.number, amount, needsApproval: true }
  const asking = fundingRequest(intent, customer, chance.pick(administrators))
  const decisions = chance.pick(decisionsAtOnce)
  const complain = (detail: string) =>
    findings.report({ what: 'unexpected answer', detail: `funding ${key}: ${detail}` })
  await log.intend(intent)
  const asked = await bank.askUntilAnswered(asking)
  if (asked === undefined) return
  if (asked.status !== 202) return complain(`${asked.status} ${asked.body.code}, and does not wait`)
  const answers = await Promise.all(
    decisions.map((decision) => bank.askUntilAnswered(decisionRequest(key, decision, approver))),
  )
  const done = new Set(decisions.filter((_, index) => (answers[index]?.status ?? 500) < 300))
  if (done.size > 1) complain('approved and declined')
  if (done.has('approval')) {
    log.conclude({ kind: 'outcome', key, was: 'ok' })
    acknowledged.funding++
  } else if (done.has('decline')) {
    log.conclude({ kind: 'outcome', key, was: 'refused' })
  } else if (answers.every((answer) => answer !== undefined)) {
    complain(answers.map(({ status, body }) => `${status} ${body.code}`).join(', '))
  }
}
