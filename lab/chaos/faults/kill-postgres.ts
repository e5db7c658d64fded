import type { Fault } from './fault.ts'
import { untilPostgresAnswers } from './until-postgres-answers.ts'

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
    return 1
  },
}
