import { setTimeout as wait } from 'node:timers/promises'
import { queryOnce } from '../postgres-in-use.ts'
import type { Scene } from '../scene.ts'
import type { Fault } from './fault.ts'

/** F18: the program is killed several times while it migrates a new database, and then finishes. */
export const breakMigration: Fault = {
  name: 'migration killed',
  id: 'F18',
  async inject(scene, { chance, millisecondsMax }) {
    const database = `chaos_${chance.id().replaceAll('-', '')}`
    await queryOnce(scene.postgres, `create database ${database}`)
    const program = scene.openAnother('the program on a new database', { database })
    const kills = millisecondsMax > 2_000 ? 4 : 2
    for (let kill = 0; kill < kills; kill++) {
      const starting = program.start().catch(() => {})
      await wait(chance.between(200, 1_500))
      await program.end('SIGKILL')
      await starting
    }
    await program.start()
    await program.end('SIGTERM')
    await expectSameTables(scene, database)
    await queryOnce(scene.postgres, `drop database ${database} with (force)`)
    return kills
  },
}

async function expectSameTables({ postgres, findings }: Scene, database: string): Promise<void> {
  const [expected, found] = await Promise.all([tablesOf(postgres, 'bank'), tablesOf(postgres, database)])
  if (found === expected) return
  findings.report({
    what: 'altered',
    detail: `a database has other tables after its migration was killed:\n${found}`,
  })
}

async function tablesOf(postgres: Scene['postgres'], database: string): Promise<string> {
  const rows = await queryOnce<{ line: string }>(
    postgres,
    `select table_name || '.' || column_name || ' ' || data_type as line
       from information_schema.columns where table_schema = 'public'
      union all
     select 'migration ' || number || ' ' || checksum from migrations
      order by line`,
    { database },
  )
  return rows.map(({ line }) => line).join('\n')
}

/** F18: a migration of a newer version, whose first try is killed, adds a column while this version runs. */
export const newerTables: Fault = {
  name: 'migration of a newer version',
  id: 'F18',
  async inject({ postgres }, { chance }) {
    const column = `newer_${chance.id().replaceAll('-', '')}`
    const killed = await postgres.connect()
    await killed.query('begin')
    await killed.query(`alter table transactions add column ${column} text`)
    await killed.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
    await queryOnce(postgres, `alter table transactions add column ${column} text`)
    await wait(chance.between(200, 600))
    await queryOnce(postgres, `alter table transactions drop column ${column}`)
  },
}
