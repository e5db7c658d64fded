import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** The resources that a process used while it was watched. Not a number on systems other than Linux. */
export type ProcessUse = {
  /** The most resident memory of the process itself. */
  readonly memoryBytes: number
  /** User and system time of the process and its descendants. */
  readonly processorSeconds: number
  /** That of the process's main thread alone: in Node, the thread of the event loop. */
  readonly mainThreadSeconds: number
}

/** Watches a process from now until the returned function is called. */
export function watchProcess(pid: number): () => ProcessUse {
  const processorBefore = processorSecondsBelow(pid)
  const mainThreadBefore = mainThreadSeconds(pid)
  let memoryBytes = residentBytes(pid)
  const sample = () => {
    memoryBytes = Math.max(memoryBytes, residentBytes(pid))
  }
  const timer = setInterval(sample, 100)
  return () => {
    clearInterval(timer)
    sample()
    return {
      memoryBytes,
      processorSeconds: processorSecondsBelow(pid) - processorBefore,
      mainThreadSeconds: mainThreadSeconds(pid) - mainThreadBefore,
    }
  }
}

function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024
  } catch {
    return Number.NaN
  }
}

/** The time that all cores of the machine have worked since its start, whatever for. */
export function machineSeconds(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1_000
}

/** User and system time of a process's main thread, whose id is that of the process. */
function mainThreadSeconds(pid: number): number {
  try {
    const fields = statFields(`/proc/${pid}/task/${pid}/stat`)
    return (fields[11]! + fields[12]!) / 100
  } catch {
    return Number.NaN
  }
}

type Process = { readonly pid: number; readonly parent: number; readonly seconds: number }

/** Processor time of a process and its descendants, also ended ones. Not a number on systems other than Linux. */
export function processorSecondsBelow(pid: number): number {
  try {
    const all = readdirSync('/proc').flatMap((entry) =>
      /^\d+$/.test(entry) ? readProcess(Number(entry)) : [],
    )
    const children = Map.groupBy(all, ({ parent }) => parent)
    const sum = (process: Process): number =>
      (children.get(process.pid) ?? []).reduce((total, child) => total + sum(child), process.seconds)
    return all.filter((process) => process.pid === pid).reduce((total, process) => total + sum(process), 0)
  } catch {
    return Number.NaN
  }
}

/** Empty for a process that has just ended. */
function readProcess(pid: number): Process[] {
  try {
    const fields = statFields(`/proc/${pid}/stat`)
    // In hundredths of a second: user and system time, and those of its ended children.
    const seconds = (fields[11]! + fields[12]! + fields[13]! + fields[14]!) / 100
    return [{ pid, parent: fields[1]!, seconds }]
  } catch {
    return []
  }
}

/** The fields of a stat file from the third on. The second is the program's name in brackets and may contain spaces. */
function statFields(path: string): number[] {
  return readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number)
}
