/**
 * Remembers the results of `make` by key, and forgets all of them at `entriesMax`: the words of a document repeat, or are used
 * once.
 */
export function openBoundedCache<Result>(entriesMax: number): {
  readonly get: (key: string, make: () => Result) => Result
} {
  const entries = new Map<string, Result>()
  return {
    get(key, make) {
      const found = entries.get(key)
      if (found !== undefined) return found
      const made = make()
      if (entries.size === entriesMax) entries.clear()
      entries.set(key, made)
      return made
    },
  }
}
