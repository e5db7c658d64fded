import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../until.ts'
import type { Fault } from './fault.ts'
import { signalIfThere } from './signal.ts'

/**
 * F19: the whole primary is killed, the standby is promoted, and a new standby is added. Half of the time the standby is frozen
 * before, so that commits wait for it when the primary is lost.
 */
export const failOver: Fault = {
  name: 'primary lost, standby promoted',
  id: 'F19',
  async inject({ servers, postgres }, { chance, millisecondsMax, work, noteOutage }) {
    if (servers === undefined) return 0
    const frozen = chance.happens(0.5) ? servers.standbyProcesses() : []
    for (const pid of frozen) signalIfThere(pid, 'SIGSTOP')
    if (frozen.length > 0) await wait(chance.between(100, Math.min(millisecondsMax, 5_000)))
    const begun = performance.now()
    for (const pid of postgres.processes()) signalIfThere(pid, 'SIGKILL')
    for (const pid of frozen) signalIfThere(pid, 'SIGCONT')
    await servers.promote()
    const before = work.acknowledged.transfer
    await until(() => work.acknowledged.transfer > before)
    noteOutage((performance.now() - begun) / 1_000)
    await servers.addStandby()
  },
}
