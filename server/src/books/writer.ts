import type { Database } from '../postgres/database.ts'
import type { PipelinedConnection, Statement } from '../postgres/pipelined-connection.ts'
import { isLostConnection } from '../postgres/transient-error.ts'
import type { Environment } from './environment.ts'
import { readingStatements } from './lock-and-read.ts'
import { firstLink, type Link } from './seal.ts'
import { type Stripe, stripeStatements, takeStripe } from './stripe.ts'
import { writingStatements } from './write-rows.ts'

type OpenWriter = {
  readonly connection: PipelinedConnection
  head: Link
  readonly stripe: Stripe | null
  readonly guarded: Set<string>
}

/** The connection that writes the books, and the last link of its hash chain. */
export type Writer = {
  /**
   * Connects if necessary, and then reads the chain's head, which a lost commit may have moved, and takes a stripe; null for a writer
   * without one. `guarded` are the users whom the connection has met with guards.
   */
  readonly ready: () => Promise<OpenWriter>
  readonly advance: (link: Link) => void
  /** Rolls back after an error, or drops the connection. */
  readonly recover: (error: unknown) => Promise<void>
  readonly close: () => Promise<void>
}

// Sequential scans and merge joins are off because the statements may be prepared on small tables, where they look cheap;
// bitmap scans, because index scans of a few rows are faster. Generic plans, because planning each batch
// costs more than the batch. A process that freezes with the settlement account locked stops all transfers: for 3 s at most.
const sessionSettings = (timeoutFactor: number) => ({
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  lock_timeout: `${2 * timeoutFactor}s`,
  statement_timeout: `${5 * timeoutFactor}s`,
  idle_in_transaction_session_timeout: `${3 * timeoutFactor}s`,
})

const rememberWriter: Statement = {
  name: 'books-remember-writer',
  text: 'insert into writers (id) values ($1) on conflict do nothing',
}
const readHead: Statement<{ batch_no: bigint; hash: Buffer }> = {
  name: 'books-read-head',
  text: 'select batch_no, hash from batches where writer_id = $1 order by batch_no desc limit 1',
}
const rollBack: Statement = { name: 'books-roll-back', text: 'rollback' }

// Longer than the lock timeout, shorter than the timeout of the callers.
const answerMillisecondsMax = 3_000

type WriterOptions = {
  readonly isStriped: boolean
  readonly timeoutFactor: number
  /** Statements besides those of the books. */
  readonly others: readonly Statement[]
}

export function openWriter(
  db: Database,
  {
    connect: openConnection,
    newId,
    wait,
    chance,
  }: Pick<Environment, 'connect' | 'newId' | 'wait' | 'chance'>,
  { isStriped, timeoutFactor, others }: WriterOptions,
): Writer {
  const writerId = newId()
  let open: OpenWriter | null = null

  async function connect(): Promise<OpenWriter> {
    const connection = await openConnection(db, {
      settings: sessionSettings(timeoutFactor),
      statements: [
        rememberWriter,
        readHead,
        rollBack,
        ...stripeStatements,
        ...readingStatements,
        ...writingStatements,
        ...others,
      ],
      answerMillisecondsMax: timeoutFactor * answerMillisecondsMax,
      lost() {
        if (open?.connection === connection) open = null
        void connection.end()
      },
    })
    try {
      const head = await lastLink(connection, writerId)
      const stripe = isStriped ? await takeStripe(connection, db.server, chance) : null
      return { connection, head, stripe, guarded: new Set() }
    } catch (error) {
      void connection.end()
      throw error
    }
  }

  function drop(): void {
    // Not awaited: a silent server would never answer.
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
      // A second for the server to close the session.
      await Promise.race([closing, wait(1_000, undefined, { ref: false })])
    },
  }
}

/** Records the writer, and reads the last link of its chain. */
async function lastLink(connection: PipelinedConnection, writerId: string): Promise<Link> {
  const [, rows] = await connection.ask([
    { statement: rememberWriter, values: [writerId] },
    { statement: readHead, values: [writerId] },
  ])
  const last = rows[0]
  return last ? { writerId, batchNo: last.batch_no, hash: last.hash } : firstLink(writerId)
}

/**
 * True when the chain has a newer link than the head that was read: the commit of a lost connection was done after the
 * head was read on the next one.
 */
function isHeadBehind(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'batches_pkey'
}
