import type { ExternalToast } from 'sonner'

/**
 * Says something in a toast. Their code is no part of what a page needs to be seen: it comes when the browser has nothing
 * else to do (`Toaster`), or with the first toast.
 */
export const toast = {
  success: (words: string, options?: ExternalToast) => say((toasts) => toasts.success(words, options)),
  error: (words: string, options?: ExternalToast) => say((toasts) => toasts.error(words, options)),
  loading: (words: string, options?: ExternalToast) => say((toasts) => toasts.loading(words, options)),
  dismiss: (id: string) => say((toasts) => toasts.dismiss(id)),
}

type Toasts = typeof import('sonner').toast

let here: Toasts | undefined

function say(what: (toasts: Toasts) => unknown): void {
  if (here) return void what(here)
  import('sonner').then(
    ({ toast: toasts }) => {
      here = toasts
      what(toasts)
    },
    // The page itself says more than a toast does.
    () => {},
  )
}
