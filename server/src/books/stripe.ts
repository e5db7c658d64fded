import { type Currency, currencies } from '@bank/ledger/currency'
import type { LedgerAccountId } from '@bank/ledger/ledger-account'
import { textArray } from '../postgres/binary-array.ts'
import type { ServerFeatures } from '../postgres/check-server.ts'
import type { Database } from '../postgres/database.ts'
import type { PipelinedConnection, Statement } from '../postgres/pipelined-connection.ts'

/**
 * The in-transit ledger accounts that one process uses, one for each currency, so that processes do not wait for each other's
 * batches. A stripe is an affinity: two processes on one stripe are slower and as right, and a process that ends leaves nothing to
 * take over, because a transaction names its in-transit account.
 */
export type Stripe = Readonly<Record<Currency, LedgerAccountId>>

/** How many stripes there are. More processes than this share stripes. */
const stripesMax = 16

// The lock ends with the connection. No other program uses these numbers. The rows of the function are taken one at a time, until
// one is free.
const take: Statement<{ stripe: number }> = {
  name: 'books-take-stripe',
  text: `
  select s.stripe
    from generate_series(0, ${stripesMax - 1}) as s (stripe)
   where pg_try_advisory_lock(7310579, 100 + s.stripe)
   limit 1`,
}

const read: Statement<{ id: bigint; currency: Currency }> = {
  name: 'books-read-stripe',
  text: `select id, currency from ledger_accounts where kind = 'in_transit' and stripe = $1`,
}

const make: Statement = {
  name: 'books-make-stripe',
  text: `
  insert into ledger_accounts (kind, currency, stripe)
  select 'in_transit', unnest($1::text[]), $2::smallint
      on conflict (kind, currency, stripe) where kind in ('in_transit', 'settlement') do nothing`,
}

export const stripeStatements: readonly Statement[] = [take, read, make]

/** A process of the bank, by the stripe that it holds. */
type StripeHolder = {
  readonly stripe: number
  /** Null where the role of the program may not see its own connections, as where it is not the user that logged in. */
  readonly since: Date | null
}

/** The processes that hold a stripe. None where sessions cannot hold locks. */
export async function findStripeHolders(db: Database): Promise<StripeHolder[]> {
  if (!db.server.locksSessions) return []
  const { rows } = await db.query<StripeHolder>(
    `select (l.objid::bigint - 100)::integer as stripe, a.backend_start as since
       from pg_locks l
       join pg_database d on d.oid = l.database
       join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.classid = 7310579 and l.objid between 100 and ${99 + stripesMax}
        and d.datname = current_database()
      order by l.objid`,
  )
  return rows
}

/**
 * Takes the first free stripe for as long as the connection is open, or shares one, as always where sessions cannot hold locks.
 * `chance` is from 0 up to 1.
 */
export async function takeStripe(
  connection: PipelinedConnection,
  { locksSessions }: ServerFeatures,
  chance: () => number,
): Promise<Stripe> {
  const [free] = locksSessions ? await connection.ask([{ statement: take, values: [] }]) : [[]]
  const stripe = BigInt(free[0]?.stripe ?? Math.floor(chance() * stripesMax))
  return (await readStripe(connection, stripe)) ?? makeStripe(connection, stripe)
}

/** The ledger accounts of a stripe; undefined when some do not exist yet. */
async function readStripe(connection: PipelinedConnection, stripe: bigint): Promise<Stripe | undefined> {
  const [rows] = await connection.ask([{ statement: read, values: [stripe] }])
  if (rows.length < currencies.length) return undefined
  return Object.fromEntries(rows.map(({ currency, id }) => [currency, id])) as Stripe
}

async function makeStripe(connection: PipelinedConnection, stripe: bigint): Promise<Stripe> {
  await connection.ask([{ statement: make, values: [textArray(currencies), stripe] }])
  return (await readStripe(connection, stripe))!
}
