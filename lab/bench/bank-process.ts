import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readyAddress } from '@bank/server/test/program'
import { root, startCommand } from '../bank-command.ts'

export type BankProcess = {
  readonly address: string
  readonly pid: number
  readonly secondsToReady: number
  readonly stop: () => Promise<void>
}

/** Starts the bank of a checkout, this one by default, on a database. `settings` are environment variables. */
export function startBank(
  { url, secretKey }: { url: string; secretKey: string },
  cleanup: AsyncDisposableStack,
  { checkout = root, settings = {} }: { checkout?: string; settings?: Readonly<Record<string, string>> } = {},
): Promise<BankProcess> {
  const env = {
    ...startCommand(checkout).env,
    NODE_ENV: 'production',
    DATABASE_URL: url,
    SECRET_KEY: secretKey,
    HOST: '127.0.0.1',
    DEMO: 'off',
    // All requests come from one address.
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...settings,
  }
  return start([process.execPath, ...startCommand(checkout).args], { cwd: checkout, env }, cleanup)
}

/** Runs `npm start` with an embedded PostgreSQL in `settings.DATA_DIR`. */
export function npmStart(
  settings: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
  cleanup: AsyncDisposableStack,
): Promise<BankProcess> {
  return start(['npm', 'start'], { cwd: root, env: { HOME: process.env.HOME, ...settings } }, cleanup)
}

async function start(
  [command, ...args]: string[],
  { cwd, env }: SpawnOptions,
  cleanup: AsyncDisposableStack,
): Promise<BankProcess> {
  // Before the process exists: this throws when the run has been interrupted.
  cleanup.defer(() => stop())
  const begin = performance.now()
  const child = spawn(command!, args, {
    cwd,
    // Without the caller's environment, which may name the database of a real bank.
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group: Ctrl-C reaches the benchmark only, which stops npm and its children together.
    detached: true,
  })
  const stop = () => endGroup(child)
  const address = await readyAddress(child)
  if (address === undefined) throw new Error(`${command} ${args.at(-1)} ended before the bank was ready.`)
  const secondsToReady = (performance.now() - begin) / 1_000
  return { address, pid: child.pid!, secondsToReady, stop }
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  // The bank closes its output at its end, which is later than npm's.
  const closed = once(child, 'close')
  process.kill(-child.pid, 'SIGTERM')
  await closed
}
