import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { type Database, openOwnConnection } from '../postgres/database.ts'
import { isLostConnection } from '../postgres/passing-fault.ts'
import { firstLink, type Link } from './seal.ts'

/** The connection that writes the books, and the last link of its hash chain. */
export type Writer = {
  /** Connects where need be, and reads the chain's head again where it may have moved unseen. */
  readonly ready: () => Promise<{ connection: Client; head: Link }>
  readonly advance: (link: Link) => void
  /** Makes the connection fit for the next try after an error, or drops it. */
  readonly recover: (error: unknown) => Promise<void>
  readonly close: () => Promise<void>
}

// Sequential scans are off because these statements are prepared while the tables may still be empty; generic plans,
// because planning each batch anew costs more than the batch. A process that stops with the settlement account
// locked would stop the bank: 3 s.
const settings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  jit: 'off',
  lock_timeout: '2s',
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '3s',
}

export function openWriter(db: Database): Writer {
  const writerId = randomUUID()
  let open: { connection: Client; head: Link } | null = null

  async function connect() {
    const connection = await openOwnConnection(db, settings)
    connection.on('error', () => {
      if (open?.connection === connection) open = null
    })
    await connection.query('insert into writers (id) values ($1) on conflict do nothing', [writerId])
    const { rows } = await connection.query<{ batch_no: bigint; hash: Buffer }>(
      'select batch_no, hash from batches where writer_id = $1 order by batch_no desc limit 1',
      [writerId],
    )
    const last = rows[0]
    const head = last ? { writerId, batchNo: last.batch_no, hash: last.hash } : firstLink(writerId)
    return { connection, head }
  }

  async function drop(): Promise<void> {
    const dropped = open
    open = null
    await dropped?.connection.end().catch(() => {})
  }

  return {
    async ready() {
      open ??= await connect()
      return open
    },
    advance(link) {
      if (open) open.head = link
    },
    async recover(error) {
      if (!open) return
      if (isLostConnection(error)) return drop()
      await open.connection.query('rollback').catch(drop)
    },
    close: drop,
  }
}
