// Immediates that are queued together run in one iteration of the event loop, with the microtasks after each of them. One
// iteration for each turn would take longer than most turns.
const immediatesAtOnce = 64

const waiting: (() => void)[] = []
let immediatesLeft = 0

/** Waits until all microtasks have run and unhandled rejections have been reported. */
export function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (immediatesLeft > 0) return
    for (; immediatesLeft < immediatesAtOnce; immediatesLeft++) setImmediate(next)
  })
}

function next(): void {
  immediatesLeft--
  waiting.shift()?.()
}
