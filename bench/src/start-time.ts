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
  const begin = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    // Not with the settings of whoever runs this: they may name a bank in use.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // npm and what it starts are one group, and are stopped as one.
    detached: true,
  })
  const stop = () => stopGroup(child)
  closing.add(stop)
  await readyAddress(child)
  const seconds = (performance.now() - begin) / 1_000
  await stop()
  return seconds
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  // The bank ends its output when it has closed, which is later than npm's own end.
  const closed = once(child, 'close')
  process.kill(-child.pid, 'SIGTERM')
  await closed
}
