import type { Endpoint } from '@bank/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Bank } from '../../bank.ts'
import type { Actor, Call } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import {
  elevatedUntil,
  endSession,
  type Session,
  sessionEndsAt,
  touchSession,
} from '../../sessions/session.ts'
import type { FairQueue } from '../connections/request-queue.ts'
import { admitCaller } from './callers.ts'
import type { Cookies } from './cookies.ts'
import { sendFixedResult } from './fixed-answer.ts'
import { originOf } from './origin.ts'
import { type Understood, understand } from './parse-request.ts'
import type { RateLimits } from './rate-limits.ts'
import { requireBodyAsAgreed } from './request-body.ts'
import type { Route } from './route.ts'
import { recordUnknownFields } from './unknown-fields.ts'

export type Doors = {
  readonly bank: Bank
  readonly cookies: Cookies
  readonly limits: RateLimits
  readonly queue: FairQueue
}

/** A request whose caller is known: the actor, or null where nobody has to be signed in. */
type Arrived = { readonly actor: Actor | null; readonly now: Date }

/** Opens every route of the bank: who may call, what was meant, what is done, what is answered. */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], doors: Doors): void {
  const fileTypes = new Set(routes.flatMap(({ endpoint }) => endpoint.file?.types ?? []))
  app.addContentTypeParser([...fileTypes], { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  )
  const early = new WeakMap<FastifyRequest, Arrived>()
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
        if (!endpoint.file) letContinue(request, reply)
        done()
      },
      // A file is large: the caller is looked at before it is read.
      ...(endpoint.file && {
        preParsing: async (request: FastifyRequest, reply: FastifyReply) => {
          // The rest of a refused file is not waited for.
          reply.header('connection', 'close')
          early.set(request, await arrive(route, doors, request, reply))
          reply.removeHeader('connection')
          letContinue(request, reply)
        },
      }),
      handler: async (request, reply) => {
        const arrived = early.get(request) ?? (await arrive(route, doors, request, reply))
        return answer(route, doors, request, reply, arrived)
      },
    })
  }
  for (const [path, allowed] of methodsOfPaths(routes)) {
    app.route({
      method: everyMethod.filter((method) => !allowed.has(method)),
      url: path,
      onRequest: (request, reply) => {
        doors.limits.countAddress('unknown', request.ip, doors.bank.clock())
        reply.header('allow', [...allowed].join(', '))
        throw new Refusal('method_not_allowed')
      },
      handler: () => undefined,
    })
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The user whose session the request came with, once that is known. */
    signedInAs: string | null
  }
}

/** Tells a client that asks first, as some do before a large body, that its body is welcome. */
function letContinue({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers.expect !== undefined) reply.raw.writeContinue()
}

/** Finds out who calls, counts the call, and admits the caller or throws why not. */
async function arrive(
  { endpoint }: Route,
  { bank, limits, queue }: Doors,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Arrived> {
  const { sessionKey } = request.sentCookies
  const now = new Date(bank.clock())
  // A cookie that opens nothing is not taken back: the request may have left before a sign-in or a renewal whose answer
  // has brought the browser another cookie, and taking that one back would sign the person out.
  const { actor: found, isSuperseded } = await whoCalls(bank, sessionKey, now)
  if (found === null) {
    if (sessionKey !== undefined) queue.distrust(sessionKey)
  } else {
    request.signedInAs = found.userId
    // Counted before anybody is turned away, which goes on record: nobody fills the audit log from a wrong door.
    const left = countCustomer(endpoint, found, { limits, queue }, now)
    if (left !== undefined) reply.header('ratelimit', left)
  }
  const admit = () => admitCaller(endpoint.audience, found, { bank, path: endpoint.path, now })
  const actor = await (isSuperseded ? orSignedOut(admit) : admit())
  if (actor === null || endpoint.method === 'GET') return { actor, now }
  return { actor: await noteSignOfLife(bank, actor, now), now }
}

/** Counts a call of a signed-in person. Who has asked for too much waits with the strangers from then on. */
function countCustomer(
  endpoint: Endpoint,
  { key, userId }: Actor,
  { limits, queue }: Pick<Doors, 'limits' | 'queue'>,
  now: Date,
): string | undefined {
  try {
    const left = limits.countUser(endpoint, userId, now.getTime())
    queue.trust(key)
    return left
  } catch (refusal) {
    queue.distrust(key)
    throw refusal
  }
}

async function answer(
  { endpoint, verb }: Route,
  { bank, cookies, limits }: Doors,
  request: FastifyRequest,
  reply: FastifyReply,
  { actor, now }: Arrived,
): Promise<FastifyReply> {
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
    actor,
    ...understood,
    now,
    origin: originOf(request, request.sentCookies.device),
    answer: answerOn(reply, cookies),
  } as Call<Endpoint>

  try {
    const result = await verb(call)
    const isRepeat = reply.hasHeader('idempotency-replayed')
    if (actor !== null && !isRepeat) limits.countSuccess(endpoint, actor.userId, now.getTime())
    reply.code(endpoint.status)
    if (result === undefined) return reply.send()
    const etag = reply.getHeader('etag')
    if (etag !== undefined && request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (endpoint.answerType !== undefined) return reply.type(endpoint.answerType).send(result)
    if (endpoint.isFixed) return sendFixedResult(request, reply, result as object)
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(result))
  } catch (error) {
    limits.countFailure(error, request.ip, now.getTime())
    throw error
  }
}

/**
 * The owner of the session that a cookie opens, or null. `isSuperseded` when the session has a newer cookie: for a minute
 * the earlier one may do what it could do before the renewal, and nothing of what the renewal was for.
 */
async function whoCalls(
  bank: Bank,
  sessionKey: string | undefined,
  now: Date,
): Promise<{ actor: Actor | null; isSuperseded: boolean }> {
  if (sessionKey === undefined) return { actor: null, isSuperseded: false }
  const session = await bank.sessions.find(sessionKey)
  if (session) return { actor: await actorOf(bank, session, now), isSuperseded: false }
  const earlier = await bank.sessions.findSuperseded(sessionKey, now)
  return { actor: earlier ? await actorOf(bank, earlier, now) : null, isSuperseded: earlier !== undefined }
}

/** A refusal may be the earlier cookie's fault: the caller asks once more, with the present one. */
async function orSignedOut<Result>(admit: () => Promise<Result>): Promise<Result> {
  try {
    return await admit()
  } catch (error) {
    throw error instanceof Refusal ? new Refusal('signed_out') : error
  }
}

async function actorOf(bank: Bank, session: Session, now: Date): Promise<Actor | null> {
  const idleEndsAt = sessionEndsAt(session, bank.config)
  if (idleEndsAt <= now) {
    await endSession(bank.db, session.key)
    return null
  }
  return { ...session, idleEndsAt, elevatedUntil: elevatedUntil(session, bank.config, now) }
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
  const isElevated = actor.elevatedUntil !== null
  await touchSession(bank.db, actor.key, now, isElevated)
  const seen = { ...actor, lastSeenAt: now, elevatedSeenAt: isElevated ? now : actor.elevatedSeenAt }
  return {
    ...seen,
    idleEndsAt: sessionEndsAt(seen, bank.config),
    elevatedUntil: elevatedUntil(seen, bank.config, now),
  }
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
