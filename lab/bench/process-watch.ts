import { readFileSync } from 'node:fs'

/** What a program took while it was watched. */
export type Watched = {
  /** The most memory it held at once, in bytes; undefined where the system does not tell (it does on Linux). */
  readonly memoryBytes: number | undefined
  readonly processorSeconds: number | undefined
}

/** Watches a program from now until the function it gives is called. */
export function watchProcess(pid: number): () => Watched {
  const processorBefore = processorSecondsOf(pid)
  let memoryBytes = memoryBytesOf(pid)
  const look = () => {
    const now = memoryBytesOf(pid)
    if (now !== undefined) memoryBytes = Math.max(memoryBytes ?? 0, now)
  }
  const timer = setInterval(look, 100)
  return () => {
    clearInterval(timer)
    look()
    const processorAfter = processorSecondsOf(pid)
    return {
      memoryBytes,
      processorSeconds:
        processorBefore === undefined || processorAfter === undefined
          ? undefined
          : processorAfter - processorBefore,
    }
  }
}

/** The memory a program holds now, in bytes; undefined where the system does not tell. */
export function memoryBytesOf(pid: number): number | undefined {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProcess(pid, 'status'))?.[1]
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1_024
}

/** In user and in system mode, all threads. Linux counts in hundredths of a second. */
function processorSecondsOf(pid: number): number | undefined {
  // The second field is the program's name in brackets, and may hold anything.
  const fields = readProcess(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields.length > 12 ? (Number(fields[11]) + Number(fields[12])) / 100 : undefined
}

function readProcess(pid: number, name: 'status' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
