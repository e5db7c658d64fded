import { setTimeout as wait } from 'node:timers/promises'
import type { FaultAct } from './fault.ts'
import { signalIfThere } from './signal.ts'

/**
 * F19: the primary is gone for ever, all of it at one instant, and the standby takes its place; then another standby is made beside
 * it. Half of the time the standby had stood still before, so that commits were waiting for it when the primary went.
 */
export const failOver: FaultAct = {
  name: 'primary lost, standby promoted',
  id: 'F19',
  async act({ servers, postgres }, { chance, longest, work }) {
    if (servers === undefined) return 0
    const frozen = chance.happens(0.5) ? servers.standbyProcesses() : []
    for (const pid of frozen) signalIfThere(pid, 'SIGSTOP')
    if (frozen.length > 0) await wait(chance.between(100, Math.min(longest, 5_000)))
    const begun = performance.now()
    for (const pid of postgres.processes()) signalIfThere(pid, 'SIGKILL')
    for (const pid of frozen) signalIfThere(pid, 'SIGCONT')
    await servers.promote()
    const before = work.acknowledged.transfer
    const deadline = performance.now() + 60_000
    while (work.acknowledged.transfer === before && performance.now() < deadline) await wait(10)
    servers.secondsAway.push((performance.now() - begun) / 1_000)
    await servers.addStandby()
    return 1
  },
}
