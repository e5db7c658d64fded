import { expect, test } from 'vitest'
import { percentile } from './median.ts'
import { planSending } from './planned-sending.ts'

/** Lets time pass in milliseconds; `answerAfter` says how long work takes that is begun at a moment. */
function run(
  plan: { perSecond: number; seconds: number; lines: number },
  answerAfter: (begunAt: number) => number,
) {
  const begun: number[] = []
  const underWay = new Map<number, number>()
  let now = 0
  const sending = planSending(plan, (line) => {
    begun.push(now)
    underWay.set(line, now + answerAfter(now))
  })
  for (; !sending.isOver(); now++) {
    for (const [line, at] of [...underWay].filter(([, until]) => until <= now)) {
      underWay.delete(line)
      sending.answered(line, at)
    }
    sending.look(now)
  }
  return { begun, milliseconds: sending.milliseconds, heldUp: sending.heldUp() }
}

test('work begins at even moments, however slow its answers are', () => {
  const { begun } = run({ perSecond: 100, seconds: 0.1, lines: 20 }, () => 75)
  expect(begun).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
})

test('all of the plan is done, and no more', () => {
  expect(run({ perSecond: 250, seconds: 2, lines: 8 }, () => 3).milliseconds).toHaveLength(500)
})

test('a standstill is felt by all that were due while it lasted', () => {
  // A bank that answers in 1 ms and stands still from 500 until 600 ms.
  const standstill = (begunAt: number) => (begunAt >= 500 && begunAt < 600 ? 600 - begunAt : 1)
  const { milliseconds, heldUp } = run({ perSecond: 1_000, seconds: 1, lines: 200 }, standstill)
  expect(heldUp).toBe(0)
  expect(milliseconds.filter((each) => each > 1)).toHaveLength(99)
  expect(percentile(milliseconds, 0.5)).toBe(1)
  expect(percentile(milliseconds, 0.99)).toBe(90)
  expect(percentile(milliseconds, 0.999)).toBe(99)
})

test('with one line only, those who could not begin have waited all the same, and are counted', () => {
  const standstill = (begunAt: number) => (begunAt === 500 ? 100 : 1)
  const { milliseconds, heldUp } = run({ perSecond: 500, seconds: 1, lines: 1 }, standstill)
  // Had each been timed from when it was begun, one of 500 would have been slow.
  expect(milliseconds.filter((each) => each > 50).length).toBeGreaterThan(25)
  expect(heldUp).toBeGreaterThan(49)
  expect(Math.max(...milliseconds)).toBe(100)
})
