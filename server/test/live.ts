import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Change, LiveMessage } from '@bank/contract/live/live-message'
import { livePath } from '@bank/contract/live/live-message'
import type { FastifyInstance } from 'fastify'
import { WebSocket } from 'ws'
import { waitUntil } from './wait-until.ts'

/** A live connection as its client has it. */
export type LiveClient<Message> = {
  readonly socket: WebSocket
  /** The messages it has received, in order. */
  readonly heard: Message[]
  /** The code it was closed with, or 0 while it is open. */
  readonly closedWith: () => number
  /** The HTTP status it was refused with, or 0 when it was not. */
  readonly refusedWith: () => number
}

/** A live connection as a browser's page has it. */
export type LivePage = LiveClient<LiveMessage> & {
  /** All changes it has received. */
  readonly changes: () => Change[]
  /** Resolves when it is listening: from then on it misses no change. */
  readonly listening: () => Promise<void>
  readonly hears: (collection: Change['collection'], id?: string | null) => Promise<void>
}

/** Makes the bank listen on loopback. Returns the address, such as `http://127.0.0.1:4000`. */
export async function listenOnLoopback(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Opens a WebSocket at a path of the bank, with these headers where they have a value. */
export function connectLive<Message>(
  address: string,
  path: string,
  { cookie, origin }: { cookie?: string | undefined; origin?: string | null | undefined },
): LiveClient<Message> {
  const socket = new WebSocket(address.replace('http', 'ws') + path, {
    headers: { ...(cookie && { cookie }), ...(origin && { origin }) },
  })
  const heard: Message[] = []
  let code = 0
  let status = 0
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  socket.on('close', (closeCode) => {
    code = closeCode
  })
  socket.on('unexpected-response', (request, response) => {
    status = response.statusCode ?? 0
    request.destroy()
  })
  // `refusedWith` and `closedWith` report it.
  socket.on('error', () => {})
  return { socket, heard, closedWith: () => code, refusedWith: () => status }
}

/** Opens a live connection with these cookies, from a page of `origin`: the bank's own unless another is given. */
export function openLivePage(
  address: string,
  cookies: ReadonlyMap<string, string>,
  { origin = address, path = livePath }: { origin?: string | null; path?: string } = {},
): LivePage {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const client = connectLive<LiveMessage>(address, path, { cookie, origin })
  const { heard } = client
  const changes = () => heard.flatMap((message) => (message.type === 'changed' ? [...message.changes] : []))
  return {
    ...client,
    changes,
    listening: () => waitUntil(() => heard.some(({ type }) => type === 'listening')),
    hears: (collection, id) =>
      waitUntil(() =>
        changes().some(
          (change) => change.collection === collection && (id === undefined || change.id === id),
        ),
      ),
  }
}

/** Closes a page's connection as a browser does. */
export async function disconnect({ socket }: Pick<LivePage, 'socket'>): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return
  const closed = once(socket, 'close')
  socket.close()
  await closed
}
