import { endpoints } from '@bank/contract/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../../test/ask.ts'
import { openTestBank, password, type TestBank } from '../../../test/bank.ts'
import { cutConnections } from '../../../test/cut-connections.ts'
import { transfer } from '../../../test/transfer.ts'
import { waitUntil } from '../../../test/wait-until.ts'

let bank: TestBank
let owner: pg.Client
const lines: string[] = []
beforeAll(async () => {
  // Short timeouts: a payment that meets a full disk is given up after 400 ms.
  bank = await openTestBank(
    { logLevel: 'warn' },
    { timeoutFactor: 0.2, logTarget: { write: (line) => lines.push(line) } },
  )
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

describe('a full disk', () => {
  const send = () => bank.call(bank.alice, endpoints.sendTransfer, { body: transfer({ amount: '1.00' }) })
  const asOwnerOfTables = async (sql: string) => {
    const client = new pg.Client(bank.ownerAddress)
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  const logged = () => lines.splice(0).map((line) => JSON.parse(line))
  /** Refuses each insert into a table with an error of the server. */
  const refuseRows = (table: string, state: string) =>
    asOwnerOfTables(`
      create or replace function refuse_${state}() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file "base/5/16385": No space left on device' using errcode = '${state}'; end $$;
      create trigger full_disk before insert on ${table} for each statement execute function refuse_${state}()`)
  const takeRows = (table: string) => asOwnerOfTables(`drop trigger full_disk on ${table}`)

  test('/readyz reports that payments fail on a full disk, and finds back without a payment', async () => {
    expect((await send()).status).toBe(201)
    expect(logged()).toEqual([])
    for (const table of ['postings', 'growth_probe']) await refuseRows(table, '53100')
    for (const _ of ['first', 'second']) expect((await send()).problem.code).toBe('busy')
    passSecond()
    expect((await probe('/readyz')).status).toBe(503)
    const failure = {
      level: 'warn',
      lane: 'transfers',
      code: '53100',
      message: 'could not extend file "base/5/16385": No space left on device',
      msg: 'commits fail: payments are answered with 503',
    }
    expect(logged()).toEqual([expect.objectContaining(failure)])

    for (const table of ['postings', 'growth_probe']) await takeRows(table)
    passSecond()
    expect((await probe('/readyz')).status).toBe(200)
    const over = { ...failure, count: 2, msg: 'commits succeed again; this was the last failure' }
    expect(logged()).toEqual([expect.objectContaining(over)])
    expect((await send()).status).toBe(201)
  })

  test('the write of /readyz takes new space from the disk while payments fail', async () => {
    const pages = async () => {
      const { rows } = await bank.bank.db.query(
        `select pg_relation_filenode('growth_probe') as file, pg_relation_size('growth_probe') as bytes`,
      )
      return rows[0]
    }
    const before = await pages()
    await refuseRows('postings', '53100')
    await send()
    await takeRows('postings')
    passSecond()
    expect((await probe('/readyz')).status).toBe(200)
    const after = await pages()
    expect(after.file).not.toBe(before.file)
    expect(Number(after.bytes)).toBeGreaterThan(1_000_000)
    passSecond()
    await probe('/readyz')
    expect(await pages()).toEqual(after)
  })

  test('a payment after the failures makes the bank ready', async () => {
    for (const table of ['postings', 'growth_probe']) await refuseRows(table, '53100')
    await send()
    passSecond()
    expect((await probe('/readyz')).status).toBe(503)
    await takeRows('postings')
    expect((await send()).status).toBe(201)
    passSecond()
    expect((await probe('/readyz')).status).toBe(200)
    await takeRows('growth_probe')
  })

  test('/readyz does not report that the bank is ready while payments meet a file that cannot be written and another file can', async () => {
    await refuseRows('postings', '58030')
    await send()
    await waitUntil(() => bank.bank.commits.areFailing())
    for (const _ of ['first', 'second']) {
      await send()
      passSecond()
      expect((await probe('/readyz')).status).toBe(503)
    }
    await takeRows('postings')
    expect((await send()).status).toBe(201)
    passSecond()
    expect((await probe('/readyz')).status).toBe(200)
  })

  test('a payment that fails for a reason of its own leaves the bank ready', async () => {
    for (const table of ['postings', 'growth_probe']) await refuseRows(table, '22003')
    expect((await send()).status).toBe(500)
    passSecond()
    expect((await probe('/readyz')).status).toBe(200)
    for (const table of ['postings', 'growth_probe']) await takeRows(table)
  })
})
