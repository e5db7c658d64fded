import { toast } from '../ui/toast.ts'
import { isConfirmationRequired, reasonOf } from './problem.ts'

/** The texts of a request's toast. `done` may depend on the outcome. Without `failed` the toast gives the error's reason. */
export type Announcement<Outcome> = {
  readonly busy: string
  readonly done: string | ((outcome: Outcome) => string)
  readonly failed?: string
}

/**
 * Shows one toast for a request: that it is running, then that it is done or why it failed. Returns the request, so that the page
 * can say more than a toast of 4 seconds. If the bank requires a confirmation first, the toast goes: nothing runs while the user is
 * asked.
 */
export function announce<Outcome>(
  request: Promise<Outcome>,
  announcement: Announcement<Outcome>,
): Promise<Outcome> {
  count += 1
  const id = `request ${count}`
  toast.loading(announcement.busy, { id })
  request.then(
    (outcome) =>
      toast.success(typeof announcement.done === 'string' ? announcement.done : announcement.done(outcome), {
        id,
      }),
    (error) =>
      isConfirmationRequired(error)
        ? toast.dismiss(id)
        : toast.error(announcement.failed ?? reasonOf(error), { id }),
  )
  return request
}

let count = 0
