// Immediates that are asked for together are run in one round of the event loop, with the microtasks done after each of
// them: a round for each turn would cost more than what most turns do.
const immediatesAtOnce = 64

const waiting: (() => void)[] = []
let immediatesLeft = 0

/** Until everything that has been resolved has had its say, and rejections that nobody hears have been noticed. */
export function turn(): Promise<void> {
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
