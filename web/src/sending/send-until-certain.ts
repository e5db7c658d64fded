import { type Intention, sendOnce, settle } from '../api/idempotency-key.ts'
import { isProblem } from '../api/problem.ts'
import { isRefusal } from '../api/request-outcome.ts'

/** What happens between the attempts of one movement of money. */
export type Waiting = {
  /** Called with the transaction's id when no certain answer has come. */
  readonly onUncertain: (id: string) => void
  /** Waits before the next attempt. Throws to give up. */
  readonly pause: (attempt: number) => Promise<void>
}

/**
 * Sends a movement of money and repeats it under the same id until its outcome is certain: the bank's answer, or its refusal,
 * which is thrown. Before each repeat, `find` looks for the transaction, if it is given.
 */
export async function sendUntilCertain<Answer>(
  intention: Intention,
  send: (id: string) => Promise<Answer>,
  { onUncertain, pause, find }: Waiting & { find?: (id: string) => Promise<Answer | undefined> },
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    let id = ''
    try {
      return await sendOnce(intention, (transactionId) => {
        id = transactionId
        return send(id)
      })
    } catch (error) {
      if (isRefusal(error) && !isTooManyRepeats(error, attempt)) throw error
    }
    onUncertain(id)
    await pause(attempt)
    const booked = await find?.(id).catch(() => undefined)
    if (booked) {
      settle(intention, id)
      return booked
    }
  }
}

/** A limit on repeats says nothing about the outcome of the first attempt. */
function isTooManyRepeats(error: unknown, attempt: number): boolean {
  return attempt > 1 && isProblem(error) && error.code === 'too_many_attempts'
}
