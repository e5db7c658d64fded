import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './fault.ts'

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
