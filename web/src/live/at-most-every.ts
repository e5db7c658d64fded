/**
 * Does something at once, and then at most every so often however often it is asked for: what is asked for meanwhile is
 * done once, with everything that was asked. `forget` drops what has not been done.
 */
export function atMostEvery<Asked>(
  milliseconds: number,
  work: (asked: readonly Asked[]) => void,
): { ask: (...more: readonly Asked[]) => void; forget: () => void } {
  let asked: Asked[] = []
  let resting: ReturnType<typeof setTimeout> | undefined

  function run(): void {
    if (asked.length === 0) {
      resting = undefined
      return
    }
    const now = asked
    asked = []
    resting = setTimeout(run, milliseconds)
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
    },
  }
}
