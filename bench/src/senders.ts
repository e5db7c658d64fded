import { connect, type Socket } from 'node:net'
import type { Load } from './load.ts'
import { readResponse } from './response.ts'
import { transferPath, transferRequests } from './transfer-request.ts'

/** Open connections that send one transfer at a time each; they are named by their numbers, from 0. */
export type Senders = {
  readonly send: (sender: number) => void
  readonly close: () => void
}

type Heard = {
  /** The sender's transfer was answered with 201. */
  readonly accepted: (sender: number) => void
  /** An answer was another one, or a connection broke. */
  readonly failed: (error: Error) => void
}

/**
 * Opens as many bare sockets as asked, in turn to each of the bank's processes, and does as little as possible for each
 * transfer, since it shares the machine with what it measures.
 */
export async function openSenders(
  { addresses, customers, connections }: Pick<Load, 'addresses' | 'customers' | 'connections'>,
  { accepted, failed }: Heard,
): Promise<Senders> {
  const sources = addresses.map((address) => ({
    url: new URL(address),
    nextRequest: transferRequests(address, customers),
  }))
  const sourceOf = (sender: number) => sources[sender % sources.length]!
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, sender) => openSocket(sourceOf(sender).url)),
  )
  for (const [sender, socket] of sockets.entries()) listen(socket, () => accepted(sender), failed)
  return {
    send(sender) {
      const { headers, body } = sourceOf(sender).nextRequest()
      sockets[sender]!.write(textOf(headers, body), 'latin1')
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function openSocket({ hostname, port }: URL): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ port: Number(port), host: hostname, noDelay: true }, () => done(socket))
    socket.once('error', fail)
  })
}

function listen(socket: Socket, accepted: () => void, failed: Heard['failed']): void {
  let received: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const response = readResponse(received)
    if (response === undefined) return
    if (response.status !== 201) {
      return failed(new Error(`A transfer was answered with:\n${received.toString('utf8')}`))
    }
    received = received.subarray(response.length)
    accepted()
  })
  socket.on('error', failed)
  // Our own closing is heard here too, when nobody listens any more.
  socket.on('close', () => failed(new Error('The bank closed a connection under load.')))
}

const headTexts = new WeakMap<object, string>()

/** A request as it goes over the wire. The headers of one customer are put into words once. */
function textOf(headers: Readonly<Record<string, string>>, body: string): string {
  let head = headTexts.get(headers)
  if (head === undefined) {
    const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) })
    head = `POST ${transferPath} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    headTexts.set(headers, head)
  }
  return head + body
}
