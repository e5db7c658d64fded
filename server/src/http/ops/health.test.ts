import { endpoints } from '@bank/contract/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../../test/ask.ts'
import { openTestBank, password, type TestBank } from '../../../test/bank.ts'
import { cutConnections } from '../../../test/cut-connections.ts'

let bank: TestBank
let owner: pg.Client
beforeAll(async () => {
  bank = await openTestBank()
  owner = new pg.Client({ ...bank.ownerAddress, database: 'postgres' })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await bank.close()
})

async function probe(url: '/healthz' | '/readyz') {
  const response = await bank.app.inject({ method: 'GET', url })
  return { status: response.statusCode, answer: response.json() }
}

function passSecond(): void {
  bank.clock.pass(1 / 60)
}

/** Refuses the bank's connections to the database, as a restart or a failover does, while `work` runs. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  const { database } = bank.ownerAddress
  await owner.query(`alter database ${database} with allow_connections false`)
  try {
    await terminateConnections()
    await work()
  } finally {
    await owner.query(`alter database ${database} with allow_connections true`)
  }
}

async function terminateConnections(): Promise<void> {
  await owner.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
    bank.ownerAddress.database,
  ])
}

describe('a database outage', () => {
  test('/readyz reports a database outage, /healthz does not', async () => {
    expect(await probe('/readyz')).toEqual({ status: 200, answer: { status: 'ready' } })
    await withoutDatabase(async () => {
      expect(await probe('/healthz')).toEqual({ status: 200, answer: { status: 'ok' } })
      // A result is cached for a second.
      expect((await probe('/readyz')).status).toBe(200)
      passSecond()
      expect(await probe('/readyz')).toMatchObject({ status: 503, answer: { code: 'busy' } })
    })
    passSecond()
    expect((await probe('/readyz')).status).toBe(200)
  })

  test('during a database outage requests get 503 with Retry-After, and succeed after it', async () => {
    await bank.call(bank.alice, endpoints.readMe)
    await withoutDatabase(async () => {
      const me = await bank.call(bank.alice, endpoints.readMe)
      expect([me.status, me.problem.code, me.headers['retry-after']]).toEqual([503, 'busy', '1'])
      expect(me.problem.detail).toBe('The bank is busy. Try again in a moment')
      const body = { email: 'alice@example.com', password }
      const signIn = await bank.call(newVisitor(), endpoints.signIn, { body })
      expect([signIn.status, signIn.headers['retry-after']]).toEqual([503, '1'])
      expect((await bank.call(null, endpoints.listCountries)).status).toBe(200)
    })
    expect((await bank.call(bank.alice, endpoints.readMe)).answer.account.balance).toBe('100.00')
    const body = { email: 'alice@example.com', password }
    expect((await bank.call(newVisitor(), endpoints.signIn, { body })).status).toBe(201)
  })

  test('a short database outage delays requests without failing them', async () => {
    for (let cuts = 0; cuts < 3; cuts++) {
      await cutConnections(bank.ownerAddress)
      expect((await bank.call(bank.alice, endpoints.checkSession)).answer.session?.user.name).toBe('Alice')
    }
  })

  test('/readyz reports a read-only database', async () => {
    await owner.query(`alter database ${bank.ownerAddress.database} set default_transaction_read_only = on`)
    await terminateConnections()
    passSecond()
    expect((await probe('/readyz')).status).toBe(503)
    await owner.query(`alter database ${bank.ownerAddress.database} reset default_transaction_read_only`)
    await terminateConnections()
    passSecond()
    expect((await probe('/readyz')).status).toBe(200)
  })
})

test('/readyz writes to the database at most once a second', async () => {
  const readiness = async () => {
    const { rows } = await bank.bank.db.query(`select xmin::text from settings where key = 'readiness'`)
    return rows[0].xmin
  }
  passSecond()
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await probe('/readyz')).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  const written = await readiness()
  await probe('/readyz')
  expect(await readiness()).toBe(written)
  passSecond()
  await probe('/readyz')
  expect(await readiness()).not.toBe(written)
})
