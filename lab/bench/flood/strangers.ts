import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { livePath } from '@bank/contract/live/live-message'
import { autocannon } from '../autocannon.ts'
import { builtAssets, type StrangerRequest, strangerRequests, upgradeHeaders } from './stranger-requests.ts'

/** A kind that a load generator does not send: what it writes to each new connection, and what it does then. */
type RawKind = {
  readonly textOf: (visitor: Visitor) => string
  /** Opens 1,000 connections, which stay open. Otherwise a connection is opened again as soon as it is answered. */
  readonly isHeld?: true
  /** Does not read the answers. */
  readonly isUnread?: true
}

/** Who opens a raw connection: its headers, and an open session for a live connection. */
type Visitor = { readonly headers: { readonly host: string }; readonly session: string }

const rawKinds = {
  'silent-connections': { isHeld: true, textOf: () => '' },
  'silent-websockets': {
    isHeld: true,
    textOf: ({ headers, session }) =>
      requestText(`GET ${livePath}`, {
        ...headers,
        cookie: `sid=${session}`,
        ...upgradeHeaders(headers.host),
      }),
  },
  malformed: { textOf: () => 'NOT HTTP\r\n\r\n' },
  'http-0.9': { textOf: () => 'GET /\r\n\r\n' },
  // The load generator would count the interim answer as an answer.
  'expect-continue': {
    textOf: ({ headers }) =>
      `${requestText('POST /api/sessions', { ...headers, ...expectContinue, 'content-length': '2' })}{}`,
  },
  'slow-readers': {
    isUnread: true,
    textOf: ({ headers }) => requestText(`GET ${builtAssets()[0]}`, headers).repeat(20),
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
  /** The addresses in X-Forwarded-For; empty for the address of the connection. */
  readonly addresses: readonly string[]
  /** Open sessions, for live connections. Five of each are allowed. */
  readonly sessions: readonly string[]
}

/** Answers by status, `closed` for connections that ended without one, and the strangers' processor time. */
export type VisitResult = {
  readonly answers: Readonly<Record<string, number>>
  readonly processorSeconds: number
}

/** A process of its own, so that its processor time can be measured. */
export type StrangerProcess = {
  readonly begin: (visit: Visit) => void
  readonly stop: () => Promise<VisitResult>
  /** The port of a server in another process that answers everything with 429. */
  readonly barePort: number
}

export async function startStrangers(cleanup: AsyncDisposableStack): Promise<StrangerProcess> {
  const visitor = startRole('visitor', cleanup)
  const barePort = (await messageOf(startRole('bare server', cleanup))) as number
  return {
    barePort,
    begin: (visit) => void visitor.send(visit),
    stop() {
      const result = messageOf(visitor)
      visitor.send('stop')
      return result as Promise<VisitResult>
    },
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

const connections = 50

/** Sends requests until the returned function is called. */
export function beginVisit(visit: Visit): () => Promise<VisitResult['answers']> {
  return visit.kind in strangerRequests ? sendRequests(visit) : openConnections(visit)
}

function sendRequests({ kind, port, addresses }: Visit): () => Promise<VisitResult['answers']> {
  const url = `http://127.0.0.1:${port}`
  const given = strangerRequests[kind as keyof typeof strangerRequests](`127.0.0.1:${port}`)
  const templates: readonly StrangerRequest[] = typeof given === 'function' ? [given()] : given
  let turn = 0
  const setupRequest = (request: object) => {
    const { headers, ...rest } = typeof given === 'function' ? given() : (request as StrangerRequest)
    const address = addresses[turn++ % addresses.length]
    return { ...request, ...rest, headers: { ...headers, ...(address && { 'x-forwarded-for': address }) } }
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

function openConnections({ kind, port, addresses, sessions }: Visit): () => Promise<VisitResult['answers']> {
  const { textOf, isHeld, isUnread }: RawKind = rawKinds[kind as keyof typeof rawKinds]
  const answers: Record<string, number> = {}
  const sockets = new Set<Socket>()
  let isOver = false

  function open(index: number): void {
    const address = addresses[index % addresses.length]
    const headers = { host: `127.0.0.1:${port}`, ...(address && { 'x-forwarded-for': address }) }
    const socket = connect({ host: '127.0.0.1', port })
    sockets.add(socket)
    socket.write(textOf({ headers, session: sessions[index % sessions.length] ?? '' }))
    let status: string | undefined
    const count = (what: string) => {
      status ??= what
      answers[what] = (answers[what] ?? 0) + 1
    }
    // Without a listener nothing is read.
    if (!isUnread) {
      socket.on('data', (bytes) => {
        // An interim answer may come before it, in the same piece or in another one.
        const answered = /.*HTTP\/1\.1 (\d{3})/s.exec(bytes.toString('latin1'))?.[1]
        if (answered === undefined || answered === '100') return
        count(answered)
        if (!isHeld) socket.end()
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

  for (let index = 0; index < (isHeld ? 1_000 : connections); index++) open(index)
  return async () => {
    isOver = true
    for (const socket of sockets) socket.destroy()
    return { ...answers }
  }
}

/** A request as it is written to a connection. `start` is its method and path. */
function requestText(start: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${start} HTTP/1.1\r\n${lines.join('')}\r\n`
}

function visitOnMessage(): void {
  let end: ReturnType<typeof beginVisit>
  let processor: NodeJS.CpuUsage
  process.on('message', async (message: Visit | 'stop') => {
    if (message === 'stop') {
      const { user, system } = process.cpuUsage(processor)
      process.send?.({ answers: await end(), processorSeconds: (user + system) / 1e6 })
    } else {
      processor = process.cpuUsage()
      end = beginVisit(message)
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
