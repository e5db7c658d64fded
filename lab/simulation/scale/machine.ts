import type { Timeline } from '../timeline.ts'

/** Which of its jobs a thread does first: the trip of a batch, then what continues the last job, then events in their order. */
export type Urgency = 'trip' | 'continuation' | 'event'

/** A thread of a simulated machine: the event loop of a process, or a backend of the database. It does one job at a time. */
export type Thread = {
  /** Calls `then` after so much processor time. */
  readonly run: (milliseconds: number, then: () => void, urgency?: Urgency) => void
  /** The processor time that it has used, in milliseconds. */
  readonly used: () => number
}

/** A simulated machine, whose threads share its cores. */
export type Machine = {
  readonly openThread: () => Thread
  /** The processor time that all threads have used, in milliseconds. */
  readonly used: () => number
}

type Job = { left: number; readonly then: () => void }

type State = {
  readonly jobs: Record<Urgency, Job[]>
  current: Job | undefined
  isResting: boolean
  used: number
  core: Core
}

/** A core with the threads that wait for it. */
type Core = { isFree: boolean; readonly ready: State[] }

/**
 * Opens a machine with a number of cores. A thread that wakes up takes a free core, or waits for the one that it was on last; no core
 * takes a thread from another one's queue, as Linux does not where cores rest for less than half a millisecond at a time. After a
 * slice a thread gives its core to one that waits for it.
 */
export function openMachine(
  timeline: Timeline,
  {
    cores,
    sliceMilliseconds,
    vary = (milliseconds) => milliseconds,
  }: {
    cores: number
    sliceMilliseconds: number
    /** The time that a job takes of the given mean. */
    vary?: (milliseconds: number) => number
  },
): Machine {
  const threads: State[] = []
  const all = Array.from({ length: cores }, (): Core => ({ isFree: true, ready: [] }))

  function wake(thread: State): void {
    thread.isResting = false
    const free = thread.core.isFree ? thread.core : all.find(({ isFree }) => isFree)
    if (free) {
      thread.core = free
      free.isFree = false
      goOn(thread, sliceMilliseconds)
    } else {
      thread.core.ready.push(thread)
    }
  }

  function startNext(core: Core): void {
    const next = core.ready.shift()
    core.isFree = next === undefined
    if (next) goOn(next, sliceMilliseconds)
  }

  function goOn(thread: State, slice: number): void {
    thread.current ??= nextJob(thread)
    const job = thread.current
    if (!job) {
      // The code that the last job resumed may have another one.
      timeline.after(0, () => goOnOrRest(thread, slice))
      return
    }
    const milliseconds = Math.min(job.left, slice)
    timeline.after(milliseconds, () => {
      thread.used += milliseconds
      job.left -= milliseconds
      if (job.left <= 0) {
        thread.current = undefined
        job.then()
      }
      const { core } = thread
      if (milliseconds < slice) goOn(thread, slice - milliseconds)
      else if (core.ready.length === 0) goOn(thread, sliceMilliseconds)
      else {
        core.ready.push(thread)
        startNext(core)
      }
    })
  }

  function goOnOrRest(thread: State, slice: number): void {
    if (hasJob(thread)) goOn(thread, slice)
    else {
      thread.isResting = true
      startNext(thread.core)
    }
  }

  return {
    openThread() {
      const thread: State = {
        jobs: { trip: [], continuation: [], event: [] },
        current: undefined,
        isResting: true,
        used: 0,
        core: all[threads.length % cores]!,
      }
      threads.push(thread)
      return {
        used: () => thread.used,
        run(milliseconds, then, urgency = 'event') {
          thread.jobs[urgency].push({ left: vary(milliseconds), then })
          if (thread.isResting) wake(thread)
        },
      }
    },
    used: () => threads.reduce((sum, { used }) => sum + used, 0),
  }
}

function nextJob({ jobs }: State): Job | undefined {
  return jobs.trip.shift() ?? jobs.continuation.shift() ?? jobs.event.shift()
}

function hasJob({ jobs }: State): boolean {
  return jobs.trip.length + jobs.continuation.length + jobs.event.length > 0
}
