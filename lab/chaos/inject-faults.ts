import { setTimeout as wait } from 'node:timers/promises'
import { makeDurableFacts } from './durable-facts.ts'
import type { Fault, FaultContext } from './faults/fault.ts'
import type { Totals } from './report.ts'
import { essentialCount, faultsOfRound, type RunPart } from './run-parts.ts'
import type { Scene } from './scene.ts'

/** Injects one fault after the other, each into a bank that has recovered, and counts them in `totals`. */
export async function injectFaults(
  scene: Scene,
  part: RunPart,
  {
    chance,
    work,
    totals,
    print,
  }: Pick<FaultContext, 'chance' | 'work'> & { totals: Totals; print: (line: string) => void },
): Promise<void> {
  const { faults, outageSeconds } = totals
  const { acknowledged } = work
  const { pauseMilliseconds, millisecondsMax, isShort } = part
  const begun = performance.now()
  const facts = await makeDurableFacts(() => scene.addresses()[0]!, work, chance.of('durable facts'))
  const isOver = () => part.isOver(performance.now() - begun, acknowledged.transfer, faults)
  let done = 0
  let skipped = 0

  async function injectOnce({ name, id, inject }: Fault): Promise<void> {
    const own = chance.of(`fault ${done}`)
    done++
    await wait(pauseMilliseconds / 2 + own.below(pauseMilliseconds))
    const noteOutage = (outage: number) => {
      outageSeconds.set(name, [...(outageSeconds.get(name) ?? []), outage])
    }
    const times = (await inject(scene, { chance: own, work, millisecondsMax, noteOutage })) ?? 1
    await scene.heal()
    await facts.check()
    faults.set(name, (faults.get(name) ?? 0) + times)
    const seconds = Math.round((performance.now() - begun) / 1_000)
    print(`${seconds} s: ${name} (${id}), ${times}; ${acknowledged.transfer} transfers acknowledged`)
  }

  do {
    for (const fault of faultsOfRound(part, chance)) {
      if (done >= essentialCount && isOver()) skipped++
      else await injectOnce(fault)
    }
  } while (!isShort && !isOver())
  if (isShort && skipped > 0) totals.skipped.push(`${skipped} of ${skipped + done} faults: no time left`)
}
