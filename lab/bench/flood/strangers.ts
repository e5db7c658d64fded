import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { livePath } from '@bank/contract/live/live-message'
import { sessionOf } from '../../chaos/ask.ts'
import { send as sendRequest } from '../../send.ts'
import { autocannon } from '../autocannon.ts'
import {
  builtAssets,
  gatewaySettings,
  realtimeUrl,
  registration,
  type StrangerRequest,
  strangerRequests,
  upgradeHeaders,
} from './stranger-requests.ts'

/** A kind that a load generator does not send: what it writes to each new connection, and what it does then. */
type RawKind = {
  readonly textOf: (headers: Headers) => string
  /** Opens twenty times as many connections, which stay open. Otherwise a connection is opened again as soon as it is answered. */
  readonly isHeld?: true
  /** Has sessions of customers where it has none of people who registered themselves. */
  readonly isSignedIn?: true
  /** Does not read the answers. */
  readonly isUnread?: true
  /** What is written again and again, as fast as possible, once the connection is a WebSocket. */
  readonly frames?: Buffer
}

/** The headers that say who sends a request. */
type Headers = { readonly host: string; readonly [name: string]: string }

const pageOrigin = gatewaySettings.GATEWAY_ORIGINS
const rawKinds = {
  'silent-connections': { isHeld: true, textOf: () => '' },
  'live-openings': webSocket(livePath),
  'silent-websockets': { isHeld: true, isSignedIn: true, ...webSocket(livePath) },
  'live-pings': { isSignedIn: true, ...webSocket(livePath, { frames: framesOf(9) }) },
  'live-pongs': { isSignedIn: true, ...webSocket(livePath, { frames: framesOf(10) }) },
  'live-texts': { isSignedIn: true, ...webSocket(livePath, { frames: framesOf(1, 'ping') }) },
  'realtime-refused': webSocket(realtimeUrl, { frames: framesOf(9), origin: 'https://other.example' }),
  'realtime-pings': webSocket(realtimeUrl, { frames: framesOf(9), origin: pageOrigin }),
  'realtime-texts': webSocket(realtimeUrl, { frames: framesOf(1, 'ping'), origin: pageOrigin }),
  'realtime-messages': webSocket(realtimeUrl, { frames: framesOf(1, '{"type":"ping"}'), origin: pageOrigin }),
  pipelined: { textOf: (headers) => requestText('GET /healthz', headers).repeat(200) },
  malformed: { textOf: () => 'NOT HTTP\r\n\r\n' },
  'http-0.9': { textOf: () => 'GET /\r\n\r\n' },
  // The load generator would count the interim answer as an answer.
  'expect-continue': {
    textOf: (headers) =>
      `${requestText('POST /api/sessions', { ...headers, ...expectContinue, 'content-length': '2' })}{}`,
  },
  'slow-readers': {
    isUnread: true,
    textOf: (headers) => requestText(`GET ${builtAssets()[0]}`, headers).repeat(4),
  },
} satisfies Record<string, RawKind>

const expectContinue = { 'content-type': 'application/json', expect: '100-continue' }

export type StrangerName = keyof typeof strangerRequests | keyof typeof rawKinds

/** Every kind, in the order in which they are measured. */
export const strangerNames = [...Object.keys(strangerRequests), ...Object.keys(rawKinds)] as StrangerName[]

/** One phase of strangers. */
export type Visit = {
  readonly kind: StrangerName
  readonly port: number
  readonly connections: number
  /** The addresses in X-Forwarded-For; empty for the address of the connection. */
  readonly addresses: readonly string[]
  /** The sessions that they send in turn. Five live connections of each are allowed. */
  readonly sessions: readonly string[]
}

/** What the strangers are told of a phase. */
type VisitPlan = Omit<Visit, 'sessions'> & {
  /** They register first, and send the sessions that they get. */
  readonly isRegistered: boolean
  /** Sessions of customers, for live connections and a long history. */
  readonly customers: readonly string[]
}

/** Answers by status, `closed` for connections that ended without one, and the strangers' processor time. */
export type VisitResult = {
  readonly answers: Readonly<Record<string, number>>
  readonly processorSeconds: number
}

/** A process of its own, so that its processor time can be measured. */
export type StrangerProcess = {
  /** Resolves when they have registered and begin to send. */
  readonly begin: (plan: VisitPlan) => Promise<void>
  readonly stop: () => Promise<VisitResult>
  /** The port of a server in another process that answers everything with 429. */
  readonly barePort: number
}

export async function startStrangers(cleanup: AsyncDisposableStack): Promise<StrangerProcess> {
  const visitor = startRole('visitor', cleanup)
  const barePort = (await messageOf(startRole('bare server', cleanup))) as number
  const ask = (message: object | string) => {
    const answer = messageOf(visitor)
    visitor.send(message)
    return answer
  }
  return {
    barePort,
    begin: async (plan) => void (await ask(plan)),
    stop: () => ask('stop') as Promise<VisitResult>,
  }
}

function startRole(role: string, cleanup: AsyncDisposableStack): ChildProcess {
  // Ctrl-C reaches the benchmark only, which then stops its processes.
  const child = fork(import.meta.filename, [role], { detached: true })
  return cleanup.adopt(child, () => void child.kill())
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message', { signal: AbortSignal.timeout(20_000) })
  return message
}

async function sessionsOf(plan: VisitPlan): Promise<readonly string[]> {
  if (plan.isRegistered) return register(plan)
  const rawKind: RawKind | undefined = rawKinds[plan.kind as keyof typeof rawKinds]
  return rawKind?.isSignedIn || plan.kind === 'long-history' ? plan.customers : []
}

const registeredCount = 20

/** Registers people who are never activated. Returns their sessions, which the bank has seen open. */
function register({ port, addresses }: Pick<Visit, 'port' | 'addresses'>): Promise<string[]> {
  const send = async (turn: number, { path, ...request }: StrangerRequest, session?: string) => {
    const headers = {
      ...request.headers,
      ...senderHeaders({ port, addresses, sessions: [] }, turn),
      ...(session && { cookie: `sid=${session}` }),
    }
    const answer = await sendRequest(`http://127.0.0.1:${port}${path}`, { ...request, headers })
    if (answer.status >= 300) throw new Error(`A stranger's ${path} was answered ${answer.status}.`)
    return sessionOf(answer)?.slice('sid='.length) ?? ''
  }
  return Promise.all(
    Array.from({ length: registeredCount }, async (_, turn) => {
      const session = await send(turn, registration())
      await send(turn, { method: 'GET', path: '/api/me' }, session)
      return session
    }),
  )
}

/** The headers of the next request: the bank's name, and an address and a session in turn. */
function senderHeaders(
  { port, addresses, sessions }: Pick<Visit, 'port' | 'addresses' | 'sessions'>,
  turn: number,
): Headers {
  const address = addresses[turn % addresses.length]
  const session = sessions[turn % sessions.length]
  return {
    host: `127.0.0.1:${port}`,
    ...(address && { 'x-forwarded-for': address }),
    ...(session && { cookie: `sid=${session}; a_session_${gatewaySettings.GATEWAY_PROJECT}=${session}` }),
  }
}

/** Sends requests until the returned function is called. */
export function beginVisit(visit: Visit): () => Promise<VisitResult['answers']> {
  return visit.kind in strangerRequests ? sendRequests(visit) : openConnections(visit)
}

function sendRequests(visit: Visit): () => Promise<VisitResult['answers']> {
  const { kind, port, connections } = visit
  const url = `http://127.0.0.1:${port}`
  const given = strangerRequests[kind as keyof typeof strangerRequests](`127.0.0.1:${port}`)
  const templates: readonly StrangerRequest[] = typeof given === 'function' ? [given()] : given
  let turn = 0
  const setupRequest = (request: object) => {
    const { headers, ...rest } = typeof given === 'function' ? given() : (request as StrangerRequest)
    return { ...request, ...rest, headers: { ...senderHeaders(visit, turn++), ...headers } }
  }
  const requests = templates.map((template) => ({ ...template, setupRequest }))
  const running = autocannon({ url, connections, duration: 3_600, requests })
  return async () => {
    running.stop()
    const { statusCodeStats, errors } = await running
    const answers = Object.entries(statusCodeStats).map(([status, stats]) => [status, stats!.count])
    return { ...Object.fromEntries(answers), ...(errors > 0 && { closed: errors }) }
  }
}

function openConnections(visit: Visit): () => Promise<VisitResult['answers']> {
  const { textOf, isHeld, isUnread, frames }: RawKind = rawKinds[visit.kind as keyof typeof rawKinds]
  const answers: Record<string, number> = {}
  const sockets = new Set<Socket>()
  let isOver = false

  function open(index: number): void {
    const socket = connect({ host: '127.0.0.1', port: visit.port })
    sockets.add(socket)
    socket.write(textOf(senderHeaders(visit, index)))
    let status: string | undefined
    const count = (what: string) => {
      status ??= what
      answers[what] = (answers[what] ?? 0) + 1
    }
    const writeFrames = () => {
      while (!socket.destroyed && socket.write(frames!));
    }
    // Without a listener nothing is read.
    if (!isUnread) {
      socket.on('data', (bytes) => {
        // An interim answer may come before it, in the same piece or in another one.
        const answered = status ?? /.*HTTP\/1\.1 (\d{3})/s.exec(bytes.toString('latin1'))?.[1]
        if (answered === undefined || answered === '100' || status !== undefined) return
        count(answered)
        if (frames && answered === '101') socket.on('drain', writeFrames).emit('drain')
        else if (!isHeld) socket.end()
      })
    }
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      if (isOver) return
      if (status === undefined) count('closed')
      setTimeout(() => isOver || open(index), isHeld || isUnread ? 1_000 : 1)
    })
  }

  for (let index = 0; index < visit.connections * (isHeld ? 20 : 1); index++) open(index)
  return async () => {
    isOver = true
    for (const socket of sockets) socket.destroy()
    return { ...answers }
  }
}

function webSocket(path: string, { frames, origin }: { frames?: Buffer; origin?: string } = {}): RawKind {
  const textOf = (headers: Headers) =>
    requestText(`GET ${path}`, { ...headers, ...upgradeHeaders(headers.host, origin) })
  return { textOf, ...(frames && { frames }) }
}

/** About 60 kB of one short frame of a client, with this opcode and text. The mask is zero. */
function framesOf(opcode: number, text = ''): Buffer {
  const frame = Buffer.from([0x80 | opcode, 0x80 | text.length, 0, 0, 0, 0, ...Buffer.from(text)])
  return Buffer.alloc(60_000 - (60_000 % frame.length), frame)
}

/** A request as it is written to a connection. `start` is its method and path. */
function requestText(start: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${start} HTTP/1.1\r\n${lines.join('')}\r\n`
}

function visitOnMessage(): void {
  let end: ReturnType<typeof beginVisit>
  let processor: NodeJS.CpuUsage
  process.on('message', async (message: VisitPlan | 'stop') => {
    if (message === 'stop') {
      const { user, system } = process.cpuUsage(processor)
      process.send?.({ answers: await end(), processorSeconds: (user + system) / 1e6 })
    } else {
      const sessions = await sessionsOf(message)
      processor = process.cpuUsage()
      end = beginVisit({ ...message, sessions })
      process.send?.('begun')
    }
  })
}

function serveBare(): void {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(429, { 'content-length': 8 }).end('too many')
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

if (import.meta.main) {
  process.on('disconnect', () => process.exit())
  if (process.argv[2] === 'visitor') visitOnMessage()
  else serveBare()
}
