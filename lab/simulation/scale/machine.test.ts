import { expect, test } from 'vitest'
import { openTimeline } from '../timeline.ts'
import { openMachine } from './machine.ts'

/** When each of the jobs is done. Each is a thread's number and its milliseconds. */
function endsOf(cores: number, jobs: readonly (readonly [thread: number, milliseconds: number])[]): number[] {
  const timeline = openTimeline()
  const machine = openMachine(timeline, { cores, sliceMilliseconds: 2 })
  const threads = [machine.openThread(), machine.openThread(), machine.openThread()]
  const ends: number[] = []
  for (const [index, [thread, milliseconds]] of jobs.entries()) {
    threads[thread]!.run(milliseconds, () => {
      ends[index] = timeline.now()
    })
  }
  while (timeline.step());
  return ends
}

test('threads take turns on one core, each for a slice', () => {
  expect(
    endsOf(1, [
      [0, 3],
      [1, 3],
      [0, 1],
    ]),
  ).toEqual([5, 7, 6])
})

test('a thread does one job at a time, however many cores are free', () => {
  expect(
    endsOf(4, [
      [0, 3],
      [0, 3],
      [1, 1],
    ]),
  ).toEqual([3, 6, 1])
})

test('a thread does an urgent job before the events that wait', () => {
  const timeline = openTimeline()
  const machine = openMachine(timeline, { cores: 1, sliceMilliseconds: 100 })
  const thread = machine.openThread()
  const done: string[] = []
  const note = (name: string) => () => done.push(`${name} ${timeline.now()}`)
  thread.run(1, note('first'))
  thread.run(1, note('event'))
  thread.run(1, note('continuation'), 'continuation')
  thread.run(1, note('trip'), 'trip')
  while (timeline.step());
  expect(done).toEqual(['first 1', 'trip 2', 'continuation 3', 'event 4'])
  expect(machine.used()).toBe(4)
})
