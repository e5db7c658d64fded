import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connectionTo, type DatabaseAddress } from '../postgres/database-address.ts'
import type { EmbeddedServer } from './embedded-server.ts'
import { findPostmaster } from './pid-file.ts'
import { type Postmaster, reasonIn, startPostmaster, stopPostmaster } from './postmaster.ts'
import { findProcess } from './running-process.ts'

/** A session in the server. The owner owns the server until its session ends. */
export type ServerSession = { readonly session: pg.Client; readonly isOwner: boolean }

/**
 * Opens a session in the server: waits while the server starts or stops, starts it when none runs, and becomes its owner
 * unless another running program is. Throws a one-line error when it cannot run, does not answer for a minute, or `unwanted`
 * is aborted.
 */
export async function takeServer(server: EmbeddedServer, unwanted?: AbortSignal): Promise<ServerSession> {
  const deadline = performance.now() + 60_000
  let started: Postmaster | undefined
  try {
    while (performance.now() < deadline && !unwanted?.aborted) {
      const session = await tryConnect(server.address)
      if (session instanceof pg.Client) return { session, isOwner: await claimOwnership(session) }
      if (started !== undefined && mayRetry(started)) started = undefined
      if (session === 'absent' && started === undefined && findPostmaster(server) === undefined) {
        started = startPostmaster(server, { [ownerSetting]: processName() })
      }
      await wait(10)
    }
    throw new Error('PostgreSQL does not answer; its log is postgres.log')
  } catch (error) {
    // A server that was started here and is of no use is stopped again.
    if (started !== undefined && started.logAtExit() === undefined) await stopPostmaster(server)
    throw error
  }
}

/**
 * True when the server has ended and another try may succeed: another start was faster, or the last processes of a server
 * that was killed are still ending. Throws a one-line error when it ended for another reason.
 */
function mayRetry(started: Postmaster): boolean {
  const log = started.logAtExit()
  if (log === undefined) return false
  if (/already exists|"postmaster.pid" is empty|pre-existing shared memory/.test(log)) return true
  throw new Error(`PostgreSQL did not start: ${reasonIn(log)}`)
}

const ownerSetting = 'truepenny.owner'

/** Tries to open a session. A server that starts, stops or recovers is `busy`; one that does not run is `absent`. */
async function tryConnect(address: DatabaseAddress): Promise<pg.Client | 'busy' | 'absent'> {
  const client = new pg.Client({ ...connectionTo(address, {}), connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent'
    if (code === '28P01')
      throw new Error('the password in postgres-password is not the password of its PostgreSQL')
    return 'busy'
  }
}

/**
 * True when the session now owns its server: no other running program has started it, and no other session holds the lock of
 * its owner.
 */
async function claimOwnership(session: pg.Client): Promise<boolean> {
  const { rows } = await session.query<{ owner: string | null }>(
    `select current_setting('${ownerSetting}', true) as owner`,
  )
  const owner = rows[0]?.owner ?? ''
  if (owner !== processName() && isAlive(owner)) return false
  const lock = await session.query<{ locked: boolean }>('select pg_try_advisory_lock(7310579, 2) as locked')
  return lock.rows[0]?.locked === true
}

/** This process by its id and its start time, since ids are used again: `4711:83156`. */
function processName(): string {
  return `${process.pid}:${findProcess(process.pid)?.startedAt ?? ''}`
}

function isAlive(owner: string): boolean {
  const [pid = '', ...startedAt] = owner.split(':')
  const found = /^\d+$/.test(pid) ? findProcess(Number(pid)) : undefined
  return found !== undefined && !found.isZombie && found.startedAt === startedAt.join(':')
}
