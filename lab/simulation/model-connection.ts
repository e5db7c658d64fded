import type { PipelinedConnection } from '@bank/server/postgres/pipelined-connection'
import type { Faults } from './faults.ts'
import type { ModelDatabase } from './model-database.ts'
import { type Answer, openSession } from './model-session.ts'
import type { Query } from './model-statements.ts'
import { sqlError } from './sql-error.ts'
import type { Timeline, Timer } from './timeline.ts'

/** A process of the bank. Killed, it neither sends nor receives. */
export type Process = {
  isAlive: boolean
  /** The functions that close its connections when it is killed. */
  readonly connections: Set<() => void>
}

export type Network = {
  readonly timeline: Timeline
  readonly database: ModelDatabase
  readonly faults: Faults
  /** Called when something happens that the bank's code may wait for. */
  readonly noteProgress: () => void
}

/** Resolves after so much simulated time; never for a process that has been killed meanwhile. */
export function sleepOn(
  { timeline, noteProgress }: Pick<Network, 'timeline' | 'noteProgress'>,
  milliseconds: number,
  process?: Process,
): Promise<void> {
  return new Promise((resolve) => {
    timeline.after(milliseconds, () => {
      if (process?.isAlive === false) return
      noteProgress()
      resolve()
    })
  })
}

type Sent = {
  readonly resolve: (answers: never) => void
  readonly reject: (error: Error) => void
  readonly deadline: Timer
}

// As openDatabase has it.
const connectMillisecondsMax = 2_000

/**
 * Opens a pipelined connection of the books: trips are answered in their order. When one is not answered in time the connection is
 * dropped, and all its trips fail.
 */
export async function connectTo(
  { timeline, database, faults, noteProgress }: Network,
  process: Process,
  { answerMillisecondsMax, lost }: { answerMillisecondsMax: number; lost: () => void },
): Promise<PipelinedConnection> {
  await accepted()

  const sent: Sent[] = []
  let isUsable = true
  let isEnding = false
  const toServer = delayed<readonly Query[] | null>((trip) =>
    trip ? session.receive(trip) : session.hangUp(),
  )
  const toClient = delayed<Answer>((answer) => ifAlive(() => settle(answer)))
  const session = openSession({
    timeline,
    database,
    faults,
    answer: toClient,
    lost: (error) => error && timeline.after(faults.latency(), () => ifAlive(() => lose(error))),
  })
  const hangUp = () => toServer(null)
  process.connections.add(hangUp)

  function accepted(): Promise<void> {
    const fault = faults.atConnect()
    return new Promise((resolve, reject) => {
      const milliseconds = fault === 'silence' ? connectMillisecondsMax : 2 * faults.latency()
      timeline.after(milliseconds, () =>
        ifAlive(() => {
          if (fault === 'silence') reject(sqlError('timeout expired'))
          else if (fault) reject(sqlError('no connection', fault.code))
          else resolve()
        }),
      )
    })
  }

  /** Delivers messages after a latency. Those sent meanwhile arrive together, so that their order is kept. */
  function delayed<Message>(deliver: (message: Message) => void): (message: Message) => void {
    let piece: Message[] = []
    return (message) => {
      piece.push(message)
      if (piece.length > 1) return
      timeline.after(faults.latency(), () => {
        const arrived = piece
        piece = []
        for (const each of arrived) deliver(each)
      })
    }
  }

  function ifAlive(action: () => void): void {
    if (!process.isAlive) return
    noteProgress()
    action()
  }

  function settle(answer: Answer): void {
    const first = isUsable ? sent.shift() : undefined
    if (!first) return
    timeline.cancel(first.deadline)
    if (answer instanceof Error) first.reject(answer)
    else first.resolve(answer as never)
  }

  function lose(error: Error): void {
    if (!isUsable) return
    isUsable = false
    const isFromServer = 'code' in error && !String(error.code).startsWith('E')
    for (const [index, { reject, deadline }] of sent.splice(0).entries()) {
      timeline.cancel(deadline)
      reject(isFromServer && index > 0 ? sqlError('Connection terminated unexpectedly') : error)
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
          ifAlive(() => lose(sqlError('The connection is given up: no answer in time'))),
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
