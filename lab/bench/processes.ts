import { readdirSync, readFileSync } from 'node:fs'

/** The resources that a process used while it was watched. Not a number on systems other than Linux. */
export type ProcessUse = {
  /** The most resident memory of the process itself. */
  readonly memoryBytes: number
  /** User and system time of the process and its descendants. */
  readonly processorSeconds: number
}

/** Watches a process from now until the returned function is called. */
export function watchProcess(pid: number): () => ProcessUse {
  const processorBefore = processorSecondsBelow(pid)
  let memoryBytes = residentBytes(pid)
  const sample = () => {
    memoryBytes = Math.max(memoryBytes, residentBytes(pid))
  }
  const timer = setInterval(sample, 100)
  return () => {
    clearInterval(timer)
    sample()
    return { memoryBytes, processorSeconds: processorSecondsBelow(pid) - processorBefore }
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
    // From the third field on. The second is the program's name in brackets and may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    // In hundredths of a second: user and system time, and those of its ended children.
    const seconds = (fields[11]! + fields[12]! + fields[13]! + fields[14]!) / 100
    return [{ pid, parent: fields[1]!, seconds }]
  } catch {
    return []
  }
}
