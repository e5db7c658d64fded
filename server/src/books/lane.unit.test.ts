import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Lane, openLane } from './lane.ts'

type Batch = { readonly work: readonly string[]; readonly done: PromiseWithResolvers<readonly string[]> }

/** A lane whose batches are done when the test says so. */
function laneOf(limits: { batchMax?: number; undividedMax?: number; queueMax?: number } = {}) {
  const batches: Batch[] = []
  const lane: Lane<string, string> = openLane({
    doBatch: (work) => {
      const done = Promise.withResolvers<readonly string[]>()
      batches.push({ work, done })
      return done.promise
    },
    mayBeSplit: (error) => error !== 'database away',
    batchMax: 3,
    undividedMax: 3,
    queueMax: 5,
    waitMillisecondsMax: 1_000,
    busy: () => new Error('busy'),
    ...limits,
  })
  /** Keeps the answer for a later assertion. */
  const submit = (work: string) => {
    const answer = lane.submit(work)
    answer.catch(() => {})
    return answer
  }
  /** Completes the batch under way: the result of each work is its name in capitals. */
  const finish = async () => {
    const { work, done } = batches.at(-1)!
    done.resolve(work.map((one) => one.toUpperCase()))
    await settled()
  }
  const fail = async (reason: string) => {
    batches.at(-1)!.done.reject(reason)
    await settled()
  }
  return {
    submit,
    close: lane.close,
    finish,
    fail,
    inBatches: () => batches.map(({ work }) => work.join(' ')),
  }
}

/** Resolves after all settled promises have called their handlers. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

const outcomes = async (answers: Promise<string>[]) =>
  (await Promise.allSettled(answers)).map((answer) =>
    answer.status === 'fulfilled' ? answer.value : String(answer.reason.message ?? answer.reason),
  )

afterEach(() => {
  vi.restoreAllMocks()
})

describe('batches', () => {
  test('an idle lane starts at once, and work that arrives during a batch forms the next, up to its size', async () => {
    const { submit, finish, inBatches } = laneOf()
    const answers = ['a', 'b', 'c', 'd', 'e'].map(submit)
    expect(inBatches()).toEqual(['a'])
    await finish()
    expect(inBatches()).toEqual(['a', 'b c d'])
    await finish()
    await finish()
    expect(inBatches()).toEqual(['a', 'b c d', 'e'])
    expect(await outcomes(answers)).toEqual(['A', 'B', 'C', 'D', 'E'])
    const later = submit('f')
    await finish()
    expect(await later).toBe('F')
  })

  test('a batch takes at most half of the last batch and the queue together', async () => {
    const { submit, finish, inBatches } = laneOf({ batchMax: 100, undividedMax: 3, queueMax: 100 })
    const send = (letters: string) => {
      for (const letter of letters) submit(letter)
    }
    send('a')
    send('bcdefghi')
    await finish()
    // Nine in total: one was answered, eight wait.
    expect(inBatches().at(-1)).toBe('b c d e f')
    await finish()
    expect(inBatches().at(-1)).toBe('g h i')
    send('jklmn')
    await finish()
    expect(inBatches().at(-1)).toBe('j k l m')
    await finish()
    send('opq')
    await finish()
    // Three are not divided, although four were there in total.
    expect(inBatches().slice(-2)).toEqual(['n', 'o p q'])
  })

  test('work beyond the queue’s size is busy at once, and the queued work is done', async () => {
    const { submit, finish } = laneOf({ queueMax: 2 })
    const answers = ['a', 'b', 'c', 'd'].map(submit)
    await expect(answers[3]).rejects.toThrow('busy')
    await finish()
    await finish()
    expect(await outcomes(answers)).toEqual(['A', 'B', 'C', 'busy'])
  })

  test('work that has waited too long is busy when its turn comes, and later work is done', async () => {
    const { submit, finish, inBatches } = laneOf()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    const answers = [submit('a'), submit('b')]
    clock.mockReturnValue(500)
    answers.push(submit('c'))
    clock.mockReturnValue(1_001)
    await finish()
    expect(inBatches()).toEqual(['a', 'c'])
    await finish()
    expect(await outcomes(answers)).toEqual(['A', 'busy', 'C'])
  })
})

describe('a batch that fails', () => {
  test('a failed batch is run again one by one, and only the work that cannot be done fails', async () => {
    const { submit, finish, fail, inBatches } = laneOf()
    const answers = ['a', 'b', 'poison', 'c'].map(submit)
    await finish()
    await fail('poisoned')
    await finish()
    await fail('poisoned')
    await finish()
    expect(inBatches()).toEqual(['a', 'b poison c', 'b', 'poison', 'c'])
    expect(await outcomes(answers)).toEqual(['A', 'B', 'poisoned', 'C'])
  })

  test('a batch that fails for a common reason is not run one by one, and the next batch is run', async () => {
    const { submit, finish, fail, inBatches } = laneOf()
    const answers = ['a', 'b', 'c', 'd', 'e'].map(submit)
    await finish()
    await fail('database away')
    await finish()
    expect(inBatches()).toEqual(['a', 'b c d', 'e'])
    expect(await outcomes(answers)).toEqual(['A', 'database away', 'database away', 'database away', 'E'])
  })

  test('a batch that is run one by one stops at a common reason, and the rest is busy', async () => {
    const { submit, finish, fail, inBatches } = laneOf()
    const answers = ['a', 'b', 'c', 'd'].map(submit)
    await finish()
    await fail('poisoned')
    await finish()
    await fail('database away')
    expect(inBatches()).toEqual(['a', 'b c d', 'b', 'c'])
    expect(await outcomes(answers)).toEqual(['A', 'B', 'database away', 'busy'])
  })
})

test('a closed lane answers the queued work, accepts no more, and is closed when all is answered', async () => {
  const { submit, close, finish } = laneOf()
  const answers = ['a', 'b'].map(submit)
  let isClosed = false
  const closed = close().then(() => {
    isClosed = true
  })
  await expect(submit('late')).rejects.toThrow('busy')
  await finish()
  expect(isClosed).toBe(false)
  await finish()
  await closed
  expect(await outcomes(answers)).toEqual(['A', 'B'])
})
