import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/** A process as the operating system describes it. */
export type RunningProcess = {
  readonly name: string
  /** It has ended, but its parent has not collected it yet. Signals to it still succeed. */
  readonly isZombie: boolean
  /** Distinguishes processes that have had the same id one after the other. */
  readonly startedAt: string
  /** Its working directory, where the system shows it. */
  readonly folder: string | undefined
}

/** Finds a process by its id; undefined when there is none. */
export function findProcess(pid: number): RunningProcess | undefined {
  return process.platform === 'linux' ? readProc(pid) : readPs(pid)
}

function readProc(pid: number): RunningProcess | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (stat === undefined) return undefined
  // "12 (name, with any character) S 1 …": the name ends at the last bracket; state is field 3, the start time field 22.
  const nameEnd = stat.lastIndexOf(')')
  const fields = stat.slice(nameEnd + 2).split(' ')
  return {
    name: stat.slice(stat.indexOf('(') + 1, nameEnd),
    isZombie: fields[0] === 'Z' || fields[0] === 'X',
    startedAt: fields[19] ?? '',
    folder: attempt(() => readlinkSync(`/proc/${pid}/cwd`)),
  }
}

function readPs(pid: number): RunningProcess | undefined {
  const line = attempt(() =>
    execFileSync('ps', ['-o', 'state=,lstart=,comm=', '-p', String(pid)], { encoding: 'utf8' }),
  )
  // "Ss   Fri Nov 20 09:15:00 2026 /path/to/postgres"
  const match = /^(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\d{4})\s+(.*)$/.exec(line?.trim() ?? '')
  if (match === null) return undefined
  const [, state = '', startedAt = '', command = ''] = match
  return {
    name: command.split('/').at(-1) ?? '',
    isZombie: state.startsWith('Z'),
    startedAt,
    folder: undefined,
  }
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
