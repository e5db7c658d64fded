import type { Answer, Question } from './ask.ts'
import type { Counter } from './counter.ts'
import type { Findings } from './findings.ts'
import type { IntentLog } from './intent-log.ts'
import type { Intent } from './records.ts'

/** What became of an intent, and the answer that said so. */
export type Sent = { readonly was: 'ok' | 'refused'; readonly answer: Answer; readonly intent: Intent }

/**
 * Writes the intent down, sends it until the bank has said yes or no, and writes that down. With `copies` it is sent so often at
 * the same time. `refusals` are the codes that are in order; any other no is reported. Undefined when there was no answer in
 * the end.
 */
export async function sendOnce(
  {
    counter,
    log,
    findings,
    acknowledged,
  }: {
    counter: Counter
    log: IntentLog
    findings: Findings
    acknowledged: Record<Intent['kind'], number>
  },
  intent: Intent,
  question: Question,
  { copies, refusals }: { copies: number; refusals: readonly string[] },
): Promise<Sent | undefined> {
  await log.intend(intent)
  const answers = await Promise.all(Array.from({ length: copies }, () => counter.insist(question)))
  const known = answers.filter((answer) => answer !== undefined)
  const accepted = known.filter(({ status }) => status < 300)
  for (const { status, body } of known) {
    if (status < 300 || refusals.includes(String(body.code))) continue
    findings.report({
      what: 'unexpected answer',
      detail: `${intent.kind} ${intent.key}: ${status} ${body.code}`,
    })
  }
  const [first] = accepted
  if (first !== undefined) {
    log.conclude({ kind: 'outcome', key: intent.key, was: 'ok' })
    acknowledged[intent.kind]++
    if (accepted.some(({ body }) => JSON.stringify(body) !== JSON.stringify(first.body))) {
      const detail = `${intent.kind} ${intent.key}, sent ${copies} times at once`
      findings.report({ what: 'other answer to a repeat', detail })
    }
    return { was: 'ok', answer: first, intent }
  }
  const [refused] = known
  if (refused === undefined || known.length < answers.length) return undefined
  log.conclude({ kind: 'outcome', key: intent.key, was: 'refused' })
  return { was: 'refused', answer: refused, intent }
}
