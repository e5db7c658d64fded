import { setTimeout as wait } from 'node:timers/promises'
import type { Load, Measured } from './load.ts'
import { percentile } from './median.ts'
import { planSending } from './planned-sending.ts'
import { openSenders } from './senders.ts'

/** Sends transfers at moments fixed beforehand, as people do. Throws at the first answer that is not 201. */
export async function plannedLoad(load: Load & { readonly perSecond: number }): Promise<Measured> {
  const { perSecond, seconds, connections } = load
  let failure: Error | undefined
  let begin = 0
  const now = () => performance.now() - begin

  const senders = await openSenders(load, {
    accepted: (sender) => sending.answered(sender, now()),
    failed: (error) => {
      failure ??= error
    },
  })
  const sending = planSending({ perSecond, seconds, lines: connections }, senders.send)
  try {
    begin = performance.now()
    while (!sending.isOver()) {
      if (failure !== undefined) throw failure
      sending.look(now())
      // The shortest there is: what is due meanwhile begins so much later, and is timed from when it was due.
      await wait(1)
    }
  } finally {
    senders.close()
  }
  const took = sending.milliseconds
  return {
    perSecond,
    acknowledged: took.length,
    medianMilliseconds: percentile(took, 0.5),
    slowestHundredthMilliseconds: percentile(took, 0.99),
    slowestThousandthMilliseconds: percentile(took, 0.999),
    heldUp: sending.heldUp(),
  }
}
