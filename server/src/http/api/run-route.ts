import type { Endpoint } from '@bank/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerHeaders, Call } from '../../call.ts'
import { logCause } from '../ops/log.ts'
import { recordUnknownFields } from './audit-unknown-fields.ts'
import type { AuthorizedRequest } from './authorize-request.ts'
import { withChosenAccount } from './chosen-account.ts'
import { type Cookies, sentCookies } from './cookies.ts'
import { cookiesOf, type HttpContext } from './http-context.ts'
import { originOf } from './origin.ts'
import { type ParsedRequest, parseRequest } from './parse-request.ts'
import type { Route } from './route.ts'

/** The parts of a request that the form rules are applied to. */
export type SentParts = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

/**
 * Applies the form rules to a request and runs the use case, for a caller who belongs to the audience. Counts a success and a
 * wrong secret. Returns the use case's answer, or throws its refusal.
 */
export async function runRoute(
  { endpoint, verb }: Route,
  context: HttpContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { actor: caller, now }: AuthorizedRequest,
  sent: SentParts,
): Promise<unknown> {
  const { bank, limits, turns } = context
  let parsed: ParsedRequest
  try {
    parsed = parseRequest(endpoint, sent)
  } catch (error) {
    // Not for a session that may have ended: the registrar runs the route again.
    const actor = caller?.isRecalled ? null : caller
    await recordUnknownFields(bank, error, { actor, path: endpoint.path, now })
    throw error
  }
  const signalOf = () => request.signal
  const who = caller && { userId: caller.userId, isOverBudget: request.isOverBudget }
  const turn = who && turns.take(endpoint, who, signalOf)
  if (turn) await turn
  try {
    const actor = caller && (await withChosenAccount(bank, caller, endpoint, parsed.query))
    const { answer, isRepeat } = answerHeaders(endpoint, { request, reply }, cookiesOf(context, request))
    const origin = originOf(request, request.sentCookies)
    const call = {
      bank,
      actor,
      ...parsed,
      now,
      origin,
      answer,
      signalOf,
    } as Call<Endpoint>
    const result = await verb(call)
    if (actor !== null && !isRepeat()) limits.countSuccess(endpoint, actor.userId, now.getTime())
    return result
  } catch (error) {
    limits.countFailure(error, request.ip, now.getTime())
    logCause(error, request)
    throw error
  } finally {
    if (who) turns.pass(endpoint, who)
  }
}

function answerHeaders(
  { method, path, setsCookie }: Endpoint,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  cookies: Cookies,
) {
  let session: string | undefined
  let device: string | undefined
  let isRepeat = false
  const setCookies = () => {
    reply.removeHeader('set-cookie')
    reply.header(
      'set-cookie',
      [session, device].filter((cookie) => cookie !== undefined),
    )
  }
  const answer: AnswerHeaders = {
    header: (name, value) => {
      if (name === 'Idempotency-Replayed') isRepeat = true
      reply.header(name, value)
    },
    openSession: (token) => {
      // Declared, so that a test tries each with a cookie that was replaced.
      if (!setsCookie) throw new Error(`${method} ${path} sets a cookie that its endpoint does not state`)
      session = cookies.session(token)
      // A further use case of the same request runs in the new session.
      request.sentCookies = sentCookies(token, request.sentCookies.device)
      setCookies()
    },
    closeSession: () => {
      session = cookies.noSession
      setCookies()
    },
    rememberDevice: (tokens) => {
      device = cookies.device(tokens)
      setCookies()
    },
  }
  return { answer, isRepeat: () => isRepeat }
}
