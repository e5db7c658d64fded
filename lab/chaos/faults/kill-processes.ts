import { setTimeout as wait } from 'node:timers/promises'
import { type PostgresInUse, queryOnce } from '../postgres-in-use.ts'
import { until } from '../until.ts'
import type { Fault } from './fault.ts'
import { freeze } from './signal.ts'

/** F1: one of the two processes of the bank is killed, or both. */
export const killProgram: Fault = {
  name: 'kill -9 of the program',
  id: 'F1',
  async inject({ owner, second }, { chance }) {
    const victims = chance.pick([[owner], [second], [owner, second]])
    await Promise.all(victims.map((victim) => victim.end('SIGKILL')))
    await wait(chance.below(200))
    return victims.length
  },
}

/** F2: the postmaster is killed, and in 30 % of the cases the program that runs it at the same time. */
export const killPostgres: Fault = {
  name: 'kill -9 of PostgreSQL',
  id: 'F2',
  async inject({ owner, postgres }, { chance }) {
    const takesOwner = chance.happens(0.3)
    const pid = postgres.postmaster()
    if (pid === undefined) return 0
    process.kill(pid, 'SIGKILL')
    if (takesOwner) await owner.end('SIGKILL')
    else await untilPostgresAnswers(postgres, pid)
  },
}

/** F3: a backend of PostgreSQL is killed, after which the postmaster restarts all of them. Half of the time it is in a transaction. */
export const killBackend: Fault = {
  name: 'kill -9 of a backend',
  id: 'F3',
  async inject({ postgres }, { chance }) {
    const [backend] = await queryOnce<{ pid: number }>(
      postgres,
      `select pid from pg_stat_activity
        where application_name = 'truepenny'
        order by (xact_start is not null) = $1 desc, random() limit 1`,
      { values: [chance.happens(0.5)] },
    )
    if (backend === undefined) return 0
    process.kill(backend.pid, 'SIGKILL')
    await untilPostgresAnswers(postgres)
  },
}

/** F3: one, five or all backends are terminated, as a database administrator would. */
export const terminateBackends: Fault = {
  name: 'pg_terminate_backend',
  id: 'F3',
  async inject({ postgres }, { chance }) {
    const terminated = await queryOnce(
      postgres,
      `select pg_terminate_backend(pid)
         from (select pid from pg_stat_activity where application_name = 'truepenny' order by random() limit $1) chosen`,
      { values: [chance.pick([1, 1, 5, 100])] },
    )
    return terminated.length
  },
}

/** F4: all processes of PostgreSQL are stopped for a while; connections stay open. */
export const freezePostgres: Fault = {
  name: 'PostgreSQL frozen',
  id: 'F4',
  async inject({ postgres }, { chance, millisecondsMax }) {
    await freeze(postgres.processes(), chance.between(1_000, millisecondsMax))
  },
}

/** Waits until a postmaster other than `before` accepts connections, for a minute at most; the next step of the run fails then. */
async function untilPostgresAnswers(postgres: PostgresInUse, before?: number): Promise<void> {
  await until(async () => {
    const postmaster = postgres.postmaster()
    if (postmaster === undefined || postmaster === before) return false
    const answer = await queryOnce(postgres, 'select 1').catch(() => [])
    return answer.length === 1
  })
}
