import { setTimeout as wait } from 'node:timers/promises'
import type { Refusals } from '../bank-client.ts'
import { isReady } from '../bank-program.ts'
import type { Fault } from './fault.ts'
import { signalIfThere } from './signal.ts'

/** F9: a power cut: the disk, PostgreSQL and the program that runs it fail at once. */
export const cutPower: Fault = {
  name: 'power cut',
  id: 'F9',
  async inject({ disk, owner, postgres }) {
    if (disk === undefined) return 0
    const running = [owner.pid()!, ...postgres.processes()]
    // First stopped, so that no process sees the disk fail.
    for (const pid of running) signalIfThere(pid, 'SIGSTOP')
    await disk.cutPower()
    for (const pid of running) signalIfThere(pid, 'SIGKILL')
    await owner.end('SIGKILL')
    await disk.plugIn()
  },
}

/** F8: the disk is full for a while. A process that books nothing may not go on saying that it is ready. */
export const fillDisk: Fault = {
  name: 'disk full',
  id: 'F8',
  async inject({ disk, addresses, findings }, { chance, work, millisecondsMax }) {
    if (disk === undefined) return 0
    await disk.fill()
    const until = performance.now() + chance.between(noticedWithin + 2_000, noticedWithin + millisecondsMax)
    const readySince = new Map<string, number>()
    const probe = async (address: string) => {
      if (await isReady(address)) readySince.set(address, readySince.get(address) ?? performance.now())
      else readySince.delete(address)
      return mistakenMilliseconds(readySince.get(address), work.bank.refusals(address))
    }
    while (performance.now() < until) {
      await wait(250)
      const longest = Math.max(...(await Promise.all(addresses().map(probe))))
      if (longest < noticedWithin) continue
      findings.report({
        what: 'ready without payments',
        detail: `the disk is full, a process refused everything for ${(longest / 1_000).toFixed(1)} s, and its /readyz answered 200`,
      })
      break
    }
    await disk.free()
  },
}

/**
 * How long a process has said that it is ready, and refused everything all the while. One that hangs says nothing, and while all
 * clients wait for it the other one refuses nothing, and may be ready.
 */
export function mistakenMilliseconds(readySince = Number.POSITIVE_INFINITY, refusals?: Refusals): number {
  return refusals ? Math.max(0, refusals.last - Math.max(readySince, refusals.first)) : 0
}

// A payment is given up after two seconds, of which the last may have been sent just after the last success, and an answer of
// /readyz is a second old at most. The rest is for a busy machine.
const noticedWithin = 8_000
