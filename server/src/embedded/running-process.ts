import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/** What the system tells about a process. */
export type RunningProcess = {
  readonly name: string
  /** Dead, but not yet cleared away by its parent. Signals still seem to reach it. */
  readonly isZombie: boolean
  /** Tells two processes apart that had the same number one after the other. */
  readonly startedAt: string
  /** The folder it works in, where the system tells. */
  readonly folder: string | undefined
}

/** Looks at a process by its number; undefined when there is none. */
export function lookAtProcess(pid: number): RunningProcess | undefined {
  return process.platform === 'linux' ? lookInProc(pid) : lookWithPs(pid)
}

function lookInProc(pid: number): RunningProcess | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (stat === undefined) return undefined
  // "12 (name, with any sign) S 1 …": the name ends at the last bracket; state is field 3, the start time field 22.
  const nameEnd = stat.lastIndexOf(')')
  const fields = stat.slice(nameEnd + 2).split(' ')
  return {
    name: stat.slice(stat.indexOf('(') + 1, nameEnd),
    isZombie: fields[0] === 'Z' || fields[0] === 'X',
    startedAt: fields[19] ?? '',
    folder: attempt(() => readlinkSync(`/proc/${pid}/cwd`)),
  }
}

function lookWithPs(pid: number): RunningProcess | undefined {
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
