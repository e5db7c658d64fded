import type pg from 'pg'

/** What the server behind PostgreSQL's protocol is. A derivative that calls itself PostgreSQL counts as PostgreSQL. */
export type Engine = 'PostgreSQL' | 'YugabyteDB' | 'CockroachDB'

type EngineFacts = {
  /** As `version()` returns it. */
  readonly version: string
  /** The isolation level of a transaction that was begun as read committed. */
  readonly isolation: string
  /** The level at which YugabyteDB really runs it; null elsewhere. */
  readonly effectiveIsolation: string | null
}

/**
 * Recognizes the server's engine, in one round trip. Throws a one-line error when the bank cannot run on it, with what it lacks.
 * The warnings are one line each.
 */
export async function checkEngine(client: pg.Client): Promise<{ engine: Engine; warnings: string[] }> {
  const results: unknown = await client.query(`
    begin isolation level read committed;
    select version(),
           current_setting('transaction_isolation')                          as isolation,
           current_setting('yb_effective_transaction_isolation_level', true) as "effectiveIsolation";
    rollback`)
  return assessEngine((results as pg.QueryResult<EngineFacts>[])[1]!.rows[0]!)
}

/** What `checkEngine` returns for these facts. Nothing here was tried on an engine other than PostgreSQL. */
export function assessEngine({ version, isolation, effectiveIsolation }: EngineFacts) {
  const engine = engineOf(version)
  if (engine === 'CockroachDB') {
    throw new Error(
      'The database is CockroachDB, on which the bank does not run: docs/scaling.md says what it lacks.',
    )
  }
  const level = engine === 'YugabyteDB' ? effectiveIsolation : isolation
  if (level !== 'read committed') {
    throw new Error(
      `The database runs read committed transactions as ${level ?? 'an unknown level'}, so the bank would decide on outdated rows: ${
        engine === 'YugabyteDB' ? 'set yb_enable_read_committed_isolation' : 'turn read committed on'
      } (docs/scaling.md).`,
    )
  }
  const untested =
    'Warning: the database is YugabyteDB, on which the bank has not been tested: read docs/scaling.md, and take a backup before an upgrade.'
  return { engine, warnings: engine === 'YugabyteDB' ? [untested] : [] }
}

function engineOf(version: string): Engine {
  if (version.startsWith('CockroachDB')) return 'CockroachDB'
  return /-YB-/.test(version) ? 'YugabyteDB' : 'PostgreSQL'
}

/** A migration as this engine takes it: without storage parameters and BRIN where they are refused. They only matter for speed. */
export function migrationFor(engine: Engine, sql: string): string {
  if (engine === 'PostgreSQL') return sql
  return sql.replaceAll(
    / using brin| \w+_minmax_multi_ops| with \((fillfactor|fastupdate|pages_per_range) = \w+(, \w+ = \w+)?\)/g,
    '',
  )
}
