import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runAsOptions } from './cluster.ts'
import type { EmbeddedServer } from './embedded-server.ts'
import { findPostmaster } from './pid-file.ts'
import { findProcess } from './running-process.ts'

/** A PostgreSQL that this program has started. */
export type Postmaster = {
  /** What it has written to its log, once it has ended; undefined while it runs. */
  readonly logAtExit: () => string | undefined
}

/**
 * Starts PostgreSQL on the files and does not wait until it is ready. `settings` are added to the server's own, by name. It
 * runs in a separate process group: Ctrl-C reaches only the program, which then stops it.
 */
export function startPostmaster(server: EmbeddedServer, settings: Record<string, string>): Postmaster {
  const { cluster, postgres } = server
  const log = join(cluster.directory, '..', 'postgres.log')
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > logBytesMax) renameSync(log, `${log}.1`)
  const output = openSync(log, 'a', 0o600)
  const sizeBefore = statSync(log).size
  const named = Object.entries({ ...server.settings, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const [command = postgres, ...args] = [...cluster.runAs.prefix, postgres, '-D', cluster.directory, ...named]
  const child = spawn(command, args, {
    ...runAsOptions(cluster.runAs),
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  child.unref()
  let ended = false
  let problem = ''
  child.on('exit', () => {
    ended = true
  })
  child.on('error', (error) => {
    ended = true
    problem = error.message
  })
  return {
    logAtExit: () =>
      ended ? `${readFileSync(log).subarray(sizeBefore).toString('utf8')}${problem}`.trim() : undefined,
  }
}

// Each start adds a few lines; the errors of the bank's statements are not logged there.
const logBytesMax = 1_000_000

/** Why a start failed, in one line: the last fatal error in the log, or what was written before PostgreSQL's own log began. */
export function reasonIn(log: string): string {
  const lines = log.split('\n')
  const fatal = lines.findLast(
    // A client that connects during the start is refused with the server's state, which is not the reason.
    (line) => /(FATAL|PANIC): {2}/.test(line) && !/: {2}the database system is /.test(line),
  )
  const reason =
    fatal?.replace(/^.*?(FATAL|PANIC): {2}/, '') ?? lines.filter((line) => !/LOG: {2}/.test(line)).join(' ')
  return reason.replace(/^postgres: |\.$/g, '')
}

/**
 * Stops the PostgreSQL that runs on the files: sessions are ended and their open transactions are rolled back. A server that
 * has not ended after seven seconds is stopped at once, and recovers its files at its next start.
 */
export async function stopPostmaster(server: EmbeddedServer): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 7],
    ['SIGQUIT', 2],
  ] as const) {
    const pid = findPostmaster(server)
    if (pid === undefined) return
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const deadline = performance.now() + seconds * 1_000
    while (isRunning(pid) && performance.now() < deadline) await wait(10)
  }
}

/** A zombie has ended, although its parent has not collected it. */
function isRunning(pid: number): boolean {
  const found = findProcess(pid)
  return found !== undefined && !found.isZombie
}
