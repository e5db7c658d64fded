/**
 * Passes the first item to `work` at once, and the items of the pause that follows together at its end. While items keep coming,
 * each pause is twice as long as the one before, from `first` to `longest` milliseconds; a pause without items ends the series.
 * `cancel` ends it for good: what waits is dropped.
 */
export function throttle<Item>(
  { first, longest }: { readonly first: number; readonly longest: number },
  work: (items: readonly Item[]) => void,
): { add: (...items: readonly Item[]) => void; cancel: () => void } {
  let waiting: Item[] = []
  let pausing: ReturnType<typeof setTimeout> | undefined
  let nextPause = first

  function run(): void {
    if (waiting.length === 0) {
      pausing = undefined
      nextPause = first
      return
    }
    const items = waiting
    waiting = []
    pausing = setTimeout(run, nextPause)
    nextPause = Math.min(2 * nextPause, longest)
    work(items)
  }

  return {
    add(...items) {
      waiting.push(...items)
      if (pausing === undefined) run()
    },
    cancel() {
      clearTimeout(pausing)
    },
  }
}
