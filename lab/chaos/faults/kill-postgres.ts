import type { FaultAct } from './fault.ts'
import { untilAnotherPostmaster } from './until-another.ts'

/** F2: the first process of PostgreSQL, and at times the program that looks after it in the same moment. */
export const killPostgres: FaultAct = {
  name: 'kill -9 of PostgreSQL',
  id: 'F2',
  async act({ owner, postgres }, { chance }) {
    const takesOwner = chance.happens(0.3)
    const pid = postgres.postmaster()
    if (pid === undefined) return 0
    process.kill(pid, 'SIGKILL')
    if (takesOwner) await owner.end('SIGKILL')
    else await untilAnotherPostmaster(postgres, pid)
    return 1
  },
}
