import type { Fault } from './fault.ts'
import { untilPostgresAnswers } from './until-postgres-answers.ts'

/** F3: a backend of PostgreSQL is killed, after which the postmaster restarts all of them. */
export const killBackend: Fault = {
  name: 'kill -9 of a backend',
  id: 'F3',
  async inject({ postgres }, { chance }) {
    const pid = await backendAtWork(postgres, chance.happens(0.5))
    if (pid === undefined) return 0
    process.kill(pid, 'SIGKILL')
    await untilPostgresAnswers(postgres)
    return 1
  },
}

/** F3: one, five or all backends are terminated, as a database administrator would. */
export const terminateBackends: Fault = {
  name: 'pg_terminate_backend',
  id: 'F3',
  async inject({ postgres }, { chance }) {
    const most = chance.pick([1, 1, 5, 100])
    const connection = await postgres.connect()
    const { rowCount } = await connection.query(
      `select pg_terminate_backend(pid)
         from (select pid from pg_stat_activity where application_name = 'truepenny' order by random() limit $1) chosen`,
      [most],
    )
    await connection.end()
    return rowCount ?? 0
  },
}

/** A backend in a transaction, if `isWriting` and there is one; otherwise any. */
async function backendAtWork(
  postgres: Parameters<typeof untilPostgresAnswers>[0],
  isWriting: boolean,
): Promise<number | undefined> {
  const connection = await postgres.connect()
  const { rows } = await connection.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where application_name = 'truepenny'
      order by (xact_start is not null) = $1 desc, random() limit 1`,
    [isWriting],
  )
  await connection.end()
  return rows[0]?.pid
}
