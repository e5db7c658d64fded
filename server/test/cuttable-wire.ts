import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseAddress } from '../src/postgres/database-address.ts'
import { readMessages } from './wire-messages.ts'

/** One connection of the bank as it runs through the wire. */
export type Wire = {
  /** PostgreSQL's number for the process that serves it. */
  readonly processId: () => number
  /** Both ends break, and what the bank is sending does not arrive. */
  readonly cut: () => void
  /** The bank's end breaks at once; what the bank has sent by then still arrives. */
  readonly cutBank: () => void
  /** From now on the bank hears nothing more; its end breaks when PostgreSQL has committed. */
  readonly loseCommitAnswer: () => void
  /** From now on the bank hears nothing more; when PostgreSQL has committed, `act` is done. */
  readonly onceCommitted: (act: () => void) => void
}

/** The wire between a bank and its PostgreSQL, in a test's hands. */
export type CuttableWire = {
  /** Where the bank connects. */
  readonly address: DatabaseAddress
  /**
   * Once, when the bank sends this statement (its text, or its name when it is prepared): what to do while PostgreSQL has not
   * seen it. It is passed on when that is done. Resolves then.
   */
  readonly onceBefore: (statement: string, act: (wire: Wire) => unknown) => Promise<void>
  /** Neither end hears anything any more, and nobody is told: what a frozen server looks like. */
  readonly freeze: () => void
  /** Connections are refused and those that are open break. */
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
