import { STATUS_CODES } from 'node:http'
import { type Problem, type RefusalCode, type RefusalRule, refusals } from '@bank/contract/errors'
import { errorCodeOf, isTransientError } from '../../postgres/transient-error.ts'
import { Refusal } from '../../refusal.ts'

/** The answer to any error (RFC 9457), and whether the error has to be logged. */
export type Failure = {
  readonly problem: Problem
  readonly headers: Readonly<Record<string, string>>
  readonly isLogged: boolean
}

export const problemType = 'application/problem+json; charset=utf-8'

// Enough for a restart of the database's backends and for the queue of password hashes.
const busySeconds = 1

export function failureOf(error: unknown, request: { instance: string; traceId: string }): Failure {
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
    instance: request.instance,
    traceId: request.traceId,
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
    // A refusal is deliberate, except `statement_unreconciled` (500): that one needs an operator.
    isLogged: rule.status === 500 || (refusal !== error && rule.status > 500),
  }
}

/** The refusal itself, or the one that stands for an error of the framework or the database. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseBusy(error)) return new Refusal('busy')
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return new Refusal(codes[status] ?? (status >= 400 && status < 500 ? 'malformed' : 'internal'))
}

const codes: Readonly<Record<number, RefusalCode>> = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'timeout',
  413: 'body_too_large',
  415: 'media_type_unsupported',
  503: 'busy',
}

/** True when the database is unreachable, closed, out of space, read-only, failing to read its disk, or too slow: a retry may succeed. */
function isDatabaseBusy(error: unknown): boolean {
  if (isTransientError(error)) return true
  return /^(57014|25006|25P03|53...|55000|58030)$/.test(errorCodeOf(error) ?? '')
}

/** Seconds until a retry may succeed; undefined where it would not. */
function retryAfter(status: number, facts: Refusal['facts']): number | undefined {
  if (typeof facts.retryAfterSeconds === 'number') return facts.retryAfterSeconds
  if (typeof facts.minutes === 'number') return facts.minutes * 60
  return status === 503 ? busySeconds : undefined
}
