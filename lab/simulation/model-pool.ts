import type { Database } from '@bank/server/postgres/database'
import { connectTo, type Network, type Process } from './model-connection.ts'

type Asked = string | { readonly text: string; readonly values?: readonly unknown[] }

// As openDatabase has it.
const answerMillisecondsMax = 4_000

/** The pool of a process, for the code of its jobs: each query, and each transaction, has a connection of its own. */
export function openModelPool(network: Network, process: Process): Database {
  async function connect() {
    const connection = await connectTo(network, process, { answerMillisecondsMax, lost() {} })
    return {
      async query(asked: Asked, given: readonly unknown[] = []) {
        const { text, values = given } = typeof asked === 'string' ? { text: asked } : asked
        const statement = { name: text, text }
        const [rows] = await connection.ask([{ statement, values: values as never }])
        return { rows, rowCount: rows!.length, command: text.toUpperCase() }
      },
      on() {},
      off() {},
      release: () => void connection.end(),
    }
  }

  async function query(asked: Asked, given?: readonly unknown[]) {
    const connection = await connect()
    return connection.query(asked, given).finally(connection.release)
  }

  // The outcome of a commit whose answer was lost is not looked up: that waits in real time.
  return { connect, query, server: { readsOutcomes: false } } as unknown as Database
}
