/** Aborted when the process is asked to end, so that a command can delete what it has made. A second signal ends the process at once. */
export function endingSignal(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => ending.abort(new Error('The command was ended by a signal.')))
  }
  return ending.signal
}

/** The result of the work, or a rejection as soon as `unwanted` is aborted. What the work does afterwards is ignored. */
export function unlessAborted<Result>(
  work: Promise<Result>,
  unwanted: AbortSignal | undefined,
): Promise<Result> {
  const aborted = new Promise<never>((_, reject) => {
    if (unwanted?.aborted) reject(unwanted.reason)
    unwanted?.addEventListener('abort', () => reject(unwanted.reason))
  })
  return Promise.race([work, aborted])
}
