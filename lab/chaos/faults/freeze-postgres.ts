import { setTimeout as wait } from 'node:timers/promises'
import type { FaultAct } from './fault.ts'
import { signalIfThere } from './signal.ts'

/** F4: PostgreSQL stands still as if its disk had, all of it, and nobody is told. */
export const freezePostgres: FaultAct = {
  name: 'PostgreSQL frozen',
  id: 'F4',
  async act({ postgres }, { chance, longest }) {
    const frozen = postgres.processes()
    const send = (signal: NodeJS.Signals) => {
      for (const pid of frozen) signalIfThere(pid, signal)
    }
    send('SIGSTOP')
    try {
      await wait(chance.between(1_000, longest))
    } finally {
      send('SIGCONT')
    }
    return 1
  },
}
