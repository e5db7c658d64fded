import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runAsOptions } from './cluster.ts'
import type { EmbeddedServer } from './embedded-server.ts'
import { findPostmaster } from './pid-file.ts'
import { lookAtProcess } from './running-process.ts'

/** A PostgreSQL that this program has started. */
export type Postmaster = {
  /** What it wrote to its log before it ended, or undefined while it runs. */
  readonly lastWords: () => string | undefined
}

/**
 * Starts PostgreSQL on the files; whether it gets ready shows when it answers. `settings` are added to its own, by name. It leads
 * a process group of its own, so that Ctrl-C reaches the program first and the program stops it.
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
    lastWords: () =>
      ended ? `${readFileSync(log).subarray(sizeBefore).toString('utf8')}${problem}`.trim() : undefined,
  }
}

/** Each start adds a few lines; what the bank's own statements get wrong is not logged here. */
const logBytesMax = 1_000_000

/** The reason in a log, in one line: what PostgreSQL gave up with, else what it said before its log began. */
export function reasonIn(log: string): string {
  const lines = log.split('\n')
  const fatal = lines.findLast(
    // Whoever knocks meanwhile is told how far the server is, not why it goes no further.
    (line) => /(FATAL|PANIC): {2}/.test(line) && !/: {2}the database system is /.test(line),
  )
  const reason =
    fatal?.replace(/^.*?(FATAL|PANIC): {2}/, '') ?? lines.filter((line) => !/LOG: {2}/.test(line)).join(' ')
  return reason.replace(/^postgres: |\.$/g, '')
}

/**
 * Stops the PostgreSQL that runs on the files: sessions are ended and what they had not committed is rolled back. One that
 * has not ended after seven seconds is stopped without ceremony, and repairs its files at its next start.
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

/** A dead process that nobody clears away has ended all the same. */
function isRunning(pid: number): boolean {
  const found = lookAtProcess(pid)
  return found !== undefined && !found.isZombie
}
