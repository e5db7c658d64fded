import { isLatest, replacingId, toast, uniqueId } from '../ui/toast.ts'
import { fieldReasons, isQuestion, reasonOf } from './problem.ts'

/**
 * The texts of a request's toast. `done` may depend on the outcome; where there is none, the page shows it and the toast goes. Without
 * `failed` the toast gives the error's reason.
 */
export type Announcement<Outcome> = {
  readonly busy: string
  readonly done?: string | ((outcome: Outcome) => string | undefined)
  readonly failed?: string
  /** True where the specification asks for a toast about a failure (§8), also beside a sentence of the page about it. */
  readonly isSpecified?: boolean
  /** Offered as Undo beside what was done; undefined for an outcome that cannot be undone. */
  readonly undo?: (outcome: Outcome) => (() => void) | undefined
}

/**
 * Shows one toast for a request: that it is running, then that it is done or why it failed. It replaces the toast of an earlier
 * request about the same `subject`, for example a user's funding; without a subject it replaces none. A failure of an earlier
 * request that comes late is shown beside the present toast. Returns the request, so that the page can say more than a toast of 4
 * seconds. The toast goes when the bank requires a confirmation first, because nothing runs while the user is asked, when a field
 * gives the reason, and when the page does (`dismissToastAbout`).
 */
export function announce<Outcome>(
  request: Promise<Outcome>,
  { busy, done, failed, isSpecified, undo }: Announcement<Outcome>,
  subject?: string,
): Promise<Outcome> {
  const id = subject ? replacingId(subject) : uniqueId()
  const isReplaced = () => subject !== undefined && !isLatest(subject, id)
  toast.loading(busy, { id })
  request.then(
    (outcome) => {
      if (isReplaced()) return
      const text = typeof done === 'function' ? done(outcome) : done
      if (text === undefined) toast.dismiss(id)
      else {
        const onClick = undo?.(outcome)
        toast.success(text, { id, ...(onClick && { action: { label: 'Undo', onClick } }) })
      }
    },
    (error) => {
      const isSaidByField = !isSpecified && fieldReasons(error)[0]
      if (isQuestion(error) || (isSaidByField && !isReplaced())) return toast.dismiss(id)
      // With another id: the toast of an earlier request is gone or on its way out.
      const shown = isReplaced() ? uniqueId() : id
      toast.error(failed ?? reasonOf(error), { id: shown })
      if (!isSpecified && error instanceof Object) toasts.set(error, shown)
    },
  )
  return request
}

/** The toasts about errors that the page may say itself. */
const toasts = new WeakMap<object, string>()

/** Called where the page says why a request has failed: it needs no toast beside it, except one that the specification asks for. */
export function dismissToastAbout(error: unknown): void {
  const id = error instanceof Object && toasts.get(error)
  if (id) toast.dismiss(id)
}
