import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { readyAddress, stopChild } from './child.ts'
import type { Closing } from './closing.ts'

/** The bank, running as a program of its own. */
export type BankProcess = {
  readonly address: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

/** The root of the clone. */
export const root = resolve(import.meta.dirname, '../..')

/** Starts one process of the bank on the database. `profile` is the folder for its processor profile, if any. */
export async function startBank(
  {
    databaseUrl,
    secretKey,
    profile,
  }: { databaseUrl: string; secretKey: string; profile: string | undefined },
  closing: Closing,
): Promise<BankProcess> {
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`]
  const child = spawn(process.execPath, [...profiling, 'server/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: 'off',
      // One address sends thousands of transfers a second: what limits are for, and not what is measured.
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group of its own, so that Ctrl-C reaches this program first and it closes the bank in its turn.
    detached: true,
  })
  const stop = () => stopChild(child)
  closing.add(stop)
  return { address: await readyAddress(child), pid: child.pid!, stop }
}
