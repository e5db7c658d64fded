import type { BankProgram } from '../bank-program.ts'
import type { UnderWay } from '../counter.ts'
import type { Scene } from '../scene.ts'
import type { FaultAct, FaultContext } from './fault.ts'

/** F13: another process takes over from the second one under load, and hands back. No request under way is broken. */
export const rollingRestart: FaultAct = {
  name: 'SIGTERM under load',
  id: 'F13',
  async act(scene, context) {
    const another = scene.openAnother('the process of a rolling restart', {})
    await another.start()
    await endPolitely(scene.second, scene, context)
    await scene.second.start()
    await endPolitely(another, scene, context)
    return 2
  },
}

async function endPolitely(program: BankProgram, { findings }: Scene, { work }: FaultContext): Promise<void> {
  const address = program.address()
  const underWay: UnderWay[] = [...work.counter.underWay()].filter((request) => request.address === address)
  const { code, seconds } = await program.end('SIGTERM')
  if (code !== 0 || seconds > 10) {
    findings.report({
      what: 'unfinished',
      detail: `SIGTERM: ended with ${code} after ${seconds.toFixed(1)} s`,
    })
  }
  for (const { path } of underWay.filter(({ wasBroken }) => wasBroken)) {
    findings.report({
      what: 'broken in flight',
      detail: `${path} had no answer when its process was told to end`,
    })
  }
}
