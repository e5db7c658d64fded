import { setTimeout as wait } from 'node:timers/promises'
import type { Scene } from '../scene.ts'
import type { FaultAct } from './fault.ts'

/** F18: the program is killed while it brings a new database up to date, until it is let finish. */
export const breakMigration: FaultAct = {
  name: 'migration killed half-way',
  id: 'F18',
  async act(scene, { chance, longest }) {
    const database = `chaos_${chance.id().replaceAll('-', '')}`
    const connection = await scene.postgres.connect()
    await connection.query(`create database ${database}`)
    const program = scene.openAnother('the program on a new database', { database })
    const kills = longest > 2_000 ? 4 : 2
    for (let kill = 0; kill < kills; kill++) {
      const starting = program.start().catch(() => {})
      await wait(chance.between(200, 1_500))
      await program.end('SIGKILL')
      await starting
    }
    await program.start()
    await program.end('SIGTERM')
    await expectSameTables(scene, database)
    await connection.query(`drop database ${database} with (force)`)
    await connection.end()
    return kills
  },
}

async function expectSameTables({ postgres, findings }: Scene, database: string): Promise<void> {
  const [ours, theirs] = await Promise.all([tablesOf(postgres, 'bank'), tablesOf(postgres, database)])
  if (ours === theirs) return
  findings.report({
    what: 'altered',
    detail: `a database whose migration was killed has other tables:\n${theirs}`,
  })
}

async function tablesOf(postgres: Scene['postgres'], database: string): Promise<string> {
  const connection = await postgres.connect(database)
  const { rows } = await connection.query<{ line: string }>(
    `select table_name || '.' || column_name || ' ' || data_type as line
       from information_schema.columns where table_schema = 'public'
      union all
     select 'migration ' || number || ' ' || checksum from migrations
      order by line`,
  )
  await connection.end()
  return rows.map(({ line }) => line).join('\n')
}

/** F18: the tables of a newer version appear beneath programs of this one, at the second try; what they had is enough for them. */
export const newerTables: FaultAct = {
  name: 'newer tables beneath the program',
  id: 'F18',
  async act({ postgres }, { chance }) {
    const column = `newer_${chance.id().replaceAll('-', '')}`
    const killed = await postgres.connect()
    await killed.query('begin')
    await killed.query(`alter table transactions add column ${column} text`)
    await killed.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
    const connection = await postgres.connect()
    await connection.query(`alter table transactions add column ${column} text`)
    await wait(chance.between(200, 600))
    await connection.query(`alter table transactions drop column ${column}`)
    await connection.end()
    return 1
  },
}
