import type { Problem } from '@bank/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bank } from '../bank.ts'
import { escapeHtml } from '../mail/html.ts'
import { plainPage } from '../pages/plain-page.ts'
import { failureOf, problemType } from './api/problem.ts'
import { isLargeAndUnread } from './api/request-body.ts'
import { logFailure } from './ops/log.ts'
import { emptyPolicy, sendPage } from './security-headers.ts'

/** Answers every error: with a problem, or with a page where a browser cannot show one. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, bank: Bank): void {
  const instance = request.url.replace(/[?#].*$/, '').slice(0, 200)
  const { problem, headers, isLogged } = failureOf(error, { instance, traceId: request.id })
  if (isLogged) {
    logFailure(error, request, problem.status)
    if (problem.status === 500) bank.failures.unhandledErrors.inc()
    else bank.failures.unavailable.inc()
  }
  reply.code(problem.status).headers(headers)
  if (isLargeAndUnread(request)) reply.header('connection', 'close')
  const words = isPageRequest(request) ? wordsOf(problem, request) : undefined
  if (words === undefined) reply.type(problemType).send(JSON.stringify(problem))
  else sendPage(reply, plainPage(bank.config.bankName, words), emptyPolicy)
}

/** What a person reads, as HTML, whose browser got a page instead of an answer to a script. */
function wordsOf({ status, detail, instance }: Problem, { method }: FastifyRequest): string | undefined {
  if (status === 429) return escapeHtml(detail)
  // A page's form that was sent without its script.
  if (status !== 405 || method !== 'POST') return undefined
  return `This form needs JavaScript, which is off in your browser. Nothing was sent. Turn JavaScript on, and
<a href="${escapeHtml(instance)}">open the page again</a>.`
}

/** True for the navigation of a browser, which cannot show a problem in JSON. */
function isPageRequest({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)
}
