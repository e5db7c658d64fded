import type { Client } from 'pg'
import type { Faults } from './faults.ts'
import type { ModelDatabase } from './model-database.ts'
import { type Answer, openSession } from './model-session.ts'
import type { Query } from './model-statements.ts'
import { sqlError } from './sql-error.ts'
import type { Coming, Timeline } from './timeline.ts'

/** A process of the bank, as far as its connections go: killed, it hears and says nothing more. */
export type Process = {
  isAlive: boolean
  /** What the machine does for a process that was killed: its connections are closed. */
  readonly connections: Set<() => void>
}

/** Where the connections lead, and what befalls them. */
export type Network = {
  readonly timeline: Timeline
  readonly database: ModelDatabase
  readonly faults: Faults
  /** Something a program's code may have waited for has happened. */
  readonly stir: () => void
}

type Sent = {
  readonly resolve: (result: object) => void
  readonly reject: (error: Error) => void
  readonly deadline: Coming
}

// As openDatabase has it.
const connectMillisecondsMax = 2_000

/**
 * What the driver's client is to the books: queries sent one behind the other, answered in their order, each given up
 * after its time, all of them lost with the connection.
 */
export async function connectTo(
  { timeline, database, faults, stir }: Network,
  process: Process,
  answerMillisecondsMax: number,
): Promise<Client> {
  await arrival()

  const sent: Sent[] = []
  const listeners: ((error: Error) => void)[] = []
  let isUsable = true
  let isEnding = false
  const toServer = piecewise<Query | null>((query) => (query ? session.receive(query) : session.hangUp()))
  const toClient = piecewise<Answer>((answer) => heard(() => settle(answer)))
  const session = openSession({
    timeline,
    database,
    faults,
    answer: toClient,
    lost: (error) => error && timeline.after(faults.way(), () => heard(() => lose(error))),
  })
  const hangUp = () => toServer(null)
  process.connections.add(hangUp)

  /** The time until the server has taken the connection. */
  function arrival(): Promise<void> {
    const fault = faults.atConnect()
    return new Promise((resolve, reject) => {
      const milliseconds = fault === 'silence' ? connectMillisecondsMax : 2 * faults.way()
      timeline.after(milliseconds, () =>
        heard(() => {
          if (fault === 'silence') reject(sqlError('timeout expired'))
          else if (fault) reject(sqlError('no connection', fault.code))
          else resolve()
        }),
      )
    })
  }

  /** What is handed over while something is on its way goes with it, so that nothing overtakes anything. */
  function piecewise<Message>(deliver: (message: Message) => void): (message: Message) => void {
    let piece: Message[] = []
    return (message) => {
      piece.push(message)
      if (piece.length > 1) return
      timeline.after(faults.way(), () => {
        const arrived = piece
        piece = []
        for (const each of arrived) deliver(each)
      })
    }
  }

  function heard(what: () => void): void {
    if (!process.isAlive) return
    stir()
    what()
  }

  function settle(answer: Answer): void {
    const first = isUsable ? sent.shift() : undefined
    if (!first) return
    timeline.callOff(first.deadline)
    if (answer instanceof Error) first.reject(answer)
    else first.resolve(answer)
  }

  function lose(error: Error): void {
    if (!isUsable) return
    isUsable = false
    const isSaidByServer = 'code' in error && !String(error.code).startsWith('E')
    for (const [index, { reject, deadline }] of sent.splice(0).entries()) {
      timeline.callOff(deadline)
      reject(isSaidByServer && index > 0 ? sqlError('Connection terminated unexpectedly') : error)
    }
    process.connections.delete(hangUp)
    hangUp()
    if (isEnding) return
    if (listeners.length === 0) throw new Error('A lost connection was heard of by nobody')
    for (const listener of listeners) listener(error)
  }

  const client = {
    connection: { stream: { cork() {}, uncork() {} } },
    on(_: 'error', listener: (error: Error) => void) {
      listeners.push(listener)
    },
    query(query: Query | string, values?: unknown[]): Promise<object> {
      if (!isUsable || isEnding) {
        return Promise.reject(sqlError('Client has encountered a connection error and is not queryable'))
      }
      return new Promise((resolve, reject) => {
        const deadline = timeline.after(answerMillisecondsMax, () => {
          heard(() => {
            const index = sent.findIndex((each) => each.deadline === deadline)
            sent.splice(index, 1)
            reject(sqlError('Query read timeout'))
            lose(sqlError('Connection terminated unexpectedly'))
          })
        })
        sent.push({ resolve, reject, deadline })
        toServer(typeof query === 'string' ? { text: query, values: values ?? [] } : query)
      })
    },
    end(): Promise<void> {
      isEnding = true
      process.connections.delete(hangUp)
      hangUp()
      return Promise.resolve()
    },
  }
  return client as unknown as Client
}
