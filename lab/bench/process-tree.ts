import { readdirSync, readFileSync } from 'node:fs'

/** A program as Linux lists it. */
type Listed = { readonly pid: number; readonly parent: number; readonly hundredths: number }

/**
 * The processor time that a program and all it has started have taken, with those that have ended, in hundredths of a
 * second. Throws where the system does not tell (it does on Linux).
 */
export function hundredthsBelow(pid: number): number {
  return listTree(pid).reduce((sum, { hundredths }) => sum + hundredths, 0)
}

/**
 * The memory that a program and all it has started hold now, in bytes, with what several of them share counted once.
 * Not a number where the system does not tell.
 */
export function memoryBelow(pid: number): number {
  try {
    return listTree(pid).reduce((sum, each) => sum + proportionalBytes(each.pid), 0)
  } catch {
    return Number.NaN
  }
}

function listTree(root: number): Listed[] {
  const all = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => readListed(Number(entry)))
  const below = Map.groupBy(all, ({ parent }) => parent)
  const withAllBelow = (listed: Listed): Listed[] => [
    listed,
    ...(below.get(listed.pid) ?? []).flatMap(withAllBelow),
  ]
  return all.filter(({ pid }) => pid === root).flatMap(withAllBelow)
}

/** Empty for one that has just ended. */
function readListed(pid: number): Listed[] {
  try {
    // The second field is the program's name in brackets, and may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    // Its own time in user and in system mode, and that of its children that have ended.
    const hundredths = fields[11]! + fields[12]! + fields[13]! + fields[14]!
    return [{ pid, parent: fields[1]!, hundredths }]
  } catch {
    return []
  }
}

function proportionalBytes(pid: number): number {
  const kibibytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return Number(kibibytes) * 1_024
}
