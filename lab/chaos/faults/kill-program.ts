import { setTimeout as wait } from 'node:timers/promises'
import type { FaultAct } from './fault.ts'

/** F1: one of the two processes, or both, without a word. The owner's PostgreSQL goes down with it. */
export const killProgram: FaultAct = {
  name: 'kill -9 of the program',
  id: 'F1',
  async act({ owner, second }, { chance }) {
    const victims = chance.pick([[owner], [second], [owner, second]])
    await Promise.all(victims.map((victim) => victim.end('SIGKILL')))
    await wait(chance.below(200))
    return victims.length
  },
}
