import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/embedded/start-embedded.ts'
import type { DatabaseAddress } from '../src/postgres/database-address.ts'
import { migrate } from '../src/postgres/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this test run. */
    postgres: DatabaseAddress
    /** The same, as the program's login. */
    postgresOfProgram: DatabaseAddress
    /** Where the first test that wants one makes a data directory that a bank has used once: see `used-directory.ts`. */
    usedDirectory: string
  }
}

/** Starts one real PostgreSQL for the test run, with an empty bank in `bank_template` that each test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'truepenny-test-'))
  const directory = join(folder, 'shared')
  const { ownerAddress, programAddress, stop } = await startEmbedded(directory, { fsync: false, settings })
  const teardown = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makeTemplate(ownerAddress)
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('postgres', ownerAddress)
  project.provide('postgresOfProgram', programAddress)
  project.provide('usedDirectory', join(folder, 'used'))
  return teardown
}

// A database of the tests exists for seconds: it needs neither vacuum nor replication. The passwords of the tests are not secret,
// and thousands of connections are opened with them.
const settings = {
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  // For the test that reads what a batch wrote into the log, while other files write theirs.
  wal_keep_size: '512MB',
  shared_buffers: '128MB',
  scram_iterations: '1',
  // Several files at once, and some with several banks, each with a pool of its own.
  max_connections: '150',
}

async function makeTemplate(address: DatabaseAddress): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query(`alter role ${address.user} password '${address.password}'`)
  await client.query('create database bank_template')
  await client.end()
  await migrate({ ...address, database: 'bank_template' })
}
