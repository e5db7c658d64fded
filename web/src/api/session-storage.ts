// Also here, for a browser that keeps nothing: then a reload forgets it.
const open = new Map<string, string>()

/** What this window was told to remember under `key`; it does so over a reload, and until it is closed. */
export function recall(key: string): string | null {
  // What the server draws for one person it must not remember for the next.
  if (!globalThis.window) return null
  try {
    return sessionStorage.getItem(key)
  } catch {
    return open.get(key) ?? null
  }
}

/** Remembers a text, or with null forgets it. */
export function remember(key: string, text: string | null): void {
  if (!globalThis.window) return
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    if (text === null) open.delete(key)
    else open.set(key, text)
  }
}
