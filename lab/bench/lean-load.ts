import type { Load, Measured } from './load.ts'
import { percentile } from './median.ts'
import { openSenders } from './senders.ts'

/**
 * Sends transfers over as many connections as asked, on each the next one when the last is answered: as many as the bank
 * takes. Throws at the first answer that is not 201.
 */
export async function leanLoad(load: Load): Promise<Measured> {
  const milliseconds: number[] = []
  const sentAt = new Float64Array(load.connections)
  const { promise: finished, resolve: finish, reject: failed } = Promise.withResolvers<void>()
  let inTime = 0
  let busy = load.connections
  let end = 0

  function send(sender: number) {
    sentAt[sender] = performance.now()
    senders.send(sender)
  }

  function accepted(sender: number) {
    const now = performance.now()
    milliseconds.push(now - sentAt[sender]!)
    if (now < end) {
      inTime++
      return send(sender)
    }
    busy--
    if (busy === 0) finish()
  }

  const senders = await openSenders(load, { accepted, failed })
  try {
    end = performance.now() + load.seconds * 1_000
    for (let sender = 0; sender < load.connections; sender++) send(sender)
    await finished
  } finally {
    senders.close()
  }
  return {
    perSecond: inTime / load.seconds,
    acknowledged: milliseconds.length,
    medianMilliseconds: percentile(milliseconds, 0.5),
    slowestHundredthMilliseconds: percentile(milliseconds, 0.99),
    slowestThousandthMilliseconds: percentile(milliseconds, 0.999),
    heldUp: 0,
  }
}
