/**
 * Does the work at most once a second, however often it is asked for: those in between get the last result. `clock` in
 * milliseconds. Results that may be a second old must do.
 */
export function onceASecond<Result>(clock: () => number, work: () => Promise<Result>): () => Promise<Result> {
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
