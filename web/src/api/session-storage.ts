// For a browser that refuses storage or has none left: lost on reload.
const fallback = new Map<string, string>()

/** A text that this tab has stored under `key`. It survives a reload and ends with the tab. */
export function readItem(key: string): string | null {
  // The server renders for many people in one process and stores nothing for any of them.
  if (!globalThis.window) return null
  try {
    // First, because an older text stays in a storage that is full.
    return fallback.get(key) ?? sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text under `key`; null removes it. */
export function writeItem(key: string, text: string | null): void {
  if (!globalThis.window) return
  fallback.delete(key)
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    if (text !== null) fallback.set(key, text)
  }
}

/** The keys of all texts that this tab has stored. */
export function storedKeys(): string[] {
  if (!globalThis.window) return []
  try {
    return [...fallback.keys(), ...Object.keys(sessionStorage)]
  } catch {
    return [...fallback.keys()]
  }
}
