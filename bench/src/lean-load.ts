import { connect, type Socket } from 'node:net'
import type { Load, Measured } from './load.ts'
import { median, percentile } from './median.ts'
import { readResponse } from './response.ts'
import { transferPath, transferRequests } from './transfer-request.ts'

/**
 * Sends transfers over as many sockets as asked, on each the next one when the last is answered, and does as little
 * else as possible, since it shares the machine with what it measures. Throws at the first answer that is not 201.
 */
export async function leanLoad({ address, customers, connections, seconds }: Load): Promise<Measured> {
  const nextRequest = transferRequests(address, customers)
  const { hostname, port } = new URL(address)
  const sockets = await Promise.all(
    Array.from({ length: connections }, () => openSocket(Number(port), hostname)),
  )
  const milliseconds: number[] = []
  let inTime = 0
  const end = performance.now() + seconds * 1_000

  function sendUntilEnd(socket: Socket): Promise<void> {
    return new Promise((done, fail) => {
      let received: Buffer = Buffer.alloc(0)
      let sentAt = 0

      function send() {
        const { headers, body } = nextRequest()
        sentAt = performance.now()
        socket.write(textOf(headers, body), 'latin1')
      }

      socket.on('data', (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const response = readResponse(received)
        if (response === undefined) return
        if (response.status !== 201) {
          return fail(new Error(`A transfer was answered with:\n${received.toString('utf8')}`))
        }
        received = received.subarray(response.length)
        const now = performance.now()
        milliseconds.push(now - sentAt)
        if (now >= end) return done()
        inTime++
        send()
      })
      socket.on('error', fail)
      socket.on('close', () => fail(new Error('The bank closed a connection under load.')))
      send()
    })
  }

  try {
    await Promise.all(sockets.map(sendUntilEnd))
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  return {
    perSecond: inTime / seconds,
    acknowledged: milliseconds.length,
    medianMilliseconds: median(milliseconds),
    slowestHundredthMilliseconds: percentile(milliseconds, 0.99),
  }
}

function openSocket(port: number, host: string): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host, noDelay: true }, () => done(socket))
    socket.once('error', fail)
  })
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
