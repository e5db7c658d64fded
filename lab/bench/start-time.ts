import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './bank-process.ts'
import { readyAddress } from './child.ts'
import type { Closing } from './closing.ts'

/** Seconds from typing `npm start` to the Ready line: with no data yet, and with the data of the start before. */
export async function measureStart(closing: Closing): Promise<{ first: number; again: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'truepenny-start-'))
  closing.add(() => rmSync(dataDir, { recursive: true, force: true }))
  // Whatever is missing or stale is installed and built here, untimed.
  await secondsToReady(dataDir, closing)
  const emptyDataDir = join(dataDir, 'empty')
  const first = await secondsToReady(emptyDataDir, closing)
  return { first, again: await secondsToReady(emptyDataDir, closing) }
}

async function secondsToReady(dataDir: string, closing: Closing): Promise<number> {
  const { seconds, stop } = await npmStart(dataDir, {}, closing)
  await stop()
  return seconds
}

/** A bank that was started by `npm start`, with its own PostgreSQL. */
export type Started = {
  readonly address: string
  /** From typing it to the Ready line. */
  readonly seconds: number
  readonly stop: () => Promise<void>
  /** Ends npm and the program in an instant; not the PostgreSQL. */
  readonly kill: () => Promise<void>
}

/** Types `npm start` and waits for the Ready line. */
export async function npmStart(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
  closing: Closing,
): Promise<Started> {
  const begin = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    // Not with the settings of whoever runs this: they may name a bank in use.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    // npm and what it starts are one group, and are stopped as one.
    detached: true,
  })
  const stop = () => endGroup(child, 'SIGTERM')
  closing.add(stop)
  const address = await readyAddress(child)
  return {
    address,
    seconds: (performance.now() - begin) / 1_000,
    stop,
    kill: () => endGroup(child, 'SIGKILL'),
  }
}

async function endGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  // The bank ends its output when it has closed, which is later than npm's own end.
  const closed = once(child, 'close')
  process.kill(-child.pid, signal)
  await closed
}
