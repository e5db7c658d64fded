import { describe, expect, test } from 'vitest'
import type { EngineDifference } from './engine-differences.ts'
import { engineUses } from './engines.ts'
import { treeOf } from './tree.ts'

const advisory: EngineDifference = {
  engine: 'CockroachDB',
  construct: 'advisory locks',
  says: 'are not supported',
  page: 'https://example.com',
  pattern: /\bpg_advisory_\w+/,
}
const server = (text: string) => treeOf({ 'server/src/pots/pot.ts': text })

describe('uses of what another engine lacks', () => {
  test('a use in a statement of the server is found, and one in a comment or a test is not', () => {
    const complaint =
      'server/src/pots/pot.ts: uses advisory locks (CockroachDB); list the use in engine-differences.ts, with its reason'
    for (const quoted of ["'select pg_advisory_lock(1)'", `\`select \${pot}, pg_advisory_lock(1)\``]) {
      expect(engineUses(server(`db.query(${quoted})`), [advisory])).toEqual([complaint])
    }
    expect(engineUses(server('// select pg_advisory_lock(1)\nconst one = 1'), [advisory])).toEqual([])
    const test = treeOf({ 'server/src/pots/pot.test.ts': "db.query('select pg_advisory_lock(1)')" })
    expect(engineUses(test, [advisory])).toEqual([])
  })

  test('a use in a migration is found, and one in the embedded server is not', () => {
    const tree = treeOf({
      'server/migrations/0001-pots.sql': '-- pg_advisory_lock\nselect pg_advisory_lock(1);',
      'server/migrations/0002-lids.sql': '-- pg_advisory_lock\nselect 1;',
      'server/src/embedded/take-server.ts': "db.query('select pg_advisory_lock(1)')",
    })
    expect(engineUses(tree, [advisory])).toEqual([
      expect.stringMatching(/^server\/migrations\/0001-pots.sql: uses advisory locks/),
    ])
  })

  test('a listed use needs a reason, and is removed from the list when it is gone', () => {
    const listed = { ...advisory, uses: ['server/src/pots/pot.ts'] }
    expect(engineUses(server("db.query('select pg_advisory_lock(1)')"), [listed])).toEqual([
      'engine-differences.ts: advisory locks (CockroachDB) has uses and no reason',
    ])
    const reasoned = { ...listed, bank: 'one process at a time' }
    expect(engineUses(server("db.query('select pg_advisory_lock(1)')"), [reasoned])).toEqual([])
    expect(engineUses(server("db.query('select 1')"), [reasoned])).toEqual([
      'server/src/pots/pot.ts: no longer uses advisory locks (CockroachDB); remove the use from engine-differences.ts',
    ])
  })
})
