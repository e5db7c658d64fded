import { type BankProgram, endInTime } from '../bank-program.ts'
import type { Scene } from '../scene.ts'
import type { Fault, FaultContext } from './fault.ts'

/** F13: under load, another process replaces the second one and is replaced by it again. No request in flight is broken. */
export const rollingRestart: Fault = {
  name: 'SIGTERM under load',
  id: 'F13',
  async inject(scene, context) {
    const another = scene.openAnother('the process of a rolling restart', {})
    await another.start()
    await endUnderLoad(scene.second, scene, context)
    await scene.second.start()
    await endUnderLoad(another, scene, context)
    return 2
  },
}

async function endUnderLoad(
  program: BankProgram,
  { findings }: Scene,
  { work }: FaultContext,
): Promise<void> {
  const address = program.address()
  const inFlight = [...work.bank.inFlight()].filter((request) => request.address === address)
  await endInTime(program, findings)
  for (const { path } of inFlight.filter(({ wasBroken }) => wasBroken)) {
    findings.report({ what: 'broken in flight', detail: `${path} had no answer after a SIGTERM` })
  }
}
