/** A scheduled action; null once it is cancelled. */
export type Timer = { at: number; order: number; action: (() => void) | null }

/** Simulated time: a queue of actions, whose steps set the clock. */
export type Timeline = ReturnType<typeof openTimeline>

export function openTimeline() {
  // A heap: each timer is earlier than those at 2n + 1 and 2n + 2.
  const heap: Timer[] = []
  let now = 0
  let order = 0

  function sink(timer: Timer): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
      if (isBefore(timer, heap[child]!)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = timer
  }

  return {
    /** Milliseconds since the fault plan began. */
    now: () => now,
    after(milliseconds: number, action: () => void): Timer {
      const timer: Timer = { at: now + milliseconds, order: order++, action }
      let at = heap.length
      while (at > 0) {
        const parent = (at - 1) >> 1
        if (isBefore(heap[parent]!, timer)) break
        heap[at] = heap[parent]!
        at = parent
      }
      heap[at] = timer
      return timer
    },
    cancel(timer: Timer | undefined): void {
      if (!timer) return
      timer.action = null
      // Most cancelled timers are far in the future and last in the heap.
      while (heap.length > 0 && heap.at(-1)!.action === null) heap.pop()
    },
    /** Runs the next action. False when there is none. */
    step(): boolean {
      for (;;) {
        const first = heap[0]
        if (!first) return false
        const last = heap.pop()!
        if (heap.length > 0) sink(last)
        if (!first.action) continue
        now = first.at
        first.action()
        return true
      }
    },
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order)
}
