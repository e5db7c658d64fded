import type { Answer, BankRequest } from './ask.ts'
import type { Intent } from './records.ts'
import type { Work } from './workload.ts'

/** The outcome of an intent, and the answer that gave it. */
export type IntentResult = {
  readonly was: 'ok' | 'refused'
  readonly answer: Answer
  readonly intent: Intent
}

/**
 * Logs the intent, sends its request until the bank has accepted or refused it, and logs the outcome. `copies` requests are sent
 * in parallel. A refusal whose code is not among `refusals` is reported. Undefined when the outcome stays unknown.
 */
export async function sendIntent(
  { bank, log, findings, acknowledged }: Work,
  intent: Intent,
  request: BankRequest,
  { copies = 1, refusals = [] }: { copies?: number; refusals?: readonly string[] } = {},
): Promise<IntentResult | undefined> {
  await log.intend(intent)
  const answers = await Promise.all(Array.from({ length: copies }, () => bank.askUntilAnswered(request)))
  const known = answers.filter((answer) => answer !== undefined)
  const accepted = known.filter(({ status }) => status < 300)
  const name = `${intent.kind} ${intent.key}`
  for (const { status, body } of known) {
    if (status < 300 || refusals.includes(String(body.code))) continue
    findings.report({ what: 'unexpected answer', detail: `${name}: ${status} ${body.code}` })
  }
  const [first] = accepted
  if (first !== undefined) {
    log.conclude({ kind: 'outcome', key: intent.key, was: 'ok' })
    acknowledged[intent.kind]++
    // A schedule is answered as it is by then: it may have been made in between.
    const factsOf = ({ body }: Answer) => JSON.stringify(intent.kind === 'schedule' ? body.id : body)
    if (accepted.some((answer) => factsOf(answer) !== factsOf(first))) {
      findings.report({
        what: 'different answer to a repeat',
        detail: `${name}, sent ${copies} times at once`,
      })
    }
    return { was: 'ok', answer: first, intent }
  }
  const [refused] = known
  if (refused === undefined || known.length < answers.length) return undefined
  log.conclude({ kind: 'outcome', key: intent.key, was: 'refused' })
  return { was: 'refused', answer: refused, intent }
}
