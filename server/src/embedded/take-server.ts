import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connectionTo, type DatabasePlace } from '../postgres/database-address.ts'
import type { EmbeddedServer } from './embedded-server.ts'
import { findPostmaster } from './pid-file.ts'
import { type Postmaster, reasonIn, startPostmaster, stopPostmaster } from './postmaster.ts'
import { lookAtProcess } from './running-process.ts'

/** A session in the server. While an owner's lasts, the server is its. */
export type Taken = { readonly session: pg.Client; readonly isOwner: boolean }

/**
 * Gets hold of the server, whatever it is doing: waits while it starts or stops, starts it when nothing runs, and
 * owns it unless another living program does. Throws a line when it cannot run, does not answer for a minute, or is no
 * longer wanted.
 */
export async function takeServer(server: EmbeddedServer, unwanted?: AbortSignal): Promise<Taken> {
  const deadline = performance.now() + 60_000
  let started: Postmaster | undefined
  try {
    while (performance.now() < deadline && !unwanted?.aborted) {
      const session = await knock(server.place)
      if (session instanceof pg.Client) return { session, isOwner: await claim(session) }
      if (started !== undefined && hasLostRace(started)) started = undefined
      if (session === 'absent' && started === undefined && findPostmaster(server) === undefined) {
        started = startPostmaster(server, { [ownerSetting]: self() })
      }
      await wait(10)
    }
    throw new Error('PostgreSQL does not answer; its log is postgres.log')
  } catch (error) {
    // What was started for nothing does not stay behind.
    if (started !== undefined && started.lastWords() === undefined) await stopPostmaster(server)
    throw error
  }
}

/**
 * True when a server that ended can be tried again: another start was faster, whose server is not ours once it answers, or
 * the last processes of a server that was killed are still ending. Throws a line when it ended for another reason.
 */
function hasLostRace(started: Postmaster): boolean {
  const lastWords = started.lastWords()
  if (lastWords === undefined) return false
  if (/already exists|"postmaster.pid" is empty|pre-existing shared memory/.test(lastWords)) return true
  throw new Error(`PostgreSQL did not start: ${reasonIn(lastWords)}`)
}

const ownerSetting = 'truepenny.owner'

/** Tries to open a session. A server that starts, stops or recovers says so; one that is not there is absent. */
async function knock(place: DatabasePlace): Promise<pg.Client | 'busy' | 'absent'> {
  const client = new pg.Client({ ...connectionTo(place, {}), connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent'
    if (code === '28P01')
      throw new Error('the password kept in postgres-password is not that of its PostgreSQL')
    return 'busy'
  }
}

/**
 * True when the session now owns its server: no other living program has started it, and nobody else has taken the lock
 * that its heir holds.
 */
async function claim(session: pg.Client): Promise<boolean> {
  const { rows } = await session.query<{ owner: string | null }>(
    `select current_setting('${ownerSetting}', true) as owner`,
  )
  const owner = rows[0]?.owner ?? ''
  if (owner !== self() && isAlive(owner)) return false
  const lock = await session.query<{ locked: boolean }>('select pg_try_advisory_lock(7310579, 2) as locked')
  return lock.rows[0]?.locked === true
}

/** A process by its number and its start, since numbers are given out again: `4711:83156`. */
function self(): string {
  return `${process.pid}:${lookAtProcess(process.pid)?.startedAt ?? ''}`
}

function isAlive(owner: string): boolean {
  const [pid = '', ...startedAt] = owner.split(':')
  const found = /^\d+$/.test(pid) ? lookAtProcess(Number(pid)) : undefined
  return found !== undefined && !found.isZombie && found.startedAt === startedAt.join(':')
}
