import type { TableName } from './model-rows.ts'
import type { Coming, Timeline } from './timeline.ts'

/** A transaction that may hold locks and wait for one. */
export type Holder = {
  waitsFor: Lock | null
  readonly held: Lock[]
  /** What ends the wait. */
  readonly patience: Coming[]
}

/** A row, or a key that is being inserted. */
export type Lockable = { readonly table: TableName; readonly key: string }

type Lock = Lockable & { holder: Holder; readonly waiting: Waiting[] }
type Waiting = { readonly who: Holder; readonly granted: () => void }

/** Locks on rows and on keys that are being inserted, held until their holder lets go of all. First come, first served. */
export type Locks = {
  /** True when it is had at once. Otherwise `granted` is called when it is, or `refused` with the reason. */
  readonly take: (
    who: Holder,
    what: Lockable,
    granted: () => void,
    refused: (code: '40P01' | '55P03') => void,
  ) => boolean
  readonly letGo: (who: Holder) => void
  readonly isHeld: (what: Lockable) => boolean
  readonly count: () => number
}

// As the books ask for, and as PostgreSQL does unless told otherwise.
const lockMillisecondsMax = 2_000
const deadlockMilliseconds = 1_000

export function newHolder(): Holder {
  return { waitsFor: null, held: [], patience: [] }
}

export function openLocks(timeline: Timeline): Locks {
  const locks: { [Table in TableName]?: Map<string, Lock> } = {}
  let count = 0

  function stopWaiting(who: Holder): void {
    if (who.waitsFor === null) return
    const { waiting } = who.waitsFor
    const index = waiting.findIndex((each) => each.who === who)
    if (index >= 0) waiting.splice(index, 1)
    who.waitsFor = null
    for (const coming of who.patience.splice(0)) timeline.callOff(coming)
  }

  /** Following from holder to holder, does one come back? */
  function waitsForItself(who: Holder): boolean {
    let next = who
    for (let steps = 0; next.waitsFor && steps < 100; steps++) {
      next = next.waitsFor.holder
      if (next === who) return true
    }
    return false
  }

  return {
    take(who, what, granted, refused) {
      const { table, key } = what
      locks[table] ??= new Map()
      const own = locks[table]
      const lock = own.get(key)
      if (!lock) {
        const taken = { table, key, holder: who, waiting: [] }
        own.set(key, taken)
        who.held.push(taken)
        count++
        return true
      }
      if (lock.holder === who) return true
      who.waitsFor = lock
      lock.waiting.push({ who, granted })
      who.patience.push(
        timeline.after(deadlockMilliseconds, () => {
          if (!waitsForItself(who)) return
          stopWaiting(who)
          refused('40P01')
        }),
        timeline.after(lockMillisecondsMax, () => {
          stopWaiting(who)
          refused('55P03')
        }),
      )
      return false
    },
    letGo(who) {
      stopWaiting(who)
      if (who.held.length === 0) return
      for (const lock of who.held.splice(0)) {
        const next = lock.waiting[0]
        if (!next) {
          locks[lock.table]?.delete(lock.key)
          count--
          continue
        }
        stopWaiting(next.who)
        lock.holder = next.who
        next.who.held.push(lock)
        next.granted()
      }
    },
    isHeld: ({ table, key }) => locks[table]?.has(key) ?? false,
    count: () => count,
  }
}
