import pg from 'pg'
import type { DatabaseAddress } from '../postgres/database-address.ts'

/** A connection for PostgreSQL's replication protocol, as a login that may replicate. */
export type ReplicationClient = pg.Client

/** Opens a connection for the replication protocol. Throws a one-line error when the server cannot be reached. */
export async function openReplication(address: DatabaseAddress): Promise<ReplicationClient> {
  const config: pg.ClientConfig & { readonly replication: string } = {
    ...address,
    replication: 'true',
    application_name: 'truepenny backup',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  }
  const client = new pg.Client(config)
  // A connection that breaks also fails the command under way, which reports the error.
  client.on('error', () => {})
  await client.connect()
  return client
}

type CopyHandlers = {
  /** A message of the copy. Synchronous, so that PostgreSQL sends no faster than it is taken. */
  readonly onData: (chunk: Buffer) => void
  /** The first column of each row that the command returns beside the copy. */
  readonly onRow?: (text: string) => void
}

/**
 * Runs a command that answers with a copy, such as BASE_BACKUP or START_REPLICATION, until it ends. Throws its error, or that of
 * a handler, after which the connection is closed.
 */
export function runCopyCommand(
  client: ReplicationClient,
  command: string,
  { onData, onRow = () => {} }: CopyHandlers,
): Promise<void> {
  return new Promise((done, fail) => {
    const failed = (error: unknown) => {
      fail(error)
      client.connection.stream.destroy()
    }
    const guarded = (handle: () => void) => {
      try {
        handle()
      } catch (error) {
        failed(error)
      }
    }
    client.once('end', () => fail(new Error('the connection to PostgreSQL was closed')))
    client.query({
      submit: (connection: pg.Connection) => connection.query(command),
      handleRowDescription: () => {},
      handleDataRow: ({ fields }: { fields: (string | null)[] }) => guarded(() => onRow(fields[0] ?? '')),
      handleCopyData: ({ chunk }: { chunk: Buffer }) => guarded(() => onData(chunk)),
      handleCommandComplete: () => {},
      handleError: failed,
      handleReadyForQuery: () => done(),
    } as pg.Submittable)
  })
}

/** The number of an LSN such as `16/B374D848`, PostgreSQL's name of a position in its WAL. */
export function lsnOf(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** An LSN in PostgreSQL's own notation. */
export function lsnText(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase()
}
