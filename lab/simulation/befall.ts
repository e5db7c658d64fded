import type { Fault } from './faults.ts'
import { sqlError } from './sql-error.ts'
import type { Timeline } from './timeline.ts'

/** What can be done to a session. */
export type Sufferer = {
  /** The statement under way is refused. */
  readonly fail: (error: Error) => void
  /** The session ends with this code, and the other end is told. */
  readonly fatal: (code: string) => void
  /** What was to be said becomes unreadable; what was done stays done, and the rest is done, too. */
  readonly garble: () => void
  /** The connection breaks; the server notices `milliseconds` later, and holds its locks until then. */
  readonly cut: (milliseconds: number, error: Error | null) => void
  /** The other end thinks it lost us, while everything it has sent is done. */
  readonly deafen: (error: Error) => void
}

/** Lets a fault, if any, befall a session. False when its statement does not go on, or only `later`. */
export function befall(
  session: Sufferer,
  fault: Fault | null,
  {
    moment,
    timeline,
    later,
  }: {
    /** Whether the statement is still to be done, or has been done and not been answered. */
    readonly moment: 'before' | 'after'
    readonly timeline: Timeline
    readonly later: () => void
  },
): boolean {
  switch (fault?.kind) {
    case undefined:
      return true
    case 'error':
      session.fail(sqlError(`refused ${moment} it was done`, fault.code))
      return false
    case 'garbage':
      if (moment === 'after') session.garble()
      return true
    case 'fatal':
      session.fatal(fault.code)
      return false
    case 'cut':
      session.cut(fault.milliseconds, fault.isNoticed ? sqlError('read ECONNRESET', 'ECONNRESET') : null)
      return false
    case 'deaf':
      session.deafen(sqlError('write EPIPE', 'EPIPE'))
      return true
    case 'silence':
      timeline.after(fault.milliseconds, later)
      return false
  }
}
