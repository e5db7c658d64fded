import type { TableName } from './model-rows.ts'
import type { Timeline, Timer } from './timeline.ts'

/** A transaction that may hold locks and wait for one. */
export type Holder = {
  waitsFor: Lock | null
  readonly held: Lock[]
  readonly timeouts: Timer[]
}

/** A row, or a key that is being inserted. */
export type Lockable = { readonly table: TableName; readonly key: string }

type Lock = Lockable & { holder: Holder; readonly waiting: Waiter[] }
type Waiter = { readonly holder: Holder; readonly granted: () => void }

/** Exclusive locks on rows and keys, held until their holder releases all of them, and granted in the order of the requests. */
export type Locks = ReturnType<typeof openLocks>

// The lock_timeout of the books, and PostgreSQL's default deadlock_timeout.
const lockMillisecondsMax = 2_000
const deadlockMilliseconds = 1_000

export function newHolder(): Holder {
  return { waitsFor: null, held: [], timeouts: [] }
}

export function openLocks(timeline: Timeline) {
  const locks: { [Table in TableName]?: Map<string, Lock> } = {}
  let count = 0

  function stopWaiting(holder: Holder): void {
    if (holder.waitsFor === null) return
    const { waiting } = holder.waitsFor
    const index = waiting.findIndex((each) => each.holder === holder)
    if (index >= 0) waiting.splice(index, 1)
    holder.waitsFor = null
    for (const timer of holder.timeouts.splice(0)) timeline.cancel(timer)
  }

  function isDeadlocked(holder: Holder): boolean {
    let next = holder
    for (let steps = 0; next.waitsFor && steps < 100; steps++) {
      next = next.waitsFor.holder
      if (next === holder) return true
    }
    return false
  }

  return {
    /** True when it is granted at once. Otherwise `granted` is called later, or `refused` with the SQLSTATE. */
    acquire(
      holder: Holder,
      { table, key }: Lockable,
      granted: () => void,
      refused: (code: '40P01' | '55P03') => void,
    ): boolean {
      locks[table] ??= new Map()
      const own = locks[table]
      const lock = own.get(key)
      if (!lock) {
        const acquired = { table, key, holder, waiting: [] }
        own.set(key, acquired)
        holder.held.push(acquired)
        count++
        return true
      }
      if (lock.holder === holder) return true
      holder.waitsFor = lock
      lock.waiting.push({ holder, granted })
      holder.timeouts.push(
        timeline.after(deadlockMilliseconds, () => {
          if (!isDeadlocked(holder)) return
          stopWaiting(holder)
          refused('40P01')
        }),
        timeline.after(lockMillisecondsMax, () => {
          stopWaiting(holder)
          refused('55P03')
        }),
      )
      return false
    },
    release(holder: Holder): void {
      stopWaiting(holder)
      for (const lock of holder.held.splice(0)) {
        const next = lock.waiting[0]
        if (!next) {
          locks[lock.table]?.delete(lock.key)
          count--
          continue
        }
        stopWaiting(next.holder)
        lock.holder = next.holder
        next.holder.held.push(lock)
        next.granted()
      }
    },
    isHeld: ({ table, key }: Lockable) => locks[table]?.has(key) ?? false,
    count: () => count,
  }
}
