import { connect, type Socket } from 'node:net'
import type { Load } from './load.ts'
import { readResponse } from './response.ts'
import { requestText, transferRequests } from './transfer-request.ts'

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
    Array.from({ length: connections }, (_, sender) =>
      openSocket(sourceOf(sender).url, { accepted: () => accepted(sender), failed }),
    ),
  )
  return {
    send(sender) {
      sockets[sender]!.write(requestText(sourceOf(sender).nextRequest()), 'latin1')
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** What one socket hears. */
type HeardHere = { readonly accepted: () => void; readonly failed: Heard['failed'] }

// What arrives is looked at before anything else arrives: one place is enough for all sockets, and no stream is made of it.
const arrivals = Buffer.allocUnsafe(64 * 1024)

function openSocket({ hostname, port }: URL, { accepted, failed }: HeardHere): Promise<Socket> {
  let unfinished: Buffer | undefined

  function arrived(count: number): boolean {
    const fresh = arrivals.subarray(0, count)
    const received = unfinished === undefined ? fresh : Buffer.concat([unfinished, fresh])
    const response = readResponse(received)
    unfinished = response === undefined ? Buffer.from(received) : undefined
    if (response === undefined) return true
    // Whoever has one transfer on its way gets one answer, and nothing behind it.
    if (response.status === 201 && response.length === received.length) accepted()
    else failed(new Error(`A transfer was answered with:\n${received.toString('utf8')}`))
    return true
  }

  return new Promise((done, fail) => {
    const onread = { buffer: arrivals, callback: arrived }
    const socket = connect({ port: Number(port), host: hostname, noDelay: true, onread }, () => {
      socket.off('error', fail).on('error', failed)
      // Our own closing is heard here too, when nobody listens any more.
      socket.on('close', () => failed(new Error('The bank closed a connection under load.')))
      done(socket)
    })
    socket.once('error', fail)
  })
}
