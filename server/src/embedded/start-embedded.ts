import { realpathSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { DatabaseAddress } from '../postgres/database-address.ts'
import { reasonOf } from '../reason-of.ts'
import { folderReason } from '../storage/folder-fault.ts'
import { readOrMakeSecret } from '../storage/secret-file.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { openCluster } from './cluster.ts'
import { databaseName, type EmbeddedServer, embeddedServerOn } from './embedded-server.ts'
import { stopPostmaster } from './postmaster.ts'
import { openProgramLogin, programUser } from './program-login.ts'
import { takeServer } from './take-server.ts'

export type EmbeddedOptions = {
  /** Use a server that another program owns, instead of refusing. For commands such as check-books. */
  readonly join?: boolean
  /** Whether acknowledged commits survive a power cut. Off for tests only. */
  readonly fsync?: boolean
  /** Server settings that replace the bank's own, by name: a benchmark allows more connections. */
  readonly settings?: Readonly<Record<string, string>>
  /** Gets a line when the server has died and cannot be started again. */
  readonly warn?: (line: string) => void
}

/** A running embedded PostgreSQL. */
export type Embedded = {
  /** With the login of its superuser, who owns everything: for migrations. */
  readonly ownerAddress: DatabaseAddress
  /** With the program's login, which may do what bank_app may (docs/decisions/0028-a-database-login-that-owns-nothing.md). */
  readonly programAddress: DatabaseAddress
  /** Stops it, unless another program owns it. May be called again. */
  readonly stop: () => Promise<void>
}

/**
 * Runs the bank's own PostgreSQL on `dataDir`, made at the first start, until `stop`. A server left behind by a program
 * that was killed is taken over; one that dies is started again. Throws a one-line error when another program owns the
 * directory or when PostgreSQL cannot run on it. Linux and macOS only.
 *
 * Ownership needs no lock file: PostgreSQL allows one server per directory, the server's settings name the process that
 * started it, and its owner holds an advisory lock in it, which ends with the owner.
 */
export async function startEmbedded(
  dataDir: string,
  { join = false, fsync = true, settings = {}, warn = console.error }: EmbeddedOptions = {},
): Promise<Embedded> {
  const binaries = await findBinaries()
  const embedded = await open(dataDir, binaries, { join, fsync, settings, warn }).catch((error) => {
    throw new Error(`The data directory ${dataDir} cannot be used: ${folderReason(error)}.`, {
      cause: error,
    })
  })
  if (embedded === 'in use') {
    throw new Error(`The data directory ${dataDir} is in use by another running Truepenny.`)
  }
  return embedded
}

async function open(
  dataDir: string,
  binaries: Binaries,
  { join, fsync, settings, warn }: Required<EmbeddedOptions>,
): Promise<Embedded | 'in use'> {
  const server = await findServer(dataDir, binaries, { fsync, settings })
  const { session, isOwner } = await takeServer(server)
  if (!isOwner && !join) {
    await session.end()
    return 'in use'
  }
  await makeDatabase(session)
  const password = await openProgramLogin(session, dataDir, { isOwner, database: databaseName })
  const stop = isOwner ? keepRunning(server, session, warn) : () => session.end()
  let stopped: Promise<void> | undefined
  const ownerAddress = { ...server.address, database: databaseName }
  return {
    ownerAddress,
    programAddress: { ...ownerAddress, user: programUser, password },
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

async function findServer(
  dataDir: string,
  { initdb, postgres }: Binaries,
  { fsync, settings }: Pick<Required<EmbeddedOptions>, 'fsync' | 'settings'>,
): Promise<EmbeddedServer> {
  const password = readOrMakeSecret(dataDir, 'postgres-password')
  const cluster = await openCluster(realpathSync(dataDir), password, initdb)
  return embeddedServerOn(cluster, { postgres, password, fsync, settings })
}

async function makeDatabase(session: pg.Client): Promise<void> {
  const { rowCount } = await session.query('select 1 from pg_database where datname = $1', [databaseName])
  if (rowCount === 0) await session.query(`create database ${databaseName}`)
}

/** Keeps the server while the program runs: when the owner's session ends, the server is taken again. Returns what stops it. */
function keepRunning(
  server: EmbeddedServer,
  first: pg.Client,
  warn: (line: string) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  let session: pg.Client | undefined
  let retaking: Promise<void> | undefined
  watch(first)

  function watch(taken: pg.Client) {
    session = taken
    taken.once('end', () => {
      session = undefined
      if (!stopping.signal.aborted) retaking = takeAgain()
    })
  }

  async function takeAgain(): Promise<void> {
    let told: string | undefined
    while (!stopping.signal.aborted) {
      try {
        const taken = await takeServer(server, stopping.signal)
        if (taken.isOwner) return watch(taken.session)
        await taken.session.end()
      } catch (error) {
        const reason = reasonOf(error)
        if (!stopping.signal.aborted && reason !== told) warn(`PostgreSQL is unavailable: ${reason}.`)
        told = reason
      }
      // Short enough to be back soon, long enough to keep the log readable.
      await wait(2_000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  return async () => {
    stopping.abort()
    await retaking
    await stopPostmaster(server)
    await session?.end()
  }
}
