/** Runs `work` at most once in these milliseconds: calls in between get the last result. `clock` in milliseconds. */
export function cachedFor<Result>(
  milliseconds: number,
  clock: () => number,
  work: () => Promise<Result>,
): () => Promise<Result> {
  let result: Promise<Result> | undefined
  let at = 0
  return () => {
    const age = clock() - at
    if (!result || age < 0 || age >= milliseconds) {
      at = clock()
      result = work()
    }
    return result
  }
}
