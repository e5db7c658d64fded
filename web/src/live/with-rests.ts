/** How long to rest after each time, in milliseconds: as long as `first`, and twice as long each time up to `longest`. */
type Rest = { readonly first: number; readonly longest: number }

/**
 * Does something at once, and then after a rest however often it is asked for: what is asked for meanwhile is done once,
 * with everything that was asked. While it is asked for without end the rests grow; a quiet one ends that. `forget` drops
 * what has not been done.
 */
export function withRests<Asked>(
  rest: Rest,
  work: (asked: readonly Asked[]) => void,
): { ask: (...more: readonly Asked[]) => void; forget: () => void } {
  let asked: Asked[] = []
  let resting: ReturnType<typeof setTimeout> | undefined
  let next = rest.first

  function run(): void {
    if (asked.length === 0) {
      resting = undefined
      next = rest.first
      return
    }
    const now = asked
    asked = []
    resting = setTimeout(run, next)
    next = Math.min(2 * next, rest.longest)
    work(now)
  }

  return {
    ask(...more) {
      asked.push(...more)
      if (resting === undefined) run()
    },
    forget() {
      clearTimeout(resting)
      resting = undefined
      asked = []
      next = rest.first
    },
  }
}
