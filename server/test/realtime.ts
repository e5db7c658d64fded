import { WebSocket } from 'ws'

/** A message that a client of the hosted backend receives. */
type HostedMessage = { readonly type: string; readonly data: Record<string, unknown> }

type HostedEvent = {
  readonly events: readonly string[]
  readonly channels: readonly string[]
  readonly payload: { readonly $id: string; readonly $collectionId: string }
  readonly subscriptions: readonly string[]
}

/** A realtime connection as a client of the hosted backend has it. */
export type HostedClient = {
  readonly socket: WebSocket
  /** The messages it has received, in order. */
  readonly heard: HostedMessage[]
  readonly events: () => HostedEvent[]
  readonly say: (message: object) => void
  /** The code it was closed with, or 0 while it is open. */
  readonly closedWith: () => number
  /** The HTTP status it was refused with, or 0 when it was not. */
  readonly refusedWith: () => number
}

/** Opens a realtime connection from a page of `origin`. */
export function openHostedClient(
  address: string,
  { query, origin, cookie }: { query: string; origin?: string | undefined; cookie?: string | undefined },
): HostedClient {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/v1/realtime?${query}`, {
    headers: { ...(cookie && { cookie }), ...(origin && { origin }) },
  })
  const heard: HostedMessage[] = []
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
  return {
    socket,
    heard,
    events: () =>
      heard.filter(({ type }) => type === 'event').map(({ data }) => data as unknown as HostedEvent),
    say: (message) => socket.send(JSON.stringify(message)),
    closedWith: () => code,
    refusedWith: () => status,
  }
}
