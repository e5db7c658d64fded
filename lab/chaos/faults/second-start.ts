import type { BankProgram } from '../bank-program.ts'
import type { Scene } from '../scene.ts'
import type { FaultAct } from './fault.ts'

/** F14: a second program of the bank is started on the same data, beside the one at work or at the same moment. */
export const startTwice: FaultAct = {
  name: 'second start on the same data',
  id: 'F14',
  async act(scene, { chance }) {
    const rival = scene.openRival()
    if (chance.happens(0.5)) {
      await scene.owner.end('SIGKILL')
      await expectOneOf(scene, [scene.owner, rival])
    } else {
      await expectOneOf(scene, [scene.owner, rival].slice(1), 0)
    }
    await rival.end('SIGTERM')
    return 1
  },
}

async function expectOneOf({ findings }: Scene, starters: readonly BankProgram[], wanted = 1): Promise<void> {
  const starts = await Promise.allSettled(starters.map((starter) => starter.start()))
  const started = starts.filter(({ status }) => status === 'fulfilled').length
  if (started === wanted) return
  findings.report({
    what: 'two owners',
    detail: `of ${starters.length} starts on one data folder ${started} ran`,
  })
}
