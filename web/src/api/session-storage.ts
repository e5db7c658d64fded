// For a browser that refuses storage: lost on reload.
const fallback = new Map<string, string>()

/** A text that this tab has stored under `key`. It survives a reload and ends with the tab. */
export function readItem(key: string): string | null {
  // The server renders for many people in one process and stores nothing for any of them.
  if (!globalThis.window) return null
  try {
    return sessionStorage.getItem(key)
  } catch {
    return fallback.get(key) ?? null
  }
}

/** Stores a text under `key`; null removes it. */
export function writeItem(key: string, text: string | null): void {
  if (!globalThis.window) return
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    if (text === null) fallback.delete(key)
    else fallback.set(key, text)
  }
}
