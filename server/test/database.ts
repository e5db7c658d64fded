import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../src/postgres/database.ts'
import type { DatabaseAddress } from '../src/postgres/database-address.ts'
import { migrate } from '../src/postgres/migrate.ts'
import { loadFixture } from './fixtures/load-fixture.ts'

/** A bank's database for one test file, migrated; empty, or with the data of a fixture. */
export type TestDatabase = {
  /** As the program's login. */
  readonly db: Database
  /** As the owner of the tables. */
  readonly ownerAddress: DatabaseAddress
  /** As the program's login. */
  readonly programAddress: DatabaseAddress
  /** Ends its connections and drops it. */
  readonly close: () => Promise<void>
}

/** Multiplies timeouts: the tests of concurrency must not depend on the speed of the machine. */
export const timeoutFactor = 5

/** `fixture`: a file of `fixtures/`, with the data of an earlier version. */
export async function openTestDatabase(fixture?: string): Promise<TestDatabase> {
  const name = `bank_${randomUUID().replaceAll('-', '')}`
  const copied = fixture === undefined ? ' template bank_template strategy file_copy' : ''
  await asOwner(`create database ${name}${copied}`)
  const ownerAddress = { ...inject('postgres'), database: name }
  if (fixture !== undefined) {
    await loadFixture(ownerAddress, fixture)
    await migrate(ownerAddress)
  }
  const programAddress = { ...inject('postgresOfProgram'), database: name }
  const db = await openDatabase(programAddress, { allowsDataLoss: true, timeoutFactor })
  return {
    db,
    ownerAddress,
    programAddress,
    close: async () => {
      await db.end()
      await asOwner(`drop database ${name} with (force)`)
    },
  }
}

let owner: pg.Pool | undefined

/** The test files of a worker share its connection. */
async function asOwner(statement: string): Promise<void> {
  owner ??= new pg.Pool({ ...inject('postgres'), max: 1, allowExitOnIdle: true })
  await owner.query(statement)
}
