import { expect, test } from 'vitest'
import { openTimeline } from '../timeline.ts'
import { type LogTimes, openWriteAheadLog } from './write-ahead-log.ts'

/** When commits of one transfer each are durable that arrive at these moments. */
function durableAt(times: LogTimes, arrivals: readonly number[]): number[] {
  const timeline = openTimeline()
  const log = openWriteAheadLog(timeline, times)
  const moments: number[] = []
  for (const [index, arrival] of arrivals.entries()) {
    timeline.after(arrival, () =>
      log.flush(1, () => {
        moments[index] = timeline.now()
      }),
    )
  }
  while (timeline.step());
  return moments
}

test('commits that arrive during a flush share the next one', () => {
  expect(durableAt({ once: 10, each: 0, standby: 0 }, [0, 3, 7, 40])).toEqual([10, 20, 20, 50])
})

test('a flush takes longer the more transfers are in it', () => {
  expect(durableAt({ once: 10, each: 2, standby: 0 }, [0, 3, 7])).toEqual([12, 26, 26])
})

test('while a commit waits for the standby, the next one is flushed', () => {
  expect(durableAt({ once: 1, each: 0, standby: 50 }, [0, 1, 2])).toEqual([51, 52, 53])
})
