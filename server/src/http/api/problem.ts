import { STATUS_CODES } from 'node:http'
import { type Problem, type RefusalCode, type RefusalRule, refusals } from '@bank/contract/errors'
import { isTransientError } from '../../postgres/transient-error.ts'
import { Refusal } from '../../refusal.ts'

/** Every failure as it is answered (RFC 9457), whatever threw it; and whether it is a fault of ours, to be logged. */
export type Failure = {
  readonly problem: Problem
  readonly headers: Readonly<Record<string, string>>
  readonly isOurs: boolean
}

export const problemType = 'application/problem+json; charset=utf-8'

// A database that restarts its backends, or a queue of passwords, is through by then.
const busySeconds = 1

export function failureOf(error: unknown, place: { instance: string; traceId: string }): Failure {
  const refusal = refusalOf(error)
  const { code, facts, fields, message } = refusal
  const rule: RefusalRule = refusals[code]
  const own = rule.pointer === undefined ? [] : [{ pointer: rule.pointer, detail: message }]
  const problem = {
    type: `/api/docs#${code}`,
    title: STATUS_CODES[rule.status] ?? '',
    status: rule.status,
    code,
    detail: message,
    instance: place.instance,
    traceId: place.traceId,
    errors: fields.length > 0 ? fields : own,
    ...(Object.keys(facts).length > 0 && { facts }),
  }
  const seconds = retryAfter(rule.status, facts)
  return {
    problem,
    headers: {
      ...(seconds !== undefined && { 'retry-after': String(seconds) }),
      ...(typeof facts.limit === 'string' &&
        rule.status === 429 && { ratelimit: `"${facts.limit}";r=0;t=${seconds}` }),
    },
    // A refusal is said on purpose, but for books that do not add up: somebody has to look at those.
    isOurs: rule.status === 500 || (refusal !== error && rule.status > 500),
  }
}

/** What is said to the caller: a refusal as it is, the framework's and the database's complaints in our words. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseBusy(error)) return new Refusal('busy')
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return new Refusal(codeOfStatus(status))
}

function codeOfStatus(status: unknown): RefusalCode {
  switch (status) {
    case 404:
      return 'not_found'
    case 405:
      return 'method_not_allowed'
    case 408:
      return 'timeout'
    case 413:
      return 'body_too_large'
    case 415:
      return 'media_type_unsupported'
    case 503:
      return 'busy'
    default:
      return typeof status === 'number' && status >= 400 && status < 500 ? 'malformed' : 'internal'
  }
}

/** True when the database is away, closed, out of room, read-only, at odds with its disk, or too slow: another time it will do. */
function isDatabaseBusy(error: unknown): boolean {
  if (isTransientError(error)) return true
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^(57014|25006|25P03|53...|55000|58030)$/.test(code)
}

/** Seconds after which another try may do better; undefined where it would not. */
function retryAfter(status: number, facts: Refusal['facts']): number | undefined {
  if (typeof facts.retryAfterSeconds === 'number') return facts.retryAfterSeconds
  if (typeof facts.minutes === 'number') return facts.minutes * 60
  return status === 503 ? busySeconds : undefined
}
