import { connect, type Socket } from 'node:net'
import { openAnswerReader } from './answer-reader.ts'

/** A bare connection to a server on this machine, which is opened again whenever it is closed. */
export type Connection = {
  /** Sends the bytes of a request, one at a time: the next one when the connection is ready again. */
  readonly ask: (request: string | Buffer) => void
  readonly isOpen: () => boolean
  /** Closes it for good. Nothing is heard of it afterwards. */
  readonly close: () => void
}

type Heard = {
  /** The connection takes a request: it has been opened (`isNew`), or the last request has been answered. */
  readonly ready: (isNew: boolean) => void
  /** A request was answered with this status, such as `429` or `503 busy`. */
  readonly answered: (status: string) => void
  /** The other side closed the connection without an answer (`closed`), or an error with this code ended it. */
  readonly lost: (reason: string) => void
}

/** Between which addresses of this machine. */
export type Ends = {
  /** The server's, on 127.0.0.1. */
  readonly port: number
  /** The address that the connection comes from, such as `127.0.0.2`. */
  readonly from: string
}

// What arrives is looked at before anything else arrives: one place is enough for all connections.
const arrivals = Buffer.allocUnsafe(64 * 1024)

/** Opens a connection, and opens it again so many milliseconds after it was closed. */
export function keepConnection({ port, from }: Ends, reopenMilliseconds: number, heard: Heard): Connection {
  let socket: Socket
  let isOpen = false
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  function open(): void {
    const reader = openAnswerReader()
    let code = 'closed'
    function take(answer: ReturnType<typeof reader.read>): boolean {
      if (answer === undefined || fresh !== socket || isOver) return false
      heard.answered(answer.status)
      if (answer.isLast) reopen()
      else heard.ready(false)
      return true
    }
    const onread = {
      buffer: arrivals,
      callback: (count: number) => {
        take(reader.read(arrivals.subarray(0, count)))
        return true
      },
    }
    const fresh = connect({ host: '127.0.0.1', port, localAddress: from, noDelay: true, onread }, () => {
      isOpen = true
      heard.ready(true)
    })
    socket = fresh
    fresh.on('error', (error: NodeJS.ErrnoException) => {
      code = error.code ?? error.message
    })
    fresh.on('close', () => {
      if (isOver || fresh !== socket || timer !== undefined || take(reader.end())) return
      isOpen = false
      heard.lost(code)
      reopen()
    })
  }

  function reopen(): void {
    isOpen = false
    socket.destroy()
    timer = setTimeout(() => {
      timer = undefined
      open()
    }, reopenMilliseconds)
  }

  open()
  return {
    ask: (request) => void socket.write(request),
    isOpen: () => isOpen,
    close() {
      isOver = true
      isOpen = false
      clearTimeout(timer)
      socket.destroy()
    },
  }
}
