import type { BankProgram } from '../bank-program.ts'
import type { Scene } from '../scene.ts'
import type { Fault } from './fault.ts'

/** F14: a second program is started on the same data folder, beside the running one or at the same time. */
export const startTwice: Fault = {
  name: 'second start on the same data',
  id: 'F14',
  async inject(scene, { chance }) {
    const rival = scene.openRival()
    if (chance.happens(0.5)) {
      await scene.owner.end('SIGKILL')
      await expectStarts(scene, [scene.owner, rival], 1)
    } else {
      await expectStarts(scene, [rival], 0)
    }
    await rival.end('SIGTERM')
  },
}

async function expectStarts(
  { findings }: Scene,
  programs: readonly BankProgram[],
  wanted: number,
): Promise<void> {
  const starts = await Promise.allSettled(programs.map((program) => program.start()))
  const started = starts.filter(({ status }) => status === 'fulfilled').length
  if (started === wanted) return
  findings.report({
    what: 'two owners',
    detail: `${started} of ${programs.length} starts on one data folder succeeded`,
  })
}
