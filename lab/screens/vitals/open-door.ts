import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** A way into a bank that leaves out one header of its answers; closed when it is disposed of. */
export type Door = AsyncDisposable & { readonly address: string }

/**
 * Lighthouse 13 cannot open a page that comes with `referrer-policy: same-origin` in the journeys' browser: the answer
 * arrives and the page is given up. Everything else of an answer passes as the bank sent it.
 */
export async function openDoor(bank: string): Promise<Door> {
  const asked = ({ method, url, headers }: IncomingMessage) =>
    request(new URL(url ?? '/', bank), { method: method ?? 'GET', headers })
  const door = createServer((incoming, outgoing) => {
    const onward = asked(incoming).on('response', (answer) => {
      const { 'referrer-policy': _left, ...headers } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  const open = new Set<Duplex>()
  door.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => {
    const onward = asked(incoming).on('upgrade', (answer, wire: Duplex) => {
      const headers = answer.rawHeaders.map((text, at) => (at % 2 === 0 ? `\r\n${text}: ` : text))
      socket.write(`HTTP/1.1 101 Switching Protocols${headers.join('')}\r\n\r\n`)
      wire.pipe(socket).pipe(wire)
      for (const end of [socket, wire]) end.on('error', () => end.destroy())
    })
    onward.on('error', () => socket.destroy())
    onward.end()
    open.add(socket)
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  return {
    address: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy()
      door.closeAllConnections()
      door.close()
      await once(door, 'close')
    },
  }
}
