import type { Database } from './database.ts'
import { openPipelinedConnection, type PipelinedConnection, type Statement } from './pipelined-connection.ts'
import { isLostConnection } from './transient-error.ts'

/**
 * Finds rows by their key, many keys in one query. Measured against a prepared query for each key in
 * docs/decisions/0038-session-lookups-stay-batched.md.
 */
export type BatchedLookup<Row> = {
  /** The row of a key, read after it was asked for; undefined when there is none. */
  readonly find: (key: string) => Promise<Row | undefined>
  readonly close: () => Promise<void>
}

// The statements may be prepared while the tables are still empty: a plan made then would later scan whole tables. For a few
// keys, single index look-ups are faster than a bitmap scan.
const settings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  jit: 'off',
}

// A look-up by key takes milliseconds. After this time the query is sent once more, and the caller still gets an answer in time.
const usualAnswerMillisecondsMax = 2_500

/**
 * Opens a look-up on a dedicated connection. All keys that are requested in one turn of the event loop, or while a query is
 * under way, form one query. The statement takes the keys as `$1`, as `arrayOf` encodes them. `timeoutFactor` multiplies the timeout, for
 * tests on a slow machine.
 */
export function openBatchedLookup<Row extends object>({
  db,
  statement,
  arrayOf,
  keyOf,
  timeoutFactor = 1,
}: {
  db: Database
  statement: Statement<Row>
  arrayOf: (keys: readonly string[]) => string | Buffer
  keyOf: (row: Row) => string
  timeoutFactor?: number
}): BatchedLookup<Row> {
  const reader = openReader(db, statement, timeoutFactor * usualAnswerMillisecondsMax)
  let waiting = new Map<string, PromiseWithResolvers<Row | undefined>>()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    // Lets every request that has already arrived add its key.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      try {
        const rows = await reader.read(arrayOf([...batch.keys()]))
        const rowsByKey = new Map(rows.map((row) => [keyOf(row), row]))
        for (const [key, { resolve }] of batch) resolve(rowsByKey.get(key))
      } catch (error) {
        for (const { reject } of batch.values()) reject(error)
      }
    }
    running = undefined
  }

  return {
    find(key) {
      let found = waiting.get(key)
      if (!found) {
        found = Promise.withResolvers()
        waiting.set(key, found)
        running ??= run()
      }
      return found.promise
    },
    async close() {
      await running
      await reader.close()
    },
  }
}

/** Runs the statement on one connection, which is opened when it is first needed and again after it was lost. */
function openReader<Row extends object>(
  db: Database,
  statement: Statement<Row>,
  answerMillisecondsMax: number,
) {
  let connection: PipelinedConnection | undefined

  async function query(keys: string | Buffer): Promise<readonly Row[]> {
    connection ??= await connect()
    const [rows] = await connection.ask([{ statement, values: [keys] }])
    return rows
  }

  async function connect(): Promise<PipelinedConnection> {
    const opened: PipelinedConnection = await openPipelinedConnection(db, {
      settings,
      statements: [statement],
      answerMillisecondsMax,
      lost() {
        if (connection === opened) connection = undefined
      },
    })
    return opened
  }

  async function close(): Promise<void> {
    const closed = connection
    connection = undefined
    await closed?.end().catch(() => {})
  }

  return {
    close,
    async read(keys: string | Buffer): Promise<readonly Row[]> {
      try {
        return await query(keys)
      } catch (error) {
        if (!isLostConnection(error)) throw error
        // An idle connection may have been lost unnoticed, and a read can be repeated on a new one.
        await close()
        return await query(keys)
      }
    },
  }
}
