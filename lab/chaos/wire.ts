import { createConnection, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The network between a process of the bank and its database, which does as it is told. */
export type Wire = {
  readonly port: number
  /** How connections are treated from now on. One that has lost a byte stays silent for ever. */
  readonly set: (trouble: Trouble) => void
  /** Breaks what is open, with a reset. */
  readonly resetAll: () => void
  /** How many answers to a commit have been lost. */
  readonly commitAnswersLost: () => number
  readonly close: () => void
}

export type Trouble =
  | { readonly kind: 'none' }
  /** Nothing passes, and nobody is told. */
  | { readonly kind: 'black hole' }
  /** What the bank sends arrives; the answers do not. */
  | { readonly kind: 'deaf bank' }
  /** The database's end is closed; the bank is not told. */
  | { readonly kind: 'half open' }
  /** New connections are reset. */
  | { readonly kind: 'reset' }
  /** So many of the packets are the last of their connection. */
  | { readonly kind: 'lossy'; readonly happens: () => boolean }
  | { readonly kind: 'slow'; readonly milliseconds: () => number }
  /** Both ends break when the database has committed and before the bank hears of it, at most so often. */
  | { readonly kind: 'lost commits'; readonly most: number }

/** Opens a port on this machine that leads to the database's socket, wherever that is when a connection arrives. */
export async function openWire(socketPath: () => string): Promise<Wire> {
  const pairs = new Set<readonly [bank: Socket, database: Socket]>()
  let trouble: Trouble = { kind: 'none' }
  let commitsLost = 0
  let commitsLeft = 0

  const server = createServer((bank) => {
    if (trouble.kind === 'reset') {
      bank.resetAndDestroy()
      return
    }
    const database = createConnection(socketPath())
    const pair = [bank, database] as const
    pairs.add(pair)
    let isSilent = false
    const scan = commitScan()
    /** In order, also when some are slow. */
    const lastOf = new Map<Socket, Promise<void>>()

    const cut = () => {
      bank.resetAndDestroy()
      database.destroy()
    }
    for (const socket of pair) {
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        // Told to the other end, unless this wire tells nobody anything any more.
        if (!isSilent || socket === bank) for (const end of pair) end.destroy()
      })
    }

    function pass(piece: Buffer, to: Socket): void {
      const isCommitted = to === bank && scan(piece)
      if (trouble.kind === 'black hole' || (trouble.kind === 'deaf bank' && to === bank)) isSilent = true
      if (trouble.kind === 'half open') {
        isSilent = true
        database.destroy()
      }
      if (isSilent && !(trouble.kind === 'deaf bank' && to === database)) return
      if (trouble.kind === 'lost commits' && isCommitted && commitsLeft > 0) {
        commitsLeft--
        commitsLost++
        cut()
      } else if (trouble.kind === 'lossy' && trouble.happens()) cut()
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
    for (const [bank, database] of pairs) {
      bank.resetAndDestroy()
      database.destroy()
    }
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

/** Says of each piece that the database sends whether it holds the end of a message that says it has committed. */
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
