import { isLatest, replacingId, toast, uniqueId } from '../ui/toast.ts'
import { fieldReasons, isConfirmationRequired, reasonOf } from './problem.ts'

/** The texts of a request's toast. `done` may depend on the outcome. Without `failed` the toast gives the error's reason. */
export type Announcement<Outcome> = {
  readonly busy: string
  readonly done: string | ((outcome: Outcome) => string)
  readonly failed?: string
  /** True where the specification asks for a toast (§8) although a field gives the same reason. */
  readonly repeatsField?: boolean
}

/**
 * Shows one toast for a request: that it is running, then that it is done or why it failed. It replaces the toast of an earlier
 * request about the same `subject`, for example a user's funding; without a subject it replaces none. A failure of an earlier
 * request that comes late is shown beside the present toast. Returns the request, so that the page can say more than a toast of 4
 * seconds. The toast goes when the bank requires a confirmation first, because nothing runs while the user is asked, and when a
 * field gives the reason.
 */
export function announce<Outcome>(
  request: Promise<Outcome>,
  { busy, done, failed, repeatsField }: Announcement<Outcome>,
  subject?: string,
): Promise<Outcome> {
  const id = subject ? replacingId(subject) : uniqueId()
  const isReplaced = () => subject !== undefined && !isLatest(subject, id)
  toast.loading(busy, { id })
  request.then(
    (outcome) => {
      if (!isReplaced()) toast.success(typeof done === 'string' ? done : done(outcome), { id })
    },
    (error) => {
      const isSaidByField = !failed && !repeatsField && fieldReasons(error)[0]
      if (isConfirmationRequired(error) || (isSaidByField && !isReplaced())) toast.dismiss(id)
      // With another id: the toast of an earlier request is gone or on its way out.
      else toast.error(failed ?? reasonOf(error), isReplaced() ? {} : { id })
    },
  )
  return request
}
