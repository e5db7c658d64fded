import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { livePath } from '@bank/contract/live/live-message'
import { autocannon } from '../autocannon.ts'
import { builtAssets, type StrangerRequest, strangerRequests, upgradeHeaders } from './stranger-requests.ts'

/** What no load generator sends: connections that say nothing, live ones that stay open, malformed requests, unread answers. */
const rawKinds = ['silent-connections', 'silent-websockets', 'malformed', 'slow-readers'] as const

export type StrangerName = keyof typeof strangerRequests | (typeof rawKinds)[number]

/** Every kind, in the order in which they are measured. */
export const strangerNames = [...Object.keys(strangerRequests), ...rawKinds] as StrangerName[]

/** One phase of strangers. */
export type Visit = {
  readonly kind: StrangerName
  readonly port: number
  /** Where requests say that they come from; empty for the address of the connection. */
  readonly addresses: readonly string[]
  /** Open sessions, for live connections. Five of each are allowed. */
  readonly sessions: readonly string[]
}

/** What strangers got: answers by their status, `closed` for connections that ended without one, and the processor time they took. */
export type VisitResult = {
  readonly answers: Readonly<Record<string, number>>
  readonly processorSeconds: number
}

/** A program of its own, so that its processor time is told from that of the bank and of the customers. */
export type StrangerProcess = {
  readonly begin: (visit: Visit) => void
  readonly stop: () => Promise<VisitResult>
  /** The port of a server, in a third program, that answers everything with 429. */
  readonly barePort: number
}

/** Starts the program of the strangers and the bare server. */
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
  cleanup.defer(() => void child.kill())
  // Ctrl-C reaches the benchmark first, which then stops its programs.
  const child = fork(import.meta.filename, [role], { detached: true })
  return child
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message', { signal: AbortSignal.timeout(20_000) })
  return message
}

const connections = 50

/** Sends strangers until the returned function is called. */
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

function openConnections({ kind, port, sessions }: Visit): () => Promise<VisitResult['answers']> {
  const texts = textsOf(kind as (typeof rawKinds)[number], `127.0.0.1:${port}`, sessions)
  const answers: Record<string, number> = {}
  const sockets = new Set<Socket>()
  let isOver = false

  function open(index: number): void {
    const socket = connect({ host: '127.0.0.1', port })
    sockets.add(socket)
    socket.write(texts[index % texts.length]!)
    let status: string | undefined
    const count = (what: string) => {
      status ??= what
      answers[what] = (answers[what] ?? 0) + 1
    }
    // Without a listener nothing is read.
    if (kind !== 'slow-readers') socket.once('data', (bytes) => count(bytes.toString('latin1', 9, 12)))
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      if (isOver) return
      if (status === undefined) count('closed')
      setTimeout(() => isOver || open(index), kind === 'malformed' ? 1 : 1_000)
    })
  }

  for (let index = 0; index < (kind.startsWith('silent') ? 1_000 : connections); index++) open(index)
  return async () => {
    isOver = true
    for (const socket of sockets) socket.destroy()
    return { ...answers }
  }
}

function textsOf(kind: (typeof rawKinds)[number], host: string, sessions: readonly string[]): string[] {
  if (kind === 'silent-connections') return ['']
  if (kind === 'slow-readers') return [getText(builtAssets()[0]!, { host }).repeat(20)]
  if (kind === 'malformed') {
    return ['NOT HTTP\r\n\r\n', 'GET /\r\n\r\n', `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: other\r\n\r\n`]
  }
  return sessions.map((token) => getText(livePath, { host, cookie: `sid=${token}`, ...upgradeHeaders(host) }))
}

function getText(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
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
