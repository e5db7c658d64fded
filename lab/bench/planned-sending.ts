/** Work that begins at moments fixed beforehand, and what it took. Moments are milliseconds from the plan's beginning. */
export type PlannedSending = {
  /** Begins all that is due by `now` and finds a line free. */
  readonly look: (now: number) => void
  /** The work on a line is done: the line is free for what is next. */
  readonly answered: (line: number, now: number) => void
  /** True when all of the plan is done. */
  readonly isOver: () => boolean
  /** What each piece of work took, from when it was due. */
  readonly milliseconds: readonly number[]
  /** How many were due and found no line free. */
  readonly heldUp: () => number
}

/**
 * Plans `perSecond` pieces of work in each of so many seconds, evenly. Each is timed from when it was due, and not from when
 * it was begun: where one that is slow keeps others from beginning, they have waited too, as people would have. (To
 * time only what was begun leaves out the worst: "coordinated omission".)
 */
export function planSending(
  { perSecond, seconds, lines }: { perSecond: number; seconds: number; lines: number },
  begin: (line: number) => void,
): PlannedSending {
  const total = Math.floor(perSecond * seconds)
  const dueAt = (number: number) => (number / perSecond) * 1_000
  const free = Array.from({ length: lines }, (_, index) => lines - 1 - index)
  const dueOnLine = new Float64Array(lines)
  const milliseconds: number[] = []
  let next = 0
  let heldUp = 0
  // The first of those that have not yet been found to wait.
  let notYetHeldUp = 0

  function look(now: number): void {
    while (next < total && dueAt(next) <= now && free.length > 0) {
      const line = free.pop()!
      dueOnLine[line] = dueAt(next)
      next++
      begin(line)
    }
    countHeldUp(now)
  }

  function countHeldUp(now: number): void {
    for (let number = Math.max(next, notYetHeldUp); number < total && dueAt(number) <= now; number++) {
      heldUp++
      notYetHeldUp = number + 1
    }
  }

  return {
    look,
    answered(line, now) {
      milliseconds.push(now - dueOnLine[line]!)
      free.push(line)
      look(now)
    },
    isOver: () => milliseconds.length === total,
    milliseconds,
    heldUp: () => heldUp,
  }
}
