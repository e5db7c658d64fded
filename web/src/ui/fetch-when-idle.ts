/**
 * Fetches code that will be wanted, each piece once the browser has nothing else to do: even to begin takes a telephone a
 * while. What does not come now is fetched, and its failure told, when it is wanted.
 */
export function fetchWhenIdle(...pieces: (() => Promise<unknown>)[]): void {
  const idle = window.requestIdleCallback ?? setTimeout
  for (const fetch of pieces) idle(() => void fetch().catch(() => {}))
}
