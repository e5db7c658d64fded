import type { PipelinedConnection } from '@bank/server/postgres/pipelined-connection'
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
  readonly resolve: (answers: never) => void
  readonly reject: (error: Error) => void
  readonly deadline: Coming
}

// As openDatabase has it.
const connectMillisecondsMax = 2_000

/**
 * What a connection of their own is to the books: trips sent one behind the other and answered in their order. With one that
 * is not answered in its time the connection is given up, and all are lost with it.
 */
export async function connectTo(
  { timeline, database, faults, stir }: Network,
  process: Process,
  { answerMillisecondsMax, lost }: { answerMillisecondsMax: number; lost: () => void },
): Promise<PipelinedConnection> {
  await arrival()

  const sent: Sent[] = []
  let isUsable = true
  let isEnding = false
  const toServer = piecewise<readonly Query[] | null>((trip) =>
    trip ? session.receive(trip) : session.hangUp(),
  )
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
    else first.resolve(answer as never)
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
    if (!isEnding) lost()
  }

  return {
    ask(trip) {
      if (!isUsable || isEnding) {
        return Promise.reject(sqlError('Client has encountered a connection error and is not queryable'))
      }
      return new Promise((resolve, reject) => {
        const deadline = timeline.after(answerMillisecondsMax, () =>
          heard(() => lose(sqlError('The connection is given up: no answer in time'))),
        )
        sent.push({ resolve, reject, deadline })
        toServer(trip.map(({ statement, values }) => ({ ...statement, values })))
      })
    },
    end() {
      isEnding = true
      process.connections.delete(hangUp)
      hangUp()
      return Promise.resolve()
    },
  }
}
