import { toast } from '../ui/toast.ts'
import { reasonOf } from './problem.ts'

/**
 * Says in one toast that something is under way, then that it is done or why not; where the page itself gives the
 * reason, `failed` says only that it was not. The work's own outcome is handed on,
 * so that the page can say more than a toast of 4 seconds. `done` may depend on it.
 */
export function announce<Outcome>(
  work: Promise<Outcome>,
  words: { busy: string; done: string | ((outcome: Outcome) => string); failed?: string },
): Promise<Outcome> {
  toast.promise(work, { loading: words.busy, success: words.done, error: words.failed ?? reasonOf })
  return work
}
