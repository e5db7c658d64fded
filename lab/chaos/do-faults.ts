import { setTimeout as wait } from 'node:timers/promises'
import type { FaultAct, FaultContext } from './faults/fault.ts'
import { makeLastingFacts } from './lasting-facts.ts'
import type { Scene } from './scene.ts'
import { firstCount, type Part, roundOf } from './schedule.ts'

/** Makes one fault after the other happen, each on a bank that is well again. Gives how often each did, and which were left out. */
export async function doFaults(
  scene: Scene,
  part: Part,
  { chance, work }: Omit<FaultContext, 'longest'>,
  say: (line: string) => void,
): Promise<{ happened: Map<string, number>; skipped: string[] }> {
  const happened = new Map<string, number>()
  const { pauseMilliseconds, longest, isShort } = part
  const begun = performance.now()
  const facts = await makeLastingFacts(() => scene.addresses()[0]!, work, chance.of('lasting facts'))
  const isOver = () => part.isOver(performance.now() - begun, work.acknowledged.transfer, happened)
  let done = 0
  let leftOut = 0

  async function breakOnce({ name, id, act }: FaultAct): Promise<void> {
    const own = chance.of(`fault ${done}`)
    done++
    await wait(pauseMilliseconds / 2 + own.below(pauseMilliseconds))
    const times = await act(scene, { chance: own, work, longest })
    await scene.heal()
    await facts.check()
    happened.set(name, (happened.get(name) ?? 0) + times)
    const seconds = Math.round((performance.now() - begun) / 1_000)
    say(`${seconds} s: ${name} (${id}), ${times}; ${work.acknowledged.transfer} transfers acknowledged`)
  }

  do {
    for (const fault of roundOf(part, chance)) {
      if (done >= firstCount && isOver()) leftOut++
      else await breakOnce(fault)
    }
  } while (!isShort && !isOver())
  const skipped = isShort && leftOut > 0 ? [`${leftOut} of ${leftOut + done} faults, for want of time`] : []
  return { happened, skipped }
}
