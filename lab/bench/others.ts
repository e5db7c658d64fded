import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { hundredthsBelow } from './process-tree.ts'

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
    return (busyHundredths() - hundredthsBelow(process.pid)) / 100
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
