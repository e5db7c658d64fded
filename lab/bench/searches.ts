import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbedded } from '@bank/server/embedded/start-embedded'
import { onOneConnection } from '@bank/server/postgres/connect-once'
import type { DatabaseAddress } from '@bank/server/postgres/database-address'
import type { Options } from './arguments.ts'
import { type BankProcess, npmStart } from './bank-process.ts'
import { query, temporaryFolder } from './database.ts'
import { dropIndexes, makeHistory, nameOf } from './history.ts'
import { openOpenLoop } from './open-loop.ts'
import { type Times, timeRequest, timesOf } from './reading.ts'
import { decimals, type Figure, type Findings, figure, tableOf, whole } from './report.ts'
import type { Customer } from './seed.ts'

const usersCount = 1_000_000
const casesCount = 200_000
const timesOfEach = 100
const warmUps = 20

/** What staff look for: a path, whose `*` is replaced by one of the texts in turn. */
type Question = { readonly name: string; readonly path: string; readonly texts: readonly string[] }

const words = {
  'a frequent word': ['Anna', 'Berg'],
  'two frequent words': ['Anna Berg', 'Holm Erik'],
  'two frequent words that few have together': ['Anna Erik', 'Berg Holm'],
  'a frequent and a rare word': ['Anna Jung', 'Tim Berg'],
  'two rare words': ['Tim Jung', 'Ida Ferrari'],
  'the beginnings of two words': ['an be', 'er ho'],
  'absent words': ['Quentin Quist', 'zzz'],
}
const wholeLists = [
  '/api/admin/support-messages',
  '/api/admin/support-messages?list=due',
  '/api/admin/support-messages?list=closed',
  '/api/admin/transactions',
  '/api/admin/transactions?status=pending&order=oldest',
  '/api/admin/transactions?kind=funding',
  '/api/admin/transactions?minAmount=4999&maxAmount=5000',
  '/api/admin/users',
  '/api/admin/users?order=name',
  '/api/admin/users?state=waiting',
  '/api/admin/users?state=waiting&order=name',
]

/** Measures the searches and lists of staff in a bank of a million users and books of `entries`. */
export async function measureSearches(
  { entries }: Options,
  cleanup: AsyncDisposableStack,
): Promise<Findings> {
  const folder = temporaryFolder(cleanup)
  console.log(`Creating ${whole(usersCount)} users and books of ${whole(entries)} entries…`)
  const { ownerAddress, stop } = await startEmbedded(folder)
  const { secretKey, customers, questions } = await makeBank(ownerAddress, entries).finally(stop)
  const { token } = customers[0]!
  const ofBench = { RATE_LIMITS: 'off', DEMO: 'off', DATA_DIR: folder }
  const ofStaff = { ADMIN_SECOND_FACTOR: 'optional', ELEVATION_MINUTES_IDLE: '30' }
  const bank = await npmStart({ ...ofBench, ...ofStaff, SECRET_KEY: secretKey }, cleanup)
  const ask = (path: string) => timeRequest(bank.address + path, token)
  while ((await behindSeconds(bank.address, token)) !== 0) await wait(1_000)
  for (const work of ['vacuum analyze', 'checkpoint']) await query(ownerAddress, work)
  const measured: { name: string; times: Times }[] = []
  for (const { name, path, texts } of questions) {
    const milliseconds: number[] = []
    for (let turn = 0; turn < warmUps + timesOfEach; turn++) {
      milliseconds.push(await ask(path.replace('*', encodeURIComponent(texts[turn % texts.length]!))))
    }
    const times = timesOf(milliseconds.slice(warmUps))
    measured.push({ name, times })
    console.log(`${name}: p50 ${decimals(times.p50)}, p99 ${decimals(times.p99)} ms`)
  }
  // Afterwards, because thousands of payments to one payee would be the newest ones.
  const settled = await settlePending(bank, customers).finally(bank.stop)
  return searchFindings(measured, settled)
}

/** Settles a thousand pending payments as the page does, in ten requests one after the other, beside 500 transfers a second. */
async function settlePending({ address }: BankProcess, customers: readonly Customer[]) {
  const [{ token }, ...others] = customers as [Customer, ...Customer[]]
  const headers = { cookie: `sid=${token}`, 'content-type': 'application/json', origin: address }
  const sender = openOpenLoop(address, others)
  // Programs are slower in their first seconds: these transfers do not count, and are settled.
  await sender.send({ perSecond: 500, seconds: 5 })
  while ((await behindSeconds(address, token)) !== 0) await wait(1_000)
  const path = '/api/admin/transactions?status=pending&limit=1000'
  const page = (await (await fetch(address + path, { headers })).json()) as { transactions: { id: string }[] }
  const changes = page.transactions.map(({ id }) => ({ id, changeId: randomUUID(), seen: 'pending' }))
  const sending = sender.send({ perSecond: 500, seconds: 10 })
  const begin = performance.now()
  for (let start = 0; start < 1_000; start += 100) {
    const body = JSON.stringify({ status: 'success', changes: changes.slice(start, start + 100) })
    const answer = await fetch(`${address}/api/admin/transactions/statuses`, { method: 'PUT', headers, body })
    const text = await answer.text()
    if (text.split('"refusal":null').length !== 101) throw new Error(`Payments were not settled: ${text}`)
  }
  const seconds = (performance.now() - begin) / 1_000
  const { milliseconds, lost } = await sending.finally(() => sender.close())
  if (lost.length > 0) throw new Error(`${lost.length} transfers were lost: ${lost[0]}`)
  return [
    figure('A thousand pending payments settled beside 500 transfers/s', seconds, ' s', { atMost: 5 }),
    figure('p99 of these transfers', timesOf(milliseconds).p99, ' ms'),
  ]
}

/** A bank with its administrator's session, and the questions whose answers it has. */
async function makeBank(place: DatabaseAddress, entries: number) {
  const { secretKey, customers } = await makeHistory(place, entries)
  const { userId } = customers[0]!
  return onOneConnection(place, async (client) => {
    const restoreIndexes = await dropIndexes(client, ['users', 'accounts', 'ledger_accounts'])
    await client.query(insertUsers, [usersCount - customers.length])
    await restoreIndexes()
    await client.query(insertReferences)
    await client.query(insertCases, [casesCount])
    await client.query(`update users set role = 'administrator' where id = $1`, [userId])
    // Creating the rows may take longer than a session lasts.
    await client.query(
      'update sessions set signed_in_at = now(), last_seen_at = now(), lifted_at = now(), lifted_seen_at = now()',
    )
    const { rows } = await client.query<{ reference: string; id: string; phone: string; number: string }>(`
      select reference, transaction_id as id, (select phone from users order by id limit 1) as phone,
             (select number from accounts order by id desc limit 1) as number
        from payee_references limit 50`)
    const ofPayments = {
      'a reference': rows.map(({ reference }) => reference),
      'the beginning of an id': rows.map(({ id }) => id.slice(0, 13)),
    }
    const ofCustomers = {
      'a telephone number': rows.map(({ phone }) => phone),
      'an account number': rows.map(({ number }) => number),
    }
    const everything = {
      ...words,
      ...ofPayments,
      ...ofCustomers,
      'an amount': ['45.67', '100.00', '5000.00'],
      'the subject of a message': ['card 4711', 'lost', 'card 150'],
      'a text in a message': ['since monday', 'absent'],
    }
    const pending = '/api/admin/transactions?status=pending&order=oldest&q=*'
    const searches = [
      { name: 'the one search', path: '/api/admin/search?q=*', texts: everything },
      { name: 'transactions', path: '/api/admin/transactions?q=*', texts: { ...words, ...ofPayments } },
      { name: 'pending ones', path: pending, texts: words },
      { name: 'users', path: '/api/admin/users?search=*', texts: { ...words, ...ofCustomers } },
    ]
    const questions = [
      ...searches.flatMap(({ name, path, texts }) =>
        Object.entries(texts).map(([kind, texts]): Question => ({ name: `${name}: ${kind}`, path, texts })),
      ),
      ...wholeLists.map((path): Question => ({ name: path, path, texts: [''] })),
    ]
    return { secretKey, customers, questions }
  })
}

async function behindSeconds(address: string, token: string): Promise<number | null> {
  const answer = await fetch(`${address}/api/admin/transactions`, { headers: { cookie: `sid=${token}` } })
  return ((await answer.json()) as { behindSeconds: number | null }).behindSeconds
}

function searchFindings(measured: readonly { name: string; times: Times }[], settled: Figure[]): Findings {
  const highest = Math.max(...measured.map(({ times }) => times.p99))
  return {
    part: 'searches',
    figures: [
      figure('p99 of the slowest search or list of staff', highest, ' ms', { atMost: 50 }),
      ...settled,
    ],
    tables: [
      tableOf(`Searches and lists of staff, ${timesOfEach} of each after ${warmUps}`, measured, {
        'what is asked': ({ name }) => name,
        'p50 ms': ({ times }) => decimals(times.p50),
        'p99 ms': ({ times }) => decimals(times.p99),
        'highest ms': ({ times }) => decimals(times.max),
      }),
    ],
  }
}

// Every fiftieth account waits for its activation.
const insertUsers = `
  with ledger as (
    insert into ledger_accounts (kind, currency, floor_minor)
    select 'customer', 'USD', 0 from generate_series(1, $1::int)
    returning id),
  person as (
    insert into users (id, email, name, password_hash, password_set_at, phone, gender, employment_status, country,
                       street, city, state, zip, created_at)
    select gen_random_uuid(), 'person' || k || '@b.example', ${nameOf('random()')}, 'no password has this hash', now(),
           '0' || 30000000 + k, 'others', 'employed', 'Germany', '1 Main Street', 'Berlin', 'Berlin', '10115',
           now() - k * interval '1 minute'
      from generate_series(1, $1::int) k
    returning id, created_at)
  insert into accounts (id, user_id, number, type, currency, is_active, activated_at, opened_at)
  select l.id, p.id, (2000000000 + l.id)::text, 'checking', 'USD', l.id % 50 <> 0,
         case when l.id % 50 <> 0 then now() end, p.created_at
    from (select id, row_number() over () as k from ledger) l
    join (select id, created_at, row_number() over () as k from person) p using (k)`

const insertReferences = `
  insert into payee_references (transaction_id, reference)
  select id, 'RENT-' || left(id::text, 8) from transactions where debit_account_id is not null and get_byte(uuid_send(id), 15) < 12`

// Every tenth case is due, and half of those are overdue.
const insertCases = `
  with opened as (
    insert into cases (id, kind, user_id, email, subject, created_at, state, due_at)
    select gen_random_uuid(), 'question', p.id, p.email, 'My card ' || k || ' is lost', now() - k * interval '1 minute',
           case when k % 10 = 0 then 'open' else 'closed' end, case when k % 10 = 0 then now() + (k - $1 / 2) * interval '1 second' end
      from generate_series(1, $1::int) k
      join (select id, email, row_number() over () as k from users limit $1) p using (k)
    returning id, user_id, created_at)
  insert into case_entries (id, case_id, side, author_id, text, written_at)
  select id, id, 'customer', user_id, 'I have looked for it since Monday. Please block it.', created_at from opened`
