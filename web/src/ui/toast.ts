import type { ExternalToast } from 'sonner'

/** Shows a toast. The library is not part of the first view: it is fetched when the browser is idle (`Toaster`) or by the first toast. */
export const toast = {
  success: (text: string, options?: ExternalToast) => show((toasts) => toasts.success(text, options)),
  error: (text: string, options?: ExternalToast) => show((toasts) => toasts.error(text, options)),
  loading: (text: string, options?: ExternalToast) => show((toasts) => toasts.loading(text, options)),
  dismiss: (id: string) => show((toasts) => toasts.dismiss(id)),
}

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
