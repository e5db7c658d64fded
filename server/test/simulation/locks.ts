import type { Coming, Timeline } from './timeline.ts'

/** Whoever may hold locks and wait for one. */
export type Holder = { waitsFor: string | null }

type Lock = { holder: Holder; readonly waiting: Waiting[] }
type Waiting = { readonly who: Holder; readonly granted: () => void }

/** Locks on rows and on keys that are being inserted, held until their holder lets go of all. First come, first served. */
export type Locks = {
  /** True when it is had at once. Otherwise `granted` is called when it is, or `refused` with the reason. */
  readonly take: (
    who: Holder,
    what: string,
    granted: () => void,
    refused: (code: '40P01' | '55P03') => void,
  ) => boolean
  readonly letGo: (who: Holder) => void
  readonly isHeld: (what: string) => boolean
  readonly count: () => number
}

// As the books ask for, and as PostgreSQL does unless told otherwise.
const lockMillisecondsMax = 2_000
const deadlockMilliseconds = 1_000

export function openLocks(timeline: Timeline): Locks {
  const locks = new Map<string, Lock>()
  const held = new Map<Holder, string[]>()
  const patience = new Map<Holder, Coming[]>()

  function give(who: Holder, what: string): void {
    const own = held.get(who)
    if (own) own.push(what)
    else held.set(who, [what])
  }

  function stopWaiting(who: Holder): void {
    if (who.waitsFor === null) return
    const waiting = locks.get(who.waitsFor)?.waiting ?? []
    const index = waiting.findIndex((each) => each.who === who)
    if (index >= 0) waiting.splice(index, 1)
    who.waitsFor = null
    for (const coming of patience.get(who) ?? []) timeline.callOff(coming)
    patience.delete(who)
  }

  /** Following from holder to holder, does one come back? */
  function waitsForItself(who: Holder): boolean {
    let next: Holder | undefined = who
    for (let steps = 0; next?.waitsFor && steps < 100; steps++) {
      next = locks.get(next.waitsFor)?.holder
      if (next === who) return true
    }
    return false
  }

  return {
    take(who, what, granted, refused) {
      const lock = locks.get(what)
      if (!lock) {
        locks.set(what, { holder: who, waiting: [] })
        give(who, what)
        return true
      }
      if (lock.holder === who) return true
      who.waitsFor = what
      lock.waiting.push({ who, granted })
      patience.set(who, [
        timeline.after(deadlockMilliseconds, () => {
          if (!waitsForItself(who)) return
          stopWaiting(who)
          refused('40P01')
        }),
        timeline.after(lockMillisecondsMax, () => {
          stopWaiting(who)
          refused('55P03')
        }),
      ])
      return false
    },
    letGo(who) {
      stopWaiting(who)
      const own = held.get(who) ?? []
      held.delete(who)
      for (const what of own) {
        const lock = locks.get(what)!
        const next = lock.waiting[0]
        if (!next) {
          locks.delete(what)
          continue
        }
        stopWaiting(next.who)
        lock.holder = next.who
        give(next.who, what)
        next.granted()
      }
    },
    isHeld: (what) => locks.has(what),
    count: () => locks.size,
  }
}
