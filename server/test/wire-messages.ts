import type { Socket } from 'node:net'

/** One message of PostgreSQL's protocol. */
export type Message = {
  readonly bytes: Buffer
  /** The letter of its type. */
  readonly type: string
  /** The text of a query, the name of an executed prepared statement or of a completed command; otherwise empty. */
  readonly text: string
}

/**
 * Passes on the messages of one direction of a connection one after the other: each when `take` has finished with the one
 * before. The bank's first message has no letter.
 */
export function readMessages(
  socket: Socket,
  { startsBare, take, end }: { startsBare: boolean; take: (message: Message) => unknown; end: () => unknown },
): void {
  let rest: Buffer = Buffer.alloc(0)
  let isBare = startsBare
  let handingOver = Promise.resolve()

  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    for (;;) {
      const letters = isBare ? 0 : 1
      if (rest.length < letters + 4) return
      const length = letters + rest.readInt32BE(letters)
      if (rest.length < length) return
      const message = messageOf(rest.subarray(0, length), isBare)
      rest = rest.subarray(length)
      isBare = false
      handingOver = handingOver.then(async () => {
        await take(message)
      })
    }
  })
  socket.on('close', () => {
    handingOver = handingOver.then(() => void end())
  })
}

function messageOf(bytes: Buffer, isBare: boolean): Message {
  const type = isBare ? '' : String.fromCharCode(bytes[0]!)
  if (type === 'Q' || type === 'C') return { bytes, type, text: textAt(bytes, 5) }
  // After the name of the portal.
  if (type === 'B') return { bytes, type, text: textAt(bytes, bytes.indexOf(0, 5) + 1) }
  return { bytes, type, text: '' }
}

function textAt(bytes: Buffer, start: number): string {
  return bytes.toString('utf8', start, bytes.indexOf(0, start))
}
