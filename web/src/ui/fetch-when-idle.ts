/**
 * Fetches code ahead, one piece each time the browser is idle: on a phone even starting a fetch takes a while. A piece that fails
 * is fetched again, and reports its failure, when it is used.
 */
export function fetchWhenIdle(...pieces: (() => Promise<unknown>)[]): void {
  const idle = window.requestIdleCallback ?? setTimeout
  for (const fetch of pieces) idle(() => void fetch().catch(() => {}))
}
