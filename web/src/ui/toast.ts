import type { ExternalToast } from 'sonner'

/** Shows a toast. The library is not part of the first view: it is fetched when the browser is idle (`Toaster`) or by the first toast. */
export const toast = {
  success: (text: string, options?: ExternalToast) => show((toasts) => toasts.success(text, options)),
  error: (text: string, options?: ExternalToast) => show((toasts) => toasts.error(text, options)),
  loading: (text: string, options?: ExternalToast) => show((toasts) => toasts.loading(text, options)),
  dismiss: (id: string) => show((toasts) => toasts.dismiss(id)),
}

/**
 * The id for a new toast about `subject`, whose earlier toast goes. A toast that took over the id of the earlier one would keep its
 * button and its remaining time.
 */
export function replacingId(subject: string): string {
  const earlier = latest.get(subject)
  if (earlier) toast.dismiss(earlier)
  const id = uniqueId()
  latest.set(subject, id)
  return id
}

/** Whether no newer toast about `subject` has replaced this one. */
export function isLatest(subject: string, id: string): boolean {
  return latest.get(subject) === id
}

/** An id that no other toast has. */
export function uniqueId(): string {
  count += 1
  return `toast ${count}`
}

let count = 0

/** The id of the latest toast about each subject. */
const latest = new Map<string, string>()

type Toasts = typeof import('sonner').toast

let loaded: Toasts | undefined

function show(act: (toasts: Toasts) => unknown): void {
  if (loaded) return void act(loaded)
  import('sonner').then(
    ({ toast: toasts }) => {
      loaded = toasts
      act(toasts)
    },
    // No toast without the library: the page shows the same in more words.
    () => {},
  )
}
