import pg from 'pg'
import { knownSettings } from './check-server.ts'
import type { Database } from './database.ts'
import { startupOptions } from './database-address.ts'

/** A statement that is prepared when its connection is opened. */
export type Statement<Row extends object = object> = {
  readonly name: string
  readonly text: string
  /** The type of its rows. Never set: only the compiler uses it. */
  readonly row?: Row
  /** True for a COPY from the client, whose only value is the rows as it reads them. */
  readonly isCopy?: boolean
}

/** A statement with its values: text, integers, or bytes in PostgreSQL's binary format. */
export type BoundStatement<Row extends object = object> = {
  readonly statement: Statement<Row>
  readonly values: readonly Value[]
}

type Value = string | bigint | Buffer | null

/** The rows of each statement of a trip, in the same order. */
export type TripRows<Trip extends readonly BoundStatement[]> = {
  readonly [Index in keyof Trip]: Trip[Index] extends BoundStatement<infer Row> ? readonly Row[] : never
}

/** A dedicated connection beside the pool, with its own settings, that sends several statements in one round trip. */
export type PipelinedConnection = {
  /**
   * Sends all statements at once and resolves when all are answered: one round trip. They run in their order. When one fails,
   * its error is thrown and the rest do not run. One trip at a time.
   */
  readonly ask: <const Trip extends readonly BoundStatement[]>(trip: Trip) => Promise<TripRows<Trip>>
  /** Closes the connection. A trip under way fails. */
  readonly end: () => Promise<void>
}

export type OpenPipelinedConnection = typeof openPipelinedConnection

/**
 * Opens a pipelined connection with the role and types of the pool and those of `settings` that the server knows, and prepares
 * its statements. It is closed when a trip has no answer after `answerMillisecondsMax`. `lost` is called when the connection
 * breaks.
 */
export async function openPipelinedConnection(
  db: Database,
  {
    settings,
    statements,
    answerMillisecondsMax,
    lost,
  }: {
    settings: Record<string, string>
    statements: readonly Statement[]
    answerMillisecondsMax: number
    lost: () => void
  },
): Promise<PipelinedConnection> {
  const client = new pg.Client({
    ...db.options,
    // The password is not enumerable in the pool's options.
    password: db.options.password,
    options: `${db.options.options} ${startupOptions(knownSettings(db.server, settings))}`,
  })
  // A connection that breaks before it is open fails `connect`, which reports the error.
  client.on('error', () => {})
  const columns = new Map<Statement, readonly Column[]>()
  try {
    await client.connect()
    for (const statement of statements) {
      columns.set(statement, await prepare(client, statement, answerMillisecondsMax))
    }
  } catch (error) {
    void client.end()
    throw error
  }
  client.on('error', lost)
  return {
    async ask(trip) {
      const answers = await send(client, answerMillisecondsMax, (connection) => {
        for (const { statement, values } of trip) {
          const parameters = statement.isCopy ? [] : values.map(written)
          connection.bind({ statement: statement.name, values: parameters }, true)
          connection.execute(null, true)
          if (statement.isCopy) copyFrom(connection, values[0] as Buffer)
        }
      })
      return trip.map(({ statement }, index) => {
        const known = columns.get(statement)!
        return answers[index]!.map((fields) => rowOf(known, fields))
      }) as never
    },
    end: () => client.end(),
  }
}

/** Where the COPY fails, the server skips its rows with everything else up to the Sync. */
function copyFrom(connection: pg.Connection, rows: Buffer): void {
  const { sendCopyFromChunk, endCopyFrom } = connection as CopyingConnection
  sendCopyFromChunk.call(connection, rows)
  endCopyFrom.call(connection)
}

/** The driver's own methods for COPY, which its types lack. */
type CopyingConnection = pg.Connection & {
  readonly sendCopyFromChunk: (chunk: Buffer) => void
  readonly endCopyFrom: () => void
}

function written(value: Value): string | Buffer | null {
  return typeof value === 'bigint' ? String(value) : value
}

type Column = { readonly name: string; readonly read: (text: string) => unknown }
type Fields = readonly (string | null)[]

/** Prepares a statement, and returns the columns of its rows. */
async function prepare(
  client: pg.Client,
  { name, text }: Statement,
  answerMillisecondsMax: number,
): Promise<Column[]> {
  let described: pg.FieldDef[] = []
  await send(
    client,
    answerMillisecondsMax,
    (connection) => {
      connection.parse({ name, text, types: [] }, true)
      connection.describe({ type: 'S', name }, true)
    },
    ({ fields }) => {
      described = fields
    },
  )
  return described.map((column) => ({
    name: column.name,
    read: client.getTypeParser(column.dataTypeID, 'text'),
  }))
}

function rowOf(columns: readonly Column[], fields: Fields): object {
  const row: Record<string, unknown> = {}
  for (const [index, { name, read }] of columns.entries()) {
    const field = fields[index]!
    row[name] = field === null ? null : read(field)
  }
  return row
}

/**
 * Sends messages with one Sync at the end, in one piece: one system call here, one wake-up of the server, one piece of answers.
 * Resolves with the rows of each statement that was executed.
 *
 * The driver's own queries would each end with a Sync. Each also assigns a new function to a property, which V8 treats as a
 * method and allocates in the old generation: everything it references stays until a major garbage collection, and those
 * collections determined the p99 (docs/decisions/0024-pipelined-connections.md).
 */
function send(
  client: pg.Client,
  answerMillisecondsMax: number,
  write: (connection: pg.Connection) => void,
  handleRowDescription: (message: { readonly fields: pg.FieldDef[] }) => void = () => {},
): Promise<Fields[][]> {
  return new Promise((resolve, reject) => {
    const answers: Fields[][] = []
    let rows: Fields[] = []
    const timer = setTimeout(
      () => client.connection.stream.destroy(new Error('The connection is given up: no answer in time')),
      answerMillisecondsMax,
    )
    const query = {
      submit(connection: pg.Connection) {
        connection.stream.cork()
        write(connection)
        connection.sync()
        connection.stream.uncork()
      },
      handleRowDescription,
      // The rows follow their COPY without being asked for.
      handleCopyInResponse() {},
      handleDataRow({ fields }: { readonly fields: Fields }) {
        rows.push(fields)
      },
      handleCommandComplete() {
        answers.push(rows)
        rows = []
      },
      handleReadyForQuery() {
        clearTimeout(timer)
        resolve(answers)
      },
      handleError(error: Error) {
        clearTimeout(timer)
        reject(error)
      },
    }
    client.query(query)
  })
}
