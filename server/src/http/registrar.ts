import type { Endpoint } from '@bank/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Bank } from '../bank.ts'
import type { Actor, Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import {
  endOf,
  endSession,
  liftedUntil,
  mayAdminister,
  sessionKeyOf,
  touchSession,
} from '../sessions/session.ts'
import type { Cookies } from './cookies.ts'
import { originOf } from './origin.ts'
import type { RateLimits } from './rate-limits.ts'
import { recordUnknownFields } from './refused-forms.ts'
import type { Route } from './route.ts'
import { sendFixed } from './send-file.ts'
import { type Understood, understand } from './understand.ts'

export type Doors = { readonly bank: Bank; readonly cookies: Cookies; readonly limits: RateLimits }

/** Opens every route of the bank: who may call, what was meant, what is done, what is answered. */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], doors: Doors): void {
  const fileTypes = new Set(routes.flatMap(({ endpoint }) => endpoint.file?.types ?? []))
  app.addContentTypeParser([...fileTypes], { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  )
  for (const route of routes) {
    const { endpoint } = route
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.file && { bodyLimit: endpoint.file.bytesMax }),
      onRequest: (request, reply, done) => {
        const left = doors.limits.countAddress(endpoint, request.ip, doors.bank.clock())
        if (left !== undefined) reply.header('ratelimit', left)
        requireBodyAsAgreed(request, endpoint)
        done()
      },
      handler: (request, reply) => answer(route, doors, request, reply),
    })
  }
  for (const [path, allowed] of methodsOfPaths(routes)) {
    app.route({
      method: everyMethod.filter((method) => !allowed.has(method)),
      url: path,
      onRequest: (_request, reply) => {
        reply.header('allow', [...allowed].join(', '))
        throw new Refusal('method_not_allowed')
      },
      handler: () => undefined,
    })
  }
}

async function answer(
  { endpoint, caller, verb }: Route,
  { bank, cookies, limits }: Doors,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const now = new Date(bank.clock())
  const sent = cookies.read(request.headers.cookie)
  const found = sent.session === undefined ? null : await actorOf(bank, sent.session, now)
  // A cookie that opens nothing is taken back, so that the browser stops sending it.
  if (sent.session !== undefined && found === null) reply.header('set-cookie', cookies.noSession)

  if (found !== null) {
    // Counted before anybody is turned away, which goes on record: nobody fills the audit log from a wrong door.
    const left = limits.countAccount(endpoint, found.userId, now.getTime())
    if (left !== undefined) reply.header('ratelimit', left)
  }
  let actor = (await caller.admit(found, { bank, path: endpoint.path, now })) as Actor | null
  if (actor !== null && endpoint.method !== 'GET') actor = await noteSignOfLife(bank, actor, now)
  let understood: Understood
  try {
    const body = request.body ?? (endpoint.file ? new Uint8Array() : {})
    understood = understand(endpoint, { params: request.params, query: request.query, body })
  } catch (error) {
    await recordUnknownFields(bank, error, { actor, path: endpoint.path, now })
    throw error
  }
  const call = {
    bank,
    actor: actor as never,
    ...understood,
    now,
    origin: originOf(request, sent.device),
    answer: answerOn(reply, cookies),
  } as Call<Endpoint, never>

  try {
    const result = await verb(call)
    const isRepeat = reply.hasHeader('idempotency-replayed')
    if (actor !== null && !isRepeat) limits.countDone(endpoint, actor.userId, now.getTime())
    reply.code(endpoint.status)
    if (result === undefined) return reply.send()
    if (endpoint.answerType !== undefined) return reply.type(endpoint.answerType).send(result)
    if (endpoint.isFixed) return sendFixed(request, reply, result as object)
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(result))
  } catch (error) {
    limits.countFailure(error, request.ip, now.getTime())
    throw error
  }
}

async function actorOf(bank: Bank, token: string, now: Date): Promise<Actor | null> {
  const key = sessionKeyOf(token)
  const session = key === undefined ? undefined : await bank.sessions.find(key)
  if (!session) return null
  const idleEndsAt = endOf(session, bank.config)
  if (idleEndsAt <= now) {
    await endSession(bank.db, session.key)
    return null
  }
  const until = mayAdminister(session) ? liftedUntil(session, bank.config, now) : null
  return { ...session, idleEndsAt, liftedUntil: until }
}

/** What a person does keeps their session open; what a page asks for by itself does not. */
async function noteSignOfLife(bank: Bank, actor: Actor, now: Date): Promise<Actor> {
  // Once a minute is often enough, and spares the hottest path a write; with short limits sooner.
  const every = Math.min(
    60_000,
    bank.config.sessionMinutesIdle * 6_000,
    bank.config.elevationMinutesIdle * 6_000,
  )
  if (now.getTime() - actor.lastSeenAt.getTime() < every) return actor
  const isLifted = actor.liftedUntil !== null
  await touchSession(bank.db, actor.key, now, isLifted)
  const seen = { ...actor, lastSeenAt: now, liftedSeenAt: isLifted ? now : actor.liftedSeenAt }
  const until = isLifted ? liftedUntil(seen, bank.config, now) : null
  return { ...seen, idleEndsAt: endOf(seen, bank.config), liftedUntil: until }
}

function answerOn(reply: FastifyReply, cookies: Cookies): Call<Endpoint>['answer'] {
  let session: string | undefined
  let device: string | undefined
  const setCookies = () => {
    reply.removeHeader('set-cookie')
    reply.header(
      'set-cookie',
      [session, device].filter((cookie) => cookie !== undefined),
    )
  }
  return {
    header: (name, value) => void reply.header(name, value),
    openSession: (token) => {
      session = cookies.session(token)
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
}

// Exactly what the bank's own pages send: the more ways to say it, the more ways around what looks at it.
const json = /^application\/json(; ?charset=utf-8)?$/i

/**
 * Refuses a body in another form than the contract's, and one where there can be none, before it is read. Where nothing
 * has to be said, `{}` says nothing.
 */
function requireBodyAsAgreed(request: FastifyRequest, endpoint: Endpoint): void {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
  if (endpoint.file && hasBody) {
    if (!endpoint.file.types.includes(type ?? '')) throw new Refusal(endpoint.file.otherType)
    if (Number(length) > endpoint.file.bytesMax) throw new Refusal(endpoint.file.tooLarge)
    return
  }
  if (!endpoint.file && (endpoint.body || (hasBody && endpoint.method !== 'GET'))) {
    if (type === undefined || !json.test(type)) throw new Refusal('media_type_unsupported')
    return
  }
  if (hasBody) throw new Refusal('malformed')
  // Some callers name a type for the body they do not send.
  delete request.raw.headers['content-type']
}

const everyMethod: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function methodsOfPaths(routes: readonly Route[]): Map<string, Set<HTTPMethods>> {
  const paths = new Map<string, Set<HTTPMethods>>()
  for (const { endpoint } of routes) {
    const methods = paths.get(endpoint.path) ?? new Set()
    methods.add(endpoint.method)
    // The framework answers HEAD wherever it answers GET.
    if (endpoint.method === 'GET') methods.add('HEAD')
    paths.set(endpoint.path, methods)
  }
  return paths
}
