import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
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

/** What `npm start` runs. */
const bankProgram = 'server/src/main.ts'

/**
 * Starts one process of the bank on the database. `profile` is the folder for its processor profile, if any; `program`
 * is run in the place of the bank's own; `settings` are added to the usual ones or replace them.
 */
export async function startBank(
  {
    databaseUrl,
    secretKey,
    profile,
    program = bankProgram,
    settings = {},
  }: {
    databaseUrl: string
    secretKey: string
    profile: string | undefined
    program?: string
    settings?: Readonly<Record<string, string>>
  },
  closing: Closing,
): Promise<BankProcess> {
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`]
  const child = spawn(process.execPath, [...profiling, ...startOptions(), program], {
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
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group of its own, so that Ctrl-C reaches this program first and it closes the bank in its turn.
    detached: true,
  })
  const stop = () => stopChild(child)
  closing.add(stop)
  return { address: await readyAddress(child), pid: child.pid!, stop }
}

/** The options that `npm start` gives to Node, so that what is measured is what people run. */
function startOptions(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const [exec, node, ...given] = scripts.start.split(' ')
  if (exec === 'exec' && node === 'node' && given.at(-1) === bankProgram) return given.slice(0, -1)
  throw new Error(`npm start is "${scripts.start}", which is not "exec node … ${bankProgram}".`)
}
