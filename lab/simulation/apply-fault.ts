import type { Fault } from './faults.ts'
import { sqlError } from './sql-error.ts'
import type { Timeline } from './timeline.ts'

/** A session of the server, as faults affect it. */
export type FaultTarget = {
  /** The current statement fails. */
  readonly fail: (error: Error) => void
  /** The server ends the session with this code. */
  readonly fatal: (code: string) => void
  /** The answer is unreadable; all statements are executed. */
  readonly garble: () => void
  /** The connection breaks; the server notices it after `milliseconds`, and holds its locks until then. */
  readonly cut: (milliseconds: number, error: Error | null) => void
  /** The client loses the connection, while everything it has sent is executed. */
  readonly deafen: (error: Error) => void
}

/** Applies a fault, if any, to a session. False when its statement does not continue, or continues by `later`. */
export function applyFault(
  session: FaultTarget,
  fault: Fault | null,
  {
    moment,
    timeline,
    later,
  }: {
    /** Before the statement is executed, or after it and before the answer. */
    readonly moment: 'before' | 'after'
    readonly timeline: Timeline
    readonly later: () => void
  },
): boolean {
  switch (fault?.kind) {
    case undefined:
      return true
    case 'error':
      session.fail(sqlError(`failed ${moment} it was executed`, fault.code))
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
