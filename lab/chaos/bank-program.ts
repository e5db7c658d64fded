import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, createWriteStream, openSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { readyAddress } from '@bank/server/test/program'
import { root, startCommand } from '../bank-command.ts'
import { ask } from './ask.ts'
import type { Findings } from './findings.ts'
import { until } from './until.ts'

/** One process of the bank, run as `npm start` runs it. It can be started again after it has ended. */
export type BankProgram = {
  /** Undefined while it does not run. */
  readonly address: () => string | undefined
  readonly pid: () => number | undefined
  /** Starts it and waits until it is ready. */
  readonly start: () => Promise<void>
  /** Sends the signal and waits for the end. Returns the exit code, null after a kill, and the seconds it took. */
  readonly end: (signal: NodeJS.Signals) => Promise<{ code: number | null; seconds: number }>
  /** Of each start that found its database. */
  readonly secondsToReady: readonly number[]
}

export type ProgramOptions = {
  readonly name: string
  /** The file to which its output is appended. */
  readonly log: string
  /** Its database may be down at the start, which is then repeated. */
  readonly mayFindNoDatabase: boolean
  readonly nodeOptions?: readonly string[]
  /** A command before that of the program, which it replaces itself with. */
  readonly prefix?: readonly string[]
  /** Called when it ends by itself. */
  readonly report: Findings['report']
}

export function openBankProgram(
  settings: () => Readonly<Record<string, string>>,
  { name, log, mayFindNoDatabase, nodeOptions = [], prefix = [], report }: ProgramOptions,
): BankProgram {
  const secondsToReady: number[] = []
  let child: ChildProcess | undefined
  let address: string | undefined
  let isStopping = false

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
      // A process group: Ctrl-C reaches the run only, which then stops the bank.
      detached: true,
    })
    closeSync(output)
    const killAtExit = () => launched.kill('SIGKILL')
    process.once('exit', killAtExit)
    launched.once('exit', () => process.off('exit', killAtExit))
    launched.once('exit', (code, signal) => {
      if (child !== launched) return
      if (address !== undefined && !isStopping) {
        report({ what: 'crashed', detail: `${name} ended with ${signal ?? code}; see ${log}` })
      }
      child = undefined
      address = undefined
    })
    return launched
  }

  async function start(): Promise<void> {
    for (let tries = 1; ; tries++) {
      isStopping = false
      const begun = performance.now()
      const launched = launch()
      child = launched
      const found = await readyAddress(launched)
      launched.stdout!.pipe(createWriteStream(log, { flags: 'a' }))
      if (found !== undefined) {
        address = found
        if (!(await untilReady(found, () => child === launched))) {
          report({ what: 'did not start', detail: `${name} runs and is not ready; see ${log}` })
        }
        secondsToReady.push((performance.now() - begun) / 1_000)
        return
      }
      if (!mayFindNoDatabase || isStopping || tries > 100) {
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
      isStopping = true
      const begun = performance.now()
      const ended = once(ending, 'exit')
      ending.kill(signal)
      const [code] = (await ended) as [number | null]
      return { code, seconds: (performance.now() - begun) / 1_000 }
    },
    secondsToReady,
  }
}

/** Ends a process with SIGTERM. Reports an exit code other than 0, and an end that took longer than its unit waits. */
export async function endInTime(program: BankProgram, { report }: Pick<Findings, 'report'>): Promise<void> {
  const { code, seconds } = await program.end('SIGTERM')
  if (code === 0 && seconds <= 20) return
  report({ what: 'unclean shutdown', detail: `SIGTERM: exit code ${code} after ${seconds.toFixed(1)} s` })
}

/** Waits until `/readyz` answers 200, while `isAlive`, for a minute at most. False when the process runs and is not ready. */
export async function untilReady(
  address: string,
  isAlive: () => boolean,
  milliseconds = 60_000,
): Promise<boolean> {
  return until(async () => !isAlive() || (await isReady(address)), { milliseconds })
}

export async function isReady(address: string): Promise<boolean> {
  return (await ask(address, { method: 'GET', path: '/readyz' }))?.status === 200
}
