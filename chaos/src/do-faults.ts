import { setTimeout as wait } from 'node:timers/promises'
import type { FaultContext } from './faults/fault.ts'
import { makeLastingFacts } from './lasting-facts.ts'
import type { Scene } from './scene.ts'
import { type Part, roundOf } from './schedule.ts'

/** Makes one fault after the other happen, each on a bank that is well again. Gives how often each did, and which were left out. */
export async function doFaults(
  scene: Scene,
  part: Part,
  { chance, counter, work }: Omit<FaultContext, 'longest'>,
  say: (line: string) => void,
): Promise<{ happened: Map<string, number>; skipped: string[] }> {
  const happened = new Map<string, number>()
  const skipped: string[] = []
  const { pauseMilliseconds, longest, isShort } = part
  const begun = performance.now()
  const facts = await makeLastingFacts(() => scene.addresses()[0]!, work, chance.of('lasting facts'))
  const isOver = () => part.isOver(performance.now() - begun, work.acknowledged.transfer, happened)

  do {
    for (const fault of roundOf(part, chance)) {
      if (isOver()) {
        if (isShort) skipped.push(`${fault.name}: no time was left for it`)
        continue
      }
      await wait(pauseMilliseconds / 2 + chance.below(pauseMilliseconds))
      const times = await fault.act(scene, {
        chance: chance.of(`${fault.name} ${happened.get(fault.name) ?? 0}`),
        counter,
        work,
        longest,
      })
      await scene.heal()
      await facts.check()
      happened.set(fault.name, (happened.get(fault.name) ?? 0) + times)
      const seconds = Math.round((performance.now() - begun) / 1_000)
      say(
        `${seconds} s: ${fault.name} (${fault.id}), ${times}; ${work.acknowledged.transfer} transfers acknowledged`,
      )
    }
  } while (!isShort && !isOver())
  return { happened, skipped }
}
