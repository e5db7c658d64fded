/** Something that is to happen, unless it is called off. */
export type Coming = { at: number; order: number; action: (() => void) | null }

/** Time that passes only by what happens in it: hours of waiting cost nothing, and nothing happens twice at once. */
export type Timeline = {
  /** Milliseconds since the schedule began. */
  readonly now: () => number
  readonly after: (milliseconds: number, action: () => void) => Coming
  readonly callOff: (coming: Coming | undefined) => void
  /** Does what comes next. False when nothing is left to come. */
  readonly step: () => boolean
}

export function openTimeline(): Timeline {
  // A heap: each is earlier than the two at 2n + 1 and 2n + 2.
  const heap: Coming[] = []
  let now = 0
  let order = 0

  function sink(coming: Coming): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
      if (isBefore(coming, heap[child]!)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = coming
  }

  return {
    now: () => now,
    after(milliseconds, action) {
      const coming = { at: now + milliseconds, order: order++, action }
      let at = heap.length
      while (at > 0) {
        const parent = (at - 1) >> 1
        if (isBefore(heap[parent]!, coming)) break
        heap[at] = heap[parent]!
        at = parent
      }
      heap[at] = coming
      return coming
    },
    callOff(coming) {
      if (!coming) return
      coming.action = null
      // Most of what is called off is far away and stands last, and need not be carried along.
      while (heap.length > 0 && heap.at(-1)!.action === null) heap.pop()
    },
    step() {
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

function isBefore(one: Coming, other: Coming): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order)
}
