import { toast } from '../ui/toast.ts'
import { isConfirmationRequired, reasonOf } from './problem.ts'

/**
 * What a toast says of a work. `done` may depend on its outcome; where the page itself gives the reason, `failed` says only
 * that it was not done.
 */
export type Announcement<Outcome> = {
  readonly busy: string
  readonly done: string | ((outcome: Outcome) => string)
  readonly failed?: string
}

/**
 * Says in one toast that something is under way, then that it is done or why not. The work's own outcome is handed on, so
 * that the page can say more than a toast of 4 seconds. When the bank first wants to know who is there, the toast goes:
 * nothing is under way while somebody is asked.
 */
export function announce<Outcome>(work: Promise<Outcome>, words: Announcement<Outcome>): Promise<Outcome> {
  count += 1
  const id = `work ${count}`
  toast.loading(words.busy, { id })
  work.then(
    (outcome) => toast.success(typeof words.done === 'string' ? words.done : words.done(outcome), { id }),
    (error) =>
      isConfirmationRequired(error)
        ? toast.dismiss(id)
        : toast.error(words.failed ?? reasonOf(error), { id }),
  )
  return work
}

let count = 0
