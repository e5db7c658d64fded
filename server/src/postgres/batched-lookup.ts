import type { Database } from './database.ts'
import { type OwnConnection, openOwnConnection, type Statement } from './pipelined-connection.ts'
import { isLostConnection } from './transient-error.ts'

/** Finds rows by their key, many keys in one query. */
export type BatchedLookup<Row> = {
  /** The row of a key, read after it was asked for; undefined when there is none. */
  readonly find: (key: string) => Promise<Row | undefined>
  readonly close: () => Promise<void>
}

// For statements that are prepared while the tables may still be empty: a plan made then would read them whole later. A few
// keys are found sooner one by one than by a bitmap of them.
const settings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  jit: 'off',
}

// A look-up by key is a matter of milliseconds. For a server that has gone silent: it is tried once more after this, and
// whoever waits hears from us in time.
const answerMillisecondsMax = 2_500

/**
 * Opens a look-up on a connection of its own. All keys asked for in one turn of the event loop, and while a query is
 * under way, are one query: the statement takes the keys as `$1`, in the form `arrayOf` gives them.
 */
export function openBatchedLookup<Row extends object>({
  db,
  statement,
  arrayOf,
  keyOf,
}: {
  db: Database
  statement: Statement<Row>
  arrayOf: (keys: readonly string[]) => string | Buffer
  keyOf: (row: Row) => string
}): BatchedLookup<Row> {
  let connection: OwnConnection | undefined
  let waiting = new Map<string, PromiseWithResolvers<Row | undefined>>()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    // After everything that has arrived by now has been heard.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      try {
        const rows = new Map((await read([...batch.keys()])).map((row) => [keyOf(row), row]))
        for (const [key, { resolve }] of batch) resolve(rows.get(key))
      } catch (error) {
        for (const { reject } of batch.values()) reject(error)
      }
    }
    running = undefined
  }

  async function read(keys: readonly string[]): Promise<readonly Row[]> {
    try {
      return await query(keys)
    } catch (error) {
      if (!isLostConnection(error)) throw error
      // The connection may have been lost long ago: a read is safe to try once more on a new one.
      await drop()
      return await query(keys)
    }
  }

  async function query(keys: readonly string[]): Promise<readonly Row[]> {
    connection ??= await connect()
    const [rows] = await connection.ask([{ statement, values: [arrayOf(keys)] }])
    return rows
  }

  async function connect(): Promise<OwnConnection> {
    const opened: OwnConnection = await openOwnConnection(db, {
      settings,
      statements: [statement],
      answerMillisecondsMax,
      lost() {
        if (connection === opened) connection = undefined
      },
    })
    return opened
  }

  async function drop(): Promise<void> {
    const dropped = connection
    connection = undefined
    await dropped?.end().catch(() => {})
  }

  return {
    find(key) {
      let asked = waiting.get(key)
      if (!asked) {
        asked = Promise.withResolvers()
        waiting.set(key, asked)
        running ??= run()
      }
      return asked.promise
    },
    async close() {
      await running
      await drop()
    },
  }
}
