import { setTimeout as wait } from 'node:timers/promises'
import type { Customer } from '../customer.ts'
import { planSending } from '../planned-sending.ts'
import { requestText, type TransferRequest, transferRequests } from '../transfer-request.ts'
import { type Connection, keepConnection } from './connection.ts'

/** What became of the transfers of one phase. */
export type Sent = {
  /** What each took, from when it was to be sent by the plan until it was answered. */
  readonly milliseconds: readonly number[]
  /** How many were acknowledged with 201. */
  readonly acknowledged: number
  /** For each of the others what came instead: a status, `closed`, an error's code, or `no answer`. */
  readonly lost: readonly string[]
}

export type SteadyTransfers = {
  /** Sends transfers at moments fixed beforehand and waits for the answers, at most 30 seconds longer. */
  readonly send: (plan: { readonly perSecond: number; readonly seconds: number }) => Promise<Sent>
  readonly close: () => void
}

// More than are under way at once, and each is in use again before the bank closes it for being idle (72 seconds).
const connectionCount = 400
const patienceSeconds = 30

/**
 * Opens connections to the bank from several addresses of this machine. The transfers are spread evenly over them, each from
 * a random one of the customers.
 */
export function openSteadyTransfers(
  address: string,
  customers: readonly Customer[],
  sources: readonly string[],
): SteadyTransfers {
  let answered: Answered = () => {}
  const pool = openPool(address, sources, transferRequests(address, customers), (piece, status) =>
    answered(piece, status),
  )

  async function send({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<Sent> {
    const lost: string[] = []
    let acknowledged = 0
    const total = Math.floor(perSecond * seconds)
    const begin = performance.now()
    const now = () => performance.now() - begin
    const sending = planSending({ perSecond, seconds, lines: total }, pool.send)
    answered = (piece, status) => {
      if (status === '201') acknowledged++
      else lost.push(status)
      sending.answered(piece, now())
    }
    while (!sending.isOver() && now() < (seconds + patienceSeconds) * 1_000) {
      sending.look(now())
      await wait(1)
    }
    while (lost.length + acknowledged < total) lost.push('no answer')
    pool.forget()
    return { milliseconds: sending.milliseconds, acknowledged, lost }
  }

  return { send, close: pool.close }
}

/** Hears with which status a transfer was answered, or why it was not. Transfers are named by numbers. */
type Answered = (piece: number, status: string) => void

type Pool = {
  /** Sends a transfer over the connection that has been free for longest, or over the first that becomes free. */
  readonly send: (piece: number) => void
  /** What is still under way is heard of no more. */
  readonly forget: () => void
  readonly close: () => void
}

function openPool(
  address: string,
  sources: readonly string[],
  nextRequest: () => TransferRequest,
  answered: Answered,
): Pool {
  const port = Number(new URL(address).port)
  // In the order in which they became free.
  const free = new Set<Connection>()
  const due: number[] = []
  const pieceOn = new Map<Connection, number>()

  function sendDue(): void {
    for (const connection of free) {
      const piece = due.shift()
      if (piece === undefined) return
      free.delete(connection)
      pieceOn.set(connection, piece)
      connection.ask(requestText(nextRequest()))
    }
  }

  function settle(connection: Connection, status: string): void {
    const piece = pieceOn.get(connection)
    free.delete(connection)
    pieceOn.delete(connection)
    if (piece !== undefined) answered(piece, status)
  }

  function open(from: string): Connection {
    const connection = keepConnection({ port, from }, 50, {
      ready() {
        free.add(connection)
        sendDue()
      },
      answered: (status) => settle(connection, status),
      lost: (reason) => settle(connection, reason),
    })
    return connection
  }

  const connections = Array.from({ length: connectionCount }, (_, index) =>
    open(sources[index % sources.length]!),
  )
  return {
    send(piece) {
      due.push(piece)
      sendDue()
    },
    forget() {
      due.length = 0
      pieceOn.clear()
    },
    close() {
      for (const connection of connections) connection.close()
    },
  }
}
