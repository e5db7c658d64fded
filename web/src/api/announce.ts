import { toast } from '../ui/toast.ts'
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
 * request with the same announcement. Returns the request, so that the page can say more than a toast of 4 seconds. The toast goes
 * when the bank requires a confirmation first, because nothing runs while the user is asked, and when a field gives the reason.
 */
export function announce<Outcome>(
  request: Promise<Outcome>,
  { busy, done, failed, repeatsField }: Announcement<Outcome>,
): Promise<Outcome> {
  const options = { id: busy }
  latest[busy] = request
  toast.loading(busy, options)
  request.then(
    (outcome) =>
      // An earlier request that is answered late must not replace the toast of the present one.
      latest[busy] === request && toast.success(typeof done === 'string' ? done : done(outcome), options),
    (error) => {
      if (latest[busy] !== request) return
      const isSaidByField = !failed && !repeatsField && fieldReasons(error)[0]
      if (isConfirmationRequired(error) || isSaidByField) toast.dismiss(busy)
      else toast.error(failed ?? reasonOf(error), options)
    },
  )
  return request
}

/** The latest request of each announcement. */
const latest: Record<string, Promise<unknown>> = {}
