import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseAddress } from '../src/postgres/database-address.ts'
import { readMessages } from './wire-messages.ts'

/** One connection of the bank on the wire. */
export type Wire = {
  /** The id of its PostgreSQL process. */
  readonly processId: () => number
  /** Breaks both ends; what the bank is sending does not arrive. */
  readonly cut: () => void
  /** Breaks the bank's end; what the bank has sent before still arrives. */
  readonly cutBank: () => void
  /** From now on the bank receives nothing; its end breaks when PostgreSQL has committed. */
  readonly loseCommitAnswer: () => void
  /** From now on the bank receives nothing; when PostgreSQL has committed, `act` is called. */
  readonly onceCommitted: (act: () => void) => void
}

/** The wire between a bank and its PostgreSQL, controlled by a test. */
export type CuttableWire = {
  /** The address that the bank connects to. */
  readonly address: DatabaseAddress
  /**
   * Calls `act` once, when the bank sends this statement (its text, or its name when it is prepared), before PostgreSQL
   * receives it. The statement is passed on, and the promise resolved, when `act` is done.
   */
  readonly onceBefore: (statement: string, act: (wire: Wire) => unknown) => Promise<void>
  /** Passes nothing on and closes nothing, like a frozen server. */
  readonly freeze: () => void
  /** Refuses connections and breaks the open ones. */
  readonly refuse: () => void
  /** Undoes `freeze` and `refuse` for new connections. */
  readonly mend: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function openCuttableWire(address: DatabaseAddress): Promise<CuttableWire> {
  const folder = mkdtempSync(join(tmpdir(), 'wire-'))
  const waiting = new Map<string, { act: (wire: Wire) => unknown; done: () => void }>()
  const sockets = new Set<Socket>()
  let isFrozen = false
  let server = await listen()

  function listen(): Promise<Server> {
    const made = createServer((bank) => serve(bank))
    return new Promise((resolve) => made.listen(socketIn(folder), () => resolve(made)))
  }

  function serve(bank: Socket): void {
    const database = createConnection(socketIn(address.host!))
    let processId = 0
    let afterCommit: (() => void) | undefined
    for (const socket of [bank, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    const wire: Wire = {
      processId: () => processId,
      cut: () => {
        bank.destroy()
        database.destroy()
      },
      cutBank: () => bank.destroy(),
      loseCommitAnswer: () => {
        afterCommit = () => bank.destroy()
      },
      onceCommitted: (act) => {
        afterCommit = act
      },
    }

    readMessages(bank, {
      startsBare: true,
      async take({ bytes, text }) {
        const awaited = waiting.get(text)
        waiting.delete(text)
        await awaited?.act(wire)
        if (!isFrozen) database.write(bytes)
        awaited?.done()
      },
      end: () => isFrozen || database.end(),
    })
    readMessages(database, {
      startsBare: false,
      take({ bytes, type, text }) {
        if (type === 'K') processId = bytes.readInt32BE(5)
        if (afterCommit && text === 'COMMIT') afterCommit()
        else if (!isFrozen && !afterCommit) bank.write(bytes)
      },
      end: () => isFrozen || bank.end(),
    })
  }

  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: { ...address, host: folder },
    onceBefore: (statement, act) =>
      new Promise((resolve) => {
        waiting.set(statement, { act, done: resolve })
      }),
    freeze: () => {
      isFrozen = true
    },
    refuse: () => {
      server.close()
      breakAll()
    },
    mend: async () => {
      if (isFrozen) breakAll()
      isFrozen = false
      if (!server.listening) server = await listen()
    },
    close: async () => {
      server.close()
      breakAll()
      rmSync(folder, { recursive: true, force: true })
    },
  }

  function socketIn(host: string): string {
    return join(host, `.s.PGSQL.${address.port}`)
  }
}
