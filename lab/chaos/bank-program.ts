import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, createWriteStream, openSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { readyAddress, root, startCommand } from '../bank-command.ts'
import { ask } from './ask.ts'
import type { Finding } from './records.ts'

/** One process of the bank, as `npm start` runs it, started again by the run whenever it has ended. */
export type BankProgram = {
  /** Where it answers; undefined while it does not run. */
  readonly address: () => string | undefined
  readonly pid: () => number | undefined
  /** Starts it and waits until it is ready to serve. */
  readonly start: () => Promise<void>
  /** Sends the signal and waits until it has ended. Gives its exit code, null after a kill, and the seconds it took. */
  readonly end: (signal: NodeJS.Signals) => Promise<{ code: number | null; seconds: number }>
  /** Seconds from each start to being ready, of those that found their database. */
  readonly secondsToReady: readonly number[]
}

/**
 * `mayFindNoDatabase`: it may be started while its database is away, and is started again then. What it prints goes to the file
 * `log`. `report` hears of it when it ends without having been told to.
 */
export function openBankProgram(
  settings: () => Readonly<Record<string, string>>,
  {
    name,
    log,
    mayFindNoDatabase,
    nodeOptions = [],
    prefix = [],
    report,
  }: {
    name: string
    log: string
    mayFindNoDatabase: boolean
    nodeOptions?: readonly string[]
    /** The command that becomes the program. */
    prefix?: readonly string[]
    report: (finding: Finding) => void
  },
): BankProgram {
  const secondsToReady: number[] = []
  let child: ChildProcess | undefined
  let address: string | undefined
  let isToldToEnd = false

  function launch(): ChildProcess {
    const output = openSync(log, 'a')
    const started = startCommand()
    const [command = '', ...args] = [...prefix, process.execPath, ...nodeOptions, ...started.args]
    const launched = spawn(command, args, {
      cwd: root,
      env: {
        ...started.env,
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
        ...settings(),
      },
      stdio: ['ignore', 'pipe', output],
      // A group of its own, so that Ctrl-C reaches the run first, which ends the bank in its turn.
      detached: true,
    })
    closeSync(output)
    // Whatever ends this run, it leaves no bank behind.
    const endWithUs = () => launched.kill('SIGKILL')
    process.once('exit', endWithUs)
    launched.once('exit', () => process.off('exit', endWithUs))
    launched.once('exit', (code, signal) => {
      if (child !== launched) return
      if (address !== undefined && !isToldToEnd) {
        report({ what: 'ended by itself', detail: `${name} ended with ${signal ?? code}; see ${log}` })
      }
      child = undefined
      address = undefined
    })
    return launched
  }

  async function start(): Promise<void> {
    for (let tries = 1; ; tries++) {
      isToldToEnd = false
      const begun = performance.now()
      const launched = launch()
      child = launched
      const found = await readyAddress(launched)
      // Read on, or the program would stand still once the pipe is full.
      launched.stdout!.pipe(createWriteStream(log, { flags: 'a' }))
      if (found !== undefined) {
        address = found
        if (!(await untilReady(found, () => child === launched))) {
          report({ what: 'did not start', detail: `${name} runs and is not ready; see ${log}` })
        }
        secondsToReady.push((performance.now() - begun) / 1_000)
        return
      }
      if (!mayFindNoDatabase || isToldToEnd || tries > 100) {
        throw new Error(`${name} does not start; see ${log}`)
      }
      await wait(100)
    }
  }

  return {
    address: () => address,
    pid: () => child?.pid,
    start,
    async end(signal) {
      const ending = child
      if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null)
        return { code: 0, seconds: 0 }
      isToldToEnd = true
      const begun = performance.now()
      const ended = once(ending, 'exit')
      ending.kill(signal)
      const [code] = (await ended) as [number | null]
      return { code, seconds: (performance.now() - begun) / 1_000 }
    },
    secondsToReady,
  }
}

/** Until `/readyz` says 200, for a minute at most, and only while `isAlive`. False when it still runs then and is not ready. */
export async function untilReady(
  address: string,
  isAlive: () => boolean,
  milliseconds = 60_000,
): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  while (isAlive() && performance.now() < deadline) {
    const answer = await ask(address, { method: 'GET', path: '/readyz' })
    if (answer?.status === 200) return true
    await wait(20)
  }
  return !isAlive()
}
