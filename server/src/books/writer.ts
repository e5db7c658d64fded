import type { Database } from '../postgres/database.ts'
import type { OwnConnection, Statement } from '../postgres/pipelined-connection.ts'
import { isLostConnection } from '../postgres/transient-error.ts'
import type { Environment } from './environment.ts'
import { readingStatements } from './lock-and-read.ts'
import { firstLink, type Link } from './seal.ts'
import { writingStatements } from './write-rows.ts'

/** The connection that writes the books, and the last link of its hash chain. */
export type Writer = {
  /** Connects where need be, and reads the chain's head again where it may have moved unseen. */
  readonly ready: () => Promise<{ connection: OwnConnection; head: Link }>
  readonly advance: (link: Link) => void
  /** Makes the connection fit for the next try after an error, or drops it. */
  readonly recover: (error: unknown) => Promise<void>
  readonly close: () => Promise<void>
}

// Sequential scans and merge joins are off because these statements are prepared while the tables may still be small,
// where reading all of one looks as good as looking rows up; bitmaps, because an index read in its order needs no sort
// before the locks; generic plans, because planning each batch anew costs more than the batch. A process that stops with
// the settlement account locked would stop the bank: 3 s.
const settings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  lock_timeout: '2s',
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '3s',
}

const rememberWriter: Statement = {
  name: 'books-remember-writer',
  text: 'insert into writers (id) values ($1) on conflict do nothing',
}
const readHead: Statement<{ batch_no: bigint; hash: Buffer }> = {
  name: 'books-read-head',
  text: 'select batch_no, hash from batches where writer_id = $1 order by batch_no desc limit 1',
}
const rollBack: Statement = { name: 'books-roll-back', text: 'rollback' }

// More than the wait for a lock, and less than the patience of who waits for us.
const answerMillisecondsMax = 3_000

export function openWriter(
  db: Database,
  { connect: openConnection, newId, wait }: Pick<Environment, 'connect' | 'newId' | 'wait'>,
): Writer {
  const writerId = newId()
  let open: { connection: OwnConnection; head: Link } | null = null

  async function connect() {
    const connection = await openConnection(db, {
      settings,
      statements: [rememberWriter, readHead, rollBack, ...readingStatements, ...writingStatements],
      answerMillisecondsMax,
      lost() {
        if (open?.connection === connection) open = null
        void connection.end()
      },
    })
    try {
      const [, rows] = await connection.ask([
        { statement: rememberWriter, values: [writerId] },
        { statement: readHead, values: [writerId] },
      ])
      const last = rows[0]
      const head = last ? { writerId, batchNo: last.batch_no, hash: last.hash } : firstLink(writerId)
      return { connection, head }
    } catch (error) {
      void connection.end()
      throw error
    }
  }

  function drop(): void {
    // Not waited for: a server that has gone silent would never say goodbye.
    void open?.connection.end()
    open = null
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
      if (isLostConnection(error) || isHeadBehind(error)) return drop()
      await open.connection.ask([{ statement: rollBack, values: [] }]).catch(drop)
    },
    async close() {
      const closing = open?.connection.end()
      open = null
      // Long enough to be polite.
      await Promise.race([closing, wait(1_000, undefined, { ref: false })])
    },
  }
}

/**
 * True when the chain has a link more than its head says: the commit of a connection that was lost came through after
 * the head had been read on the next one.
 */
function isHeadBehind(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'batches_pkey'
}
