import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import type { Status } from '@bank/ledger/transaction-status'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../../test/bank.ts'
import { transfer } from '../../../test/transfer.ts'
import { onOneConnection } from '../../postgres/connect-once.ts'
import { listBookings } from '../../transaction-list/list-bookings.ts'
import { countListed, findListed, readSearchedText } from '../../transaction-list/listed-selection.ts'

let bank: TestBank
let dora: Person
let carl: Person
/** Dora's transfers, oldest first. */
const ids: string[] = []
beforeAll(async () => {
  bank = await openTestBank()
  dora = await bank.openAccount('Dora', { amountMinor: 1_000_00n })
  carl = await bank.openAccount('Carl', { role: 'administrator' })
  for (const [amount, account_name, reference] of [
    ['10.00', 'Nina Weber', 'INV-7123'],
    ['20.50', 'João O’Neill', 'inv-7124'],
    ['30.00', 'Weber & Söhne', 'WEB-2'],
    ['10.00', '100% Cotton', 'Rent\\May'],
  ] as const) {
    const form = transfer({ amount, account_name, reference })
    expect((await bank.call(dora, endpoints.sendTransfer, { body: form })).status).toBe(201)
    ids.push(form.transactionId)
    bank.clock.pass(1)
  }
})
afterAll(() => bank.close())
beforeEach(async () => {
  await catchUp()
  await bank.elevate(bank.clara)
  await bank.elevate(carl)
})

async function catchUp(): Promise<void> {
  while ((await listBookings(bank.bank, bank.clock.now(), 'all writers')) !== 'done');
}

type Query = Readonly<Record<string, string>>

async function list(query: Query = {}) {
  const { answer, status } = await bank.call(bank.clara, endpoints.listAllTransactions, { query })
  expect(status).toBe(200)
  return answer
}

async function found(query: Query): Promise<string[]> {
  const { transactions } = await list({ order: 'oldest', ...query })
  return transactions.map(({ id }) => id)
}

/** Dora's transfers by their numbers. */
const numbered = (...numbers: number[]) => numbers.map((number) => ids[number]!)

test('the transactions of all customers are listed with the customer, newest first, page by page', async () => {
  const { transactions, total, behindSeconds } = await list()
  // Dora's four and two fundings, of hers and of Alice.
  expect({ total, behindSeconds }).toEqual({ total: 6, behindSeconds: 0 })
  expect(transactions[0]).toMatchObject({
    id: ids[3],
    type: 'debit',
    amount: '10.00',
    counterparty: '100% Cotton',
    status: 'pending',
    user: { id: dora.userId, name: 'Dora' },
    accountNumber: null,
    isOwn: false,
  })
  const pages: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ limit: '4', ...(cursor && { cursor }) })
    pages.push(...page.transactions.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(pages).toEqual(transactions.map(({ id }) => id))
})

describe('transactions are found', () => {
  const cases: [by: string, query: Query, numbers: number[]][] = [
    ['status', { status: 'pending' }, [0, 1, 2, 3]],
    ['another status', { status: 'failed' }, []],
    ['kind and status', { kind: 'transfer', status: 'pending' }, [0, 1, 2, 3]],
    ['amounts', { minAmount: '20', maxAmount: '25' }, [1]],
    ['days', { from: '2026-11-21', to: '2026-11-21', kind: 'transfer' }, [0, 1, 2, 3]],
    ['later days', { from: '2026-11-22' }, []],
    ['age', { age: '1' }, []],
    ['words in any order', { q: 'weber nina' }, [0]],
    ['the beginning of a word', { q: 'web' }, [0, 2]],
    ['a word without its accents', { q: 'JOAO oneill'.slice(0, 4) }, [1]],
    ['the beginning of a reference', { q: 'INV-71' }, [0, 1]],
    ['a whole reference with a backslash', { q: 'rent\\may' }, [3]],
    ['a sign that is a wildcard elsewhere', { q: '%' }, []],
    ['an apostrophe', { q: "'" }, []],
  ]
  for (const [by, query, numbers] of cases) {
    test(`transactions are found by ${by}`, async () => {
      expect(await found(query)).toEqual(numbered(...numbers))
    })
  }

  test('a text that finds few transactions and one that finds many are found alike, by a scan and by the indexes', async () => {
    const { db } = bank.bank
    for (const [q, numbers] of [
      ['web', [0, 2]],
      ['weber nina', [0]],
      ['INV-71', [0, 1]],
      [ids[2]!, [2]],
      ['nothing', []],
    ] as const) {
      const text = await readSearchedText(db, q)
      const { few: found, atLeast } = await text.lookUp()
      // Many transactions are found by their payees, where these are known, and by the text.
      const payees = found!.ids === '{}' ? found!.payees : undefined
      for (const known of [{ few: found! }, { few: undefined, payees }, { few: undefined }]) {
        const lookUp = async () => ({ ...known, atLeast })
        const selection = { filter: {}, text: { ...text, lookUp }, timeZone: 'UTC', now: bank.clock.now() }
        for (const scanMax of [1, 1_000]) {
          const page = { readerId: bank.clara.userId, limit: 2, scanMax }
          const oldest = await findListed(db, selection, { ...page, order: 'oldest', after: undefined })
          const newest = await findListed(db, selection, { ...page, order: 'newest', after: undefined })
          const older = await findListed(db, selection, { ...page, order: 'newest', after: newest[0]?.id })
          const counted = await countListed(db, selection, { countMax: 1_000, scanMax })
          expect([q, oldest.map(({ id }) => id)]).toEqual([q, numbered(...numbers)])
          expect([q, newest.map(({ id }) => id)]).toEqual([q, numbered(...numbers).reverse()])
          expect(older).toEqual(newest.slice(1))
          expect(counted).toEqual({ count: numbers.length, isAll: true })
        }
      }
    }
  })

  test('transactions are found by the beginning of their id, and by the whole id', async () => {
    expect(await found({ q: ids[2]!.slice(0, 13) })).toContain(ids[2])
    expect(await found({ q: ids[2]!.toUpperCase() })).toEqual([ids[2]])
  })
})

test('a filter that is malformed, too long or unknown is refused with a sentence', async () => {
  for (const [query, detail] of [
    [{ q: 'x'.repeat(1_000) }, 'Search must be at most 100 characters'],
    [{ status: 'lost' }, 'Choose success, pending or failed'],
    [{ minAmount: '20', maxAmount: '10' }, 'The maximum'],
    [{ sort: 'id' }, 'Unknown query parameter: sort'],
  ] as const) {
    const { status, problem } = await bank.call(bank.clara, endpoints.listAllTransactions, {
      query: query as never,
    })
    expect([status, problem.errors[0]?.detail]).toEqual([422, expect.stringContaining(detail.slice(0, 11))])
  }
})

test('the list is refused to a customer and to an administrator without the passcode', async () => {
  const byDora = await bank.call(dora, endpoints.listAllTransactions)
  expect([byDora.status, byDora.problem.code]).toEqual([403, 'forbidden'])
  bank.clara.cookies.clear()
  const { problem } = await bank.call(bank.clara, endpoints.listAllTransactions)
  expect(problem.code).toBe('passcode_required')
})

test('the file has the same transactions as the filters, and the download is audited', async () => {
  const { answer } = await bank.call(bank.clara, endpoints.downloadAllTransactions, {
    query: { q: 'INV-7123' },
  })
  const lines = Buffer.from(answer as unknown as Uint8Array)
    .toString()
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`,Dora,${dora.userId},${dora.account.number},debit,10.00,USD,`)
  const { rows } = await bank.bank.db.query(
    "select actor_id from audit_events where action = 'transactions_downloaded'",
  )
  expect(rows).toEqual([{ actor_id: bank.clara.userId }])
})

/** Sets a status for several transactions, each with a new id unless given. */
async function set(who: Person, status: Status, changes: { id: string; changeId?: string; seen: Status }[]) {
  const body = {
    status,
    reason: 'Checked',
    changes: changes.map((change) => ({ changeId: randomUUID(), ...change })),
  }
  const reply = await bank.call(who, endpoints.setTransactionStatuses, { body })
  return { ...reply, body }
}

const refusalsOf = (answer: { results: { refusal: { code: string } | null }[] }) =>
  answer.results.map(({ refusal }) => refusal?.code ?? null)

async function statusOf(id: string): Promise<Status> {
  const { rows } = await bank.bank.db.query('select status from transactions where id = $1', [id])
  return rows[0].status
}

describe('a status for several transactions', () => {
  test('is set by a change of each, and rows that changed meanwhile are refused alone', async () => {
    await set(carl, 'failed', [{ id: ids[1]!, seen: 'pending' }])
    const seen = 'pending' as const
    const sent = ids.slice(0, 3).map((id) => ({ id, seen }))
    const { answer, status, body } = await set(bank.clara, 'success', sent)
    expect([status, refusalsOf(answer)]).toEqual([200, [null, 'status_changed', null]])
    expect(answer.results[1]!.refusal!.detail).toContain('it is failed now')
    expect(await Promise.all(ids.slice(0, 3).map(statusOf))).toEqual(['success', 'failed', 'success'])
    // Before the list has caught up, it leaves out what has another status by now.
    expect(await found({ status: 'pending' })).toEqual([ids[3]])
    const audited = await bank.bank.db.query(
      `select actor_id, target, details ->> 'transactionId' as id, details ->> 'reason' as reason from audit_events
        where action = 'transaction_status_set' and actor_id = $1 order by id`,
      [bank.clara.userId],
    )
    const act = (id: string) => ({ actor_id: bank.clara.userId, target: dora.userId, id, reason: 'Checked' })
    expect(audited.rows).toEqual([ids[0]!, ids[2]!].sort().map(act))
    // The same request again changes nothing, although the statuses are others than seen.
    const again = await bank.call(bank.clara, endpoints.setTransactionStatuses, { body })
    expect(refusalsOf(again.answer)).toEqual([null, 'status_changed', null])
  })

  test('is set once by two administrators with one selection', async () => {
    const forms = Array.from({ length: 30 }, () => transfer({ amount: '1.00' }))
    for (const body of forms) await bank.call(dora, endpoints.sendTransfer, { body })
    const selection = forms.map(({ transactionId }) => ({ id: transactionId, seen: 'pending' as const }))
    const [byClara, byCarl] = await Promise.all([
      set(bank.clara, 'success', selection),
      set(carl, 'failed', selection),
    ])
    for (const [index, { id }] of selection.entries()) {
      const outcomes = [byClara, byCarl].map(({ answer }) => refusalsOf(answer)[index])
      expect(outcomes.toSorted()).toEqual([null, 'status_changed'].toSorted())
      expect(await statusOf(id)).toBe(outcomes[0] === null ? 'success' : 'failed')
    }
  })

  test('is found by a text that many transactions have, whose total is told as a least number', async () => {
    const { db } = bank.bank
    const text = await readSearchedText(db, 'dana')
    const { few, atLeast } = await text.lookUp()
    const lookUp = async () => ({ few: undefined, atLeast })
    const byPayees = async () => ({ few: undefined, payees: few!.payees, atLeast })
    const rest = { filter: { kind: 'transfer' }, timeZone: 'UTC', now: bank.clock.now() } as const
    const selection = { ...rest, text: { ...text, lookUp } }
    const count = (scanMax: number) => countListed(db, selection, { countMax: 1_000, scanMax })
    expect(await count(25)).toEqual({ count: 25, isAll: false })
    expect(await count(1_000)).toEqual({ count: 30, isAll: true })
    const page = { readerId: bank.clara.userId, order: 'newest', after: undefined, limit: 101 } as const
    const scanned = await findListed(db, selection, page)
    expect(few!.newest).toBe(`{${scanned.map(({ id }) => id)}}`)
    expect(await findListed(db, { ...selection, text: { ...text, lookUp: byPayees } }, page)).toEqual(scanned)
  })

  test('is found without the indexes where a sample of the payees lets a page be expected soon', async () => {
    const { db } = bank.bank
    const sample = async () => ({ count: 4_000, share: 1, expected: 4_000 })
    const lookUp = () => Promise.reject(new Error('The indexes are asked'))
    const text = { ...(await readSearchedText(db, 'dana')), sample, lookUp }
    const selection = { filter: {}, text, timeZone: 'UTC', now: bank.clock.now() }
    const page = { readerId: bank.clara.userId, order: 'newest', after: undefined, limit: 5 } as const
    expect(await findListed(db, selection, page)).toHaveLength(5)
  })

  test('has a text that is known as frequent by a sample of the payees', async () => {
    const { db } = bank.bank
    await db.query(
      `insert into listed_payees select gen_random_uuid(), 'crowd' from generate_series(1, 5000)`,
    )
    await onOneConnection(bank.ownerAddress, (owner) => owner.query('analyze listed_payees'))
    const crowd = await (await readSearchedText(db, 'crowd')).lookUp()
    await db.query(`delete from listed_payees where words @@ 'crowd'`)
    expect(crowd.few).toBe(undefined)
    // The index would find 3,001 of them.
    expect(crowd.atLeast).toBeGreaterThan(3_900)
  })

  test('is refused for an unknown transaction and for the administrator’s own, and set for the others', async () => {
    const own = transfer({ bank_name: 'Truepenny', account_number: carl.account.number, amount: '2.00' })
    bank.clock.pass(2)
    expect((await bank.call(dora, endpoints.sendTransfer, { body: own })).status).toBe(201)
    const { answer } = await set(carl, 'success', [
      { id: randomUUID(), seen: 'pending' },
      { id: own.transactionId, seen: 'success' },
      { id: ids[3]!, seen: 'pending' },
    ])
    expect(refusalsOf(answer)).toEqual(['transaction_not_found', 'own_account_edited', null])
    const changes = [{ id: ids[3]!, changeId: randomUUID(), seen: 'success' }]
    const unsaid = await bank.call(carl, endpoints.setTransactionStatuses, {
      body: { status: 'failed', changes },
    })
    expect(refusalsOf(unsaid.answer)).toEqual(['reason_missing'])
  })

  test('is refused as a whole for none, for more than a hundred and for a status that does not exist', async () => {
    const none = await set(bank.clara, 'success', [])
    const many = Array.from({ length: 101 }, () => ({ id: randomUUID(), seen: 'pending' as const }))
    const tooMany = await set(bank.clara, 'success', many)
    const strange = await set(bank.clara, 'lost' as never, many.slice(0, 1))
    expect([none, tooMany, strange].map(({ status }) => status)).toEqual([422, 422, 422])
    const byDora = await set(dora, 'success', many.slice(0, 1))
    expect([byDora.status, byDora.problem.code]).toEqual([403, 'forbidden'])
  })
})

describe('the search of the bank', () => {
  const search = async (q: string) => {
    const { answer, status } = await bank.call(bank.clara, endpoints.searchBank, { query: { q } })
    expect(status).toBe(200)
    return answer
  }

  test('finds customers by words in any order and by the telephone number in any notation', async () => {
    await bank.bank.db.query(
      "update users set name = 'Nina Weber', phone = '+49 (0)176 555-00012' where id = $1",
      [bank.alice.userId],
    )
    for (const q of [
      'weber nina',
      'Nin Web',
      '+4917655500012',
      '017655500012',
      '0176 55500012',
      '0176/555-00012',
      '(0176) 555.00012',
      '0049 176 55500012',
      '+49 (0) 176 – 555 00012',
      '+49\u00a0176\u00a0555\u201100012',
      'tel:+49-176-555-00012;ext=77',
      '0176 55500012 ext. 77',
      '0176 55500012 x77',
      'ALICE@',
    ]) {
      expect((await search(q)).customers.map(({ id }) => id)).toContain(bank.alice.userId)
    }
    expect((await search('0176 55500013')).customers).toEqual([])
  })

  test('finds an account by the last digits of its number', async () => {
    const { number } = dora.account
    expect((await search(number.slice(-4))).accounts).toContainEqual({
      number,
      isMain: true,
      user: { id: dora.userId, name: 'Dora' },
    })
  })

  test('finds transactions by reference and by exact amount, and none in another currency', async () => {
    expect((await search('INV-7124')).transactions.map(({ id }) => id)).toEqual([ids[1]])
    expect((await search('$20.50')).transactions.map(({ id }) => id)).toEqual([ids[1]])
    expect((await search('20,50')).transactions.map(({ id }) => id)).toEqual([ids[1]])
    expect((await search('€20.50')).transactions).toEqual([])
  })

  test('finds messages by a part of the subject, by their reference and by what was written in them', async () => {
    const written = { subject: 'A 100% puzzle', message: 'Where is my money?', email: 'x@example.com' }
    const body = { messageId: randomUUID(), ...written }
    const { id, reference } = (await bank.call(null, endpoints.writeToSupport, { body })).answer
    const note = { entryId: randomUUID(), text: 'Called the sender back' }
    await bank.call(bank.clara, endpoints.writeCaseNote, { params: { id }, body: note })
    for (const q of ['100%', reference, 'where is my', 'called the sender']) {
      expect((await search(q)).messages).toMatchObject([{ subject: 'A 100% puzzle' }])
    }
    expect((await search('100_')).messages).toEqual([])
    // Of their own messages staff find no note.
    const sven = await bank.openAccount('Sven', { role: 'support' })
    const own = { messageId: randomUUID(), subject: 'Mine', message: 'My own card.', email: sven.email }
    await bank.call(sven, endpoints.writeToSupport, { body: own })
    const ofOwn = { entryId: randomUUID(), text: 'A secret remark' }
    await bank.call(bank.clara, endpoints.writeCaseNote, { params: { id: own.messageId }, body: ofOwn })
    await bank.elevate(sven)
    const found = async (who: Person, q: string) =>
      (await bank.call(who, endpoints.searchBank, { query: { q } })).answer.messages.length
    expect(await found(bank.clara, 'secret remark')).toBe(1)
    expect(await found(sven, 'my own card')).toBe(1)
    expect(await found(sven, 'secret remark')).toBe(0)
  })

  test('refuses an empty text and one of a thousand characters', async () => {
    for (const q of ['  ', 'x'.repeat(1_000)]) {
      const { status } = await bank.call(bank.clara, endpoints.searchBank, { query: { q } })
      expect(status).toBe(422)
    }
  })
})
