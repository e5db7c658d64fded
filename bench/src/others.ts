import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/**
 * Watches what other programs take of the machine from now on: the function it gives tells their share of all
 * processors since, 0 to 1. Not a number where the system does not tell (it does on Linux).
 */
export function watchOthers(): () => number {
  const begin = performance.now()
  const before = processorSecondsOfOthers()
  return () => {
    const seconds = (performance.now() - begin) / 1_000
    const share = (processorSecondsOfOthers() - before) / seconds / availableParallelism()
    // Counted in hundredths of a second at slightly different moments.
    return Number.isNaN(share) ? share : Math.min(1, Math.max(0, share))
  }
}

function processorSecondsOfOthers(): number {
  try {
    return (busyHundredths() - ownHundredths()) / 100
  } catch {
    return Number.NaN
  }
}

/** What all processors have spent at work: all but idle, waiting for disks, and stolen by other machines. */
function busyHundredths(): number {
  const [, user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/\s+/)
    .map(Number)
  return user + nice + system + interrupts + soft
}

/** What this program and all it has started have taken, with those that have ended. */
function ownHundredths(): number {
  const children = new Map<number, { pid: number; hundredths: number }[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const found = readProcess(Number(name))
    if (found) children.set(found.parent, [...(children.get(found.parent) ?? []), found])
  }
  const below = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + child.hundredths + below(child.pid), 0)
  return (readProcess(process.pid)?.hundredths ?? 0) + below(process.pid)
}

/** Undefined for one that has just ended. */
function readProcess(pid: number): { pid: number; parent: number; hundredths: number } | undefined {
  try {
    // The second field is the program's name in brackets, and may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    // Its own time in user and in system mode, and that of its children that have ended.
    const hundredths = fields[11]! + fields[12]! + fields[13]! + fields[14]!
    return { pid, parent: fields[1]!, hundredths }
  } catch {
    return undefined
  }
}
