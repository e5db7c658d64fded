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
}

/**
 * Opens a machine with a number of cores. A thread that has work waits for a free core, first come, first served; after a slice it
 * gives the core to one that waits.
 */
export function openMachine(
  timeline: Timeline,
  { cores, sliceMilliseconds }: { cores: number; sliceMilliseconds: number },
): Machine {
  const threads: State[] = []
  const ready: State[] = []
  let freeCores = cores

  function dispatch(): void {
    while (freeCores > 0 && ready.length > 0) {
      freeCores--
      goOn(ready.shift()!, sliceMilliseconds)
    }
  }

  function giveUpCore(): void {
    freeCores++
    dispatch()
  }

  function goOn(thread: State, slice: number): void {
    thread.current ??= nextJob(thread)
    const job = thread.current
    // The code that the last job resumed may have another one.
    if (!job) {
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
      if (milliseconds < slice) goOn(thread, slice - milliseconds)
      else if (ready.length === 0) goOn(thread, sliceMilliseconds)
      else {
        ready.push(thread)
        giveUpCore()
      }
    })
  }

  function goOnOrRest(thread: State, slice: number): void {
    if (hasJob(thread)) goOn(thread, slice)
    else {
      thread.isResting = true
      giveUpCore()
    }
  }

  return {
    openThread() {
      const thread: State = {
        jobs: { trip: [], continuation: [], event: [] },
        current: undefined,
        isResting: true,
        used: 0,
      }
      threads.push(thread)
      return {
        used: () => thread.used,
        run(milliseconds, then, urgency = 'event') {
          thread.jobs[urgency].push({ left: milliseconds, then })
          if (!thread.isResting) return
          thread.isResting = false
          ready.push(thread)
          dispatch()
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
