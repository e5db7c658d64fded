import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assessEngine, migrationFor } from './engine.ts'

const readCommitted = { isolation: 'read committed', effectiveIsolation: null }
const postgres = {
  version: 'PostgreSQL 18.1 on x86_64-pc-linux-gnu, compiled by gcc, 64-bit',
  ...readCommitted,
}
const yugabyte = {
  version: 'PostgreSQL 15.12-YB-2025.2.0.0-b0 on x86_64-pc-linux-gnu, compiled by clang',
  isolation: 'read committed',
  effectiveIsolation: 'read committed',
}
const cockroach = {
  version: 'CockroachDB CCL v26.1.0 (x86_64-pc-linux-gnu, built 2026/02/02, go1.25)',
  ...readCommitted,
}

describe('the start of the bank on another engine', () => {
  test('PostgreSQL starts without a warning', () => {
    expect(assessEngine(postgres)).toEqual({ engine: 'PostgreSQL', warnings: [] })
  })

  test('YugabyteDB with read committed starts with one line that says where to read on', () => {
    const { engine, warnings } = assessEngine(yugabyte)
    expect(engine).toBe('YugabyteDB')
    expect(warnings).toEqual([
      expect.stringMatching(/^Warning: the database is YugabyteDB, on which the bank has not been tested/),
    ])
  })

  test('YugabyteDB that silently runs read committed as snapshot isolation is refused', () => {
    expect(() => assessEngine({ ...yugabyte, effectiveIsolation: 'repeatable read' })).toThrow(
      'The database runs read committed transactions as repeatable read, so the bank would decide on outdated rows: set yb_enable_read_committed_isolation (docs/scaling.md).',
    )
  })

  test('YugabyteDB that does not tell its isolation level is refused', () => {
    expect(() => assessEngine({ ...yugabyte, effectiveIsolation: null })).toThrow('as an unknown level')
  })

  test('a server that raises the isolation level of a transaction is refused', () => {
    expect(() => assessEngine({ ...postgres, isolation: 'serializable' })).toThrow(
      'The database runs read committed transactions as serializable',
    )
  })

  test('CockroachDB is refused in one line that says where to read on', () => {
    expect(() => assessEngine(cockroach)).toThrow(
      /^The database is CockroachDB, on which the bank does not run: docs\/scaling.md says what it lacks\.$/,
    )
  })
})

describe('migrations on another engine', () => {
  const folder = join(import.meta.dirname, '../../migrations')
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))

  test('a migration is unchanged on PostgreSQL', () => {
    for (const sql of files) expect(migrationFor('PostgreSQL', sql)).toBe(sql)
  })

  test('a migration has no storage parameters on YugabyteDB, and nothing else is missing', () => {
    const parameters = files.flatMap((sql) => sql.match(/with \((fillfactor|fastupdate)/g) ?? [])
    expect(parameters.length).toBeGreaterThan(4)
    for (const sql of files) {
      const there = migrationFor('YugabyteDB', sql)
      expect(there).not.toMatch(/fillfactor|fastupdate/)
      expect(there.split('\n')).toHaveLength(sql.split('\n').length)
    }
    expect(migrationFor('YugabyteDB', 'create table pots (id int) with (fillfactor = 70);')).toBe(
      'create table pots (id int);',
    )
  })
})
