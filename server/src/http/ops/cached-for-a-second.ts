/** Runs `work` at most once a second: calls in between get the last result. `clock` in milliseconds. */
export function cachedForASecond<Result>(
  clock: () => number,
  work: () => Promise<Result>,
): () => Promise<Result> {
  let result: Promise<Result> | undefined
  let at = 0
  return () => {
    const age = clock() - at
    if (!result || age < 0 || age >= 1_000) {
      at = clock()
      result = work()
    }
    return result
  }
}
