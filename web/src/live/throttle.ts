/**
 * Does work at once, and while it is asked for again only after a pause, together with everything asked for meanwhile. Each
 * pause is twice as long as the one before, from `first` to `longest` milliseconds; one in which nothing is asked for ends the
 * series. `cancel` drops what has not been done.
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
      pausing = undefined
      waiting = []
      nextPause = first
    },
  }
}
