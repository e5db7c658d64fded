import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'

/** A program that the run starts, signals and starts again. */
export type ChildProgram = {
  /** Undefined while it does not run. */
  readonly pid: () => number | undefined
  readonly start: () => void
  readonly signal: (signal: NodeJS.Signals) => void
  /** Waits for its end, if it runs. */
  readonly ended: () => Promise<unknown>
}

/** Its output is appended to the file `log`. */
export function openChildProgram(
  [path = '', ...args]: readonly string[],
  { env, cwd, log }: { env: Record<string, string>; cwd: string; log: string },
): ChildProgram {
  let child: ChildProcess | undefined

  return {
    pid: () => child?.pid,
    start() {
      const output = openSync(log, 'a')
      const launched = spawn(path, args, {
        cwd,
        env,
        stdio: ['ignore', output, output],
        // A process group: Ctrl-C reaches the run only, which then stops the program.
        detached: true,
      })
      closeSync(output)
      launched.once('exit', () => {
        if (child === launched) child = undefined
      })
      child = launched
    },
    signal: (signal) => child?.kill(signal),
    ended: async () => child && once(child, 'exit'),
  }
}
