import { createConnection, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A TCP proxy between a process of the bank and its database that can fail on demand. */
export type Wire = {
  readonly port: number
  /** Sets how connections fail from now on. One that has lost a byte stays silent. */
  readonly set: (trouble: Trouble) => void
  /** Resets the open connections. */
  readonly resetAll: () => void
  readonly commitAnswersLost: () => number
  readonly close: () => void
}

export type Trouble =
  | { readonly kind: 'none' }
  /** Nothing passes, and no end is closed. */
  | { readonly kind: 'black hole' }
  /** The bank's messages arrive; the answers do not. */
  | { readonly kind: 'one way' }
  /** The database's end is closed; the bank's stays open. */
  | { readonly kind: 'half open' }
  /** New connections are reset. */
  | { readonly kind: 'reset' }
  /** Resets a connection at a packet for which `isLost`. */
  | { readonly kind: 'lossy'; readonly isLost: () => boolean }
  | { readonly kind: 'slow'; readonly milliseconds: () => number }
  /** Resets a connection in place of the answer to a commit, at most so often. */
  | { readonly kind: 'lost commits'; readonly most: number }

/** Listens on a port and connects each connection to the database's socket, whose path may change. */
export async function openWire(socketPath: () => string): Promise<Wire> {
  const pairs = new Set<Pair>()
  let trouble: Trouble = { kind: 'none' }
  let commitsLost = 0
  let commitsLeft = 0

  const server = createServer((bank) => {
    if (trouble.kind === 'reset') {
      bank.resetAndDestroy()
      return
    }
    const database = createConnection(socketPath())
    const pair: Pair = [bank, database]
    pairs.add(pair)
    let isSilent = false
    const scan = commitScan()
    /** The last delayed piece of each direction: later ones wait for it. */
    const lastOf = new Map<Socket, Promise<void>>()

    for (const socket of pair) {
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        // A silent connection stays open for the bank.
        if (!isSilent || socket === bank) for (const end of pair) end.destroy()
      })
    }

    function pass(piece: Buffer, to: Socket): void {
      const isCommitted = to === bank && scan(piece)
      if (trouble.kind === 'black hole' || (trouble.kind === 'one way' && to === bank)) isSilent = true
      if (trouble.kind === 'half open') {
        isSilent = true
        database.destroy()
      }
      if (isSilent && !(trouble.kind === 'one way' && to === database)) return
      if (trouble.kind === 'lost commits' && isCommitted && commitsLeft > 0) {
        commitsLeft--
        commitsLost++
        reset(pair)
      } else if (trouble.kind === 'lossy' && trouble.isLost()) reset(pair)
      else if (trouble.kind === 'slow') passLater(piece, to, trouble.milliseconds())
      else if (lastOf.has(to)) passLater(piece, to, 0)
      else to.write(piece)
    }

    function passLater(piece: Buffer, to: Socket, milliseconds: number): void {
      const last = (lastOf.get(to) ?? Promise.resolve()).then(async () => {
        await wait(milliseconds)
        to.write(piece)
        if (lastOf.get(to) === last) lastOf.delete(to)
      })
      lastOf.set(to, last)
    }

    bank.on('data', (piece: Buffer) => pass(piece, database))
    database.on('data', (piece: Buffer) => pass(piece, bank))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const resetAll = () => {
    for (const pair of pairs) reset(pair)
  }
  return {
    port: (server.address() as { port: number }).port,
    set(next) {
      trouble = next
      commitsLeft = next.kind === 'lost commits' ? next.most : 0
    },
    resetAll,
    commitAnswersLost: () => commitsLost,
    close() {
      server.close()
      resetAll()
    },
  }
}

type Pair = readonly [bank: Socket, database: Socket]

function reset([bank, database]: Pair): void {
  bank.resetAndDestroy()
  database.destroy()
}

/** Returns for each piece that the database sends whether it completes a message that acknowledges a commit. */
function commitScan(): (piece: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0)
  return (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    let holdsCommit = false
    while (rest.length >= 5) {
      const length = 1 + rest.readInt32BE(1)
      if (rest.length < length) break
      if (rest[0] === 0x43 && rest.toString('latin1', 5, length - 1) === 'COMMIT') holdsCommit = true
      rest = rest.subarray(length)
    }
    return holdsCommit
  }
}
