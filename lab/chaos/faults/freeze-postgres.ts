import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { signalIfThere } from './signal.ts'

/** F4: all processes of PostgreSQL are stopped for a while; connections stay open. */
export const freezePostgres: Fault = {
  name: 'PostgreSQL frozen',
  id: 'F4',
  async inject({ postgres }, { chance, millisecondsMax }) {
    const frozen = postgres.processes()
    const send = (signal: NodeJS.Signals) => {
      for (const pid of frozen) signalIfThere(pid, signal)
    }
    send('SIGSTOP')
    try {
      await wait(chance.between(1_000, millisecondsMax))
    } finally {
      send('SIGCONT')
    }
    return 1
  },
}
