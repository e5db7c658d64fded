import { expect, test } from 'vitest'
import { openCommitWatch } from './failing-commits.ts'

const failure = (code: string) => Object.assign(new Error('could not extend file'), { code })

test.each([
  ['53100', 'a full disk', [true, true]],
  ['58030', 'a file that cannot be written', [false, false]],
])(
  'after %s, %s, another commit shows at once that those of the lanes succeed again: %s',
  (code, _, shown) => {
    let now = 0
    const watch = openCommitWatch(1, () => now)
    watch.failed('transfers', failure(code), 0)
    now = 2_000
    expect(watch.areFailing()).toBe(true)
    const isOver = watch.otherSucceeded()
    expect([isOver, !watch.areFailing()]).toEqual(shown)
  },
)

test('after an error of the disk, commits succeed again with the first one of the lane, or once the lane has not failed for half a minute', () => {
  let now = 0
  const watch = openCommitWatch(1, () => now)
  watch.failed('transfers', failure('58030'), 0)
  now = 20_000
  watch.failed('transfers', failure('58030'), now)
  now = 49_999
  expect(watch.otherSucceeded()).toBe(false)
  now = 50_000
  expect(watch.otherSucceeded()).toBe(true)
  watch.failed('transfers', failure('58030'), now)
  watch.succeeded('transfers')
  expect([watch.areFailing(), watch.otherSucceeded()]).toEqual([false, true])
})
