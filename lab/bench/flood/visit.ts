import { connect } from 'node:net'
import { type Ends, keepConnection } from './connection.ts'
import type { Strangers } from './stranger-kinds.ts'

/** Where strangers connect to and from, and how many connections they have. */
export type Visit = {
  readonly port: number
  /** Addresses of this machine, shared evenly by the connections. */
  readonly addresses: readonly string[]
  readonly connections: number
}

/** What strangers got. */
export type Heard = {
  /** How many answers of each status; `closed` or an error's code where a connection ended without an answer. */
  readonly answers: Readonly<Record<string, number>>
  /** Connections that were open at the end. */
  readonly open: number
}

/** Sends strangers to a server until the function it gives is called, which tells what they got. */
export function beginVisit(strangers: Strangers, { port, addresses, connections }: Visit): () => Heard {
  const { behaviour, requests } = strangers
  const answers: Record<string, number> = {}
  const count = (what: string) => {
    answers[what] = (answers[what] ?? 0) + 1
  }
  let turn = 0
  const next = () => requests[turn++ % requests.length]
  const visitors = Array.from({ length: strangers.connections ?? connections }, (_, index) => {
    const ends = { port, from: addresses[index % addresses.length]! }
    return behaviour === 'read slowly'
      ? readSlowly(ends, { next, count })
      : keepAsking(ends, { next, count, isHeld: behaviour === 'hold' })
  })
  return () => {
    const open = visitors.filter((visitor) => visitor.isOpen()).length
    for (const visitor of visitors) visitor.close()
    return { answers, open }
  }
}

type Visitor = { readonly isOpen: () => boolean; readonly close: () => void }

type Visiting = {
  /** The bytes of the next request; undefined where nothing is asked. */
  readonly next: () => Buffer | undefined
  readonly count: (status: string) => void
}

/** Asks over one connection; one that is held asks at most once each time it is opened. */
function keepAsking(ends: Ends, { next, count, isHeld }: Visiting & { readonly isHeld: boolean }): Visitor {
  const connection = keepConnection(ends, isHeld ? 1_000 : 1, {
    ready(isNew) {
      const request = isNew || !isHeld ? next() : undefined
      if (request !== undefined) connection.ask(request)
    },
    answered: count,
    lost: count,
  })
  return connection
}

const bytesReadEachSecond = 1_024

/** Asks for more than a connection can hold and reads next to nothing of it. A connection that is closed stays closed. */
function readSlowly({ port, from }: Ends, { next, count }: Visiting): Visitor {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from })
  socket.pause()
  socket.write(next() ?? '')
  socket.on('error', () => {})
  socket.on('close', () => count('closed'))
  const timer = setInterval(() => socket.read(bytesReadEachSecond), 1_000)
  return {
    isOpen: () => !socket.destroyed,
    close() {
      clearInterval(timer)
      socket.removeAllListeners('close').destroy()
    },
  }
}
