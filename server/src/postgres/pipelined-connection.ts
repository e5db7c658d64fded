import pg from 'pg'
import type { Database } from './database.ts'
import { startupOptions } from './database-address.ts'

/** A statement that is prepared when its connection is opened. */
export type Statement<Row extends object = object> = {
  readonly name: string
  readonly text: string
  /** What its rows are, for the compiler alone. */
  readonly row?: Row
}

/** A statement with its values: text, integers, or bytes in PostgreSQL's own form. */
export type Asked<Row extends object = object> = {
  readonly statement: Statement<Row>
  readonly values: readonly Value[]
}

type Value = string | bigint | Buffer | null

/** The rows of each statement of a trip, in the same order. */
export type Answers<Trip extends readonly Asked[]> = {
  readonly [Place in keyof Trip]: Trip[Place] extends Asked<infer Row> ? readonly Row[] : never
}

/** A connection of its own beside the pool, for work whose settings or whose speed ask for one. */
export type OwnConnection = {
  /**
   * Asks all at once and resolves when all is answered: one trip to the server and back. The statements are done in their
   * order; those after one that fails are not done, and its error is thrown. One trip at a time.
   */
  readonly ask: <const Trip extends readonly Asked[]>(trip: Trip) => Promise<Answers<Trip>>
  /** Says goodbye. What is under way is given up. */
  readonly end: () => Promise<void>
}

export type OpenOwnConnection = typeof openOwnConnection

/**
 * Opens one, with the role and types of the pool, and prepares its statements. A server that leaves a trip unanswered for
 * `answerMillisecondsMax` loses the connection. `lost` hears of a connection that breaks.
 */
export async function openOwnConnection(
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
): Promise<OwnConnection> {
  const client = new pg.Client({
    ...db.options,
    // The pool hides its password from whoever lists its options.
    password: db.options.password,
    options: `${db.options.options} ${startupOptions(settings)}`,
  })
  // What breaks before it is open fails the opening, and is told there.
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
          connection.bind({ statement: statement.name, values: values.map(written) }, true)
          connection.execute(null, true)
        }
      })
      return trip.map(({ statement }, place) => {
        const known = columns.get(statement)!
        return answers[place]!.map((fields) => rowOf(known, fields))
      }) as never
    },
    end: () => client.end(),
  }
}

function written(value: Value): string | Buffer | null {
  return typeof value === 'bigint' ? String(value) : value
}

type Column = { readonly name: string; readonly read: (text: string) => unknown }
type Fields = readonly (string | null)[]

/** Prepares a statement, and gives the columns of its rows. */
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
  for (const [place, { name, read }] of columns.entries()) {
    const field = fields[place]!
    row[name] = field === null ? null : read(field)
  }
  return row
}

/**
 * Sends messages that end with one Sync, all in one piece: one system call for us, one wake-up for the server, one piece
 * of answers. Resolves with the rows of each statement that was executed.
 *
 * The driver's own queries would end with a Sync each. And each of them assigns a new function to a property, which V8
 * takes for a method and so puts among the old objects at once: all that it knows is kept until those are gone through,
 * and going through them is what made one answer in a hundred slow (docs/decisions/0024-pipelined-connections.md).
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
