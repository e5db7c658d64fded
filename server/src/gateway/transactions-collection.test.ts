import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type Person, passcode, pin, type TestBank } from '../../test/bank.ts'
import { type CookieJar, gateway, openGatewayDoor } from '../../test/gateway-door.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
let door: ReturnType<typeof openGatewayDoor>
/** Clara, with the passcode entered. */
let clara: CookieJar
beforeAll(async () => {
  bank = await openTestBank({ gateway })
  door = openGatewayDoor(bank)
  clara = await door.signIn(bank.clara.email)
  const payload = { documentId: 'unique()', data: { passcode } }
  await door.send('POST', '/databases/truedb/collections/settings/documents', { jar: clara, payload })
})
afterAll(() => bank.close())

const documents = '/databases/truedb/collections/transactions/documents'
type Query = readonly [method: string, attribute?: string | undefined, ...values: unknown[]]
const list = (jar: CookieJar, ...queries: Query[]) => {
  const parameters = queries.map(([method, attribute, ...values], index) => {
    const query = JSON.stringify({ method, ...(attribute && { attribute }), values })
    return `queries[${index}]=${encodeURIComponent(query)}`
  })
  return door.send('GET', `${documents}?${parameters.join('&')}`, { jar })
}
const read = (jar: CookieJar, id: string) => door.send('GET', `${documents}/${id}`, { jar })
const create = (jar: CookieJar, data: object, documentId: string = randomUUID()) =>
  door.send('POST', documents, { jar, payload: { documentId, data } })
const setStatus = (jar: CookieJar, id: string, data: object) =>
  door.send('PATCH', `${documents}/${id}`, { jar, payload: { data } })
const idsOf = ({ body }: { body: { documents: { $id: string }[] } }) => body.documents.map(({ $id }) => $id)
const debitOf = ({ userId }: Person, wishes: object = {}) => ({
  id: userId,
  transactionId: 'made by the client',
  amount: 10.5,
  type: 'debit',
  status: 'pending',
  description: 'Rent',
  transaction_pin: pin,
  ...wishes,
})
const balanceOf = async (who: Person) => (await bank.call(who, endpoints.readMe)).answer.account.balance

/** Opens an account with $100.00 and a browser of its owner. */
async function open(name: string): Promise<{ person: Person; jar: CookieJar }> {
  const person = await bank.openAccount(name, { amountMinor: 100_00n })
  return { person, jar: await door.signIn(person.email) }
}

describe('creating a document of transactions', () => {
  test('a debit without a beneficiary is a pending transfer under the document’s id', async () => {
    const { person, jar } = await open('Anna')
    const id = randomUUID()
    const { status, body } = await create(jar, debitOf(person), id)
    expect([status, body]).toEqual([
      201,
      {
        $id: id,
        $collectionId: 'transactions',
        $databaseId: 'truedb',
        $createdAt: '2026-11-21T12:00:00.000+00:00',
        $updatedAt: '2026-11-21T12:00:00.000+00:00',
        $permissions: [`read("user:${person.userId}")`],
        id: person.userId,
        transactionId: id,
        amount: 10.5,
        type: 'debit',
        description: 'Rent',
        status: 'pending',
      },
    ])
    expect(await balanceOf(person)).toBe('89.50')
    expect((await read(jar, id)).body).toEqual(body)
  })

  test('a debit with a beneficiary of this bank is two documents at once, one for each owner', async () => {
    const { person, jar } = await open('Bert')
    const receiver = await open('Bodo')
    const {
      transactionId: id,
      amount: _amount,
      ...to
    } = transfer({
      account_number: receiver.person.account.number,
      bank_name: 'Truepenny',
    })
    const { body } = await create(jar, debitOf(person, to), id)
    expect(body).toMatchObject({
      $id: id,
      status: 'success',
      description: expect.stringMatching(/^Transfer to/),
    })
    const credit = (await read(receiver.jar, `${id}.in`)).body
    expect(credit).toMatchObject({
      $id: `${id}.in`,
      transactionId: `${id}.in`,
      id: receiver.person.userId,
      type: 'credit',
      description: 'Transfer from Bert',
    })
    for (const [reader, other] of [
      [jar, `${id}.in`],
      [receiver.jar, id],
    ] as const) {
      expect((await read(reader, other)).body.type).toBe('document_not_found')
    }
  })

  test('the same document created again is the same transfer; with other contents it exists already', async () => {
    const { person, jar } = await open('Cleo')
    const id = randomUUID()
    const first = await create(jar, debitOf(person), id)
    expect((await create(jar, debitOf(person), id)).body).toEqual(first.body)
    for (const wishes of [{ amount: 11 }, { description: 'Food' }]) {
      const { body } = await create(jar, debitOf(person, wishes), id)
      expect([body.code, body.type]).toEqual([409, 'document_already_exists'])
    }
    expect(await balanceOf(person)).toBe('89.50')
  })

  const structure = 'document_invalid_structure'
  for (const [what, wishes, type, message] of [
    ['no PIN', { transaction_pin: undefined }, structure, 'Missing required attribute "transaction_pin"'],
    ['no amount', { amount: undefined }, structure, 'Missing required attribute "amount"'],
    ['no owner', { id: undefined }, structure, 'Missing required attribute "id"'],
    [
      'a part of a beneficiary',
      { account_name: 'Dana' },
      structure,
      'Missing required attribute "account_number"',
    ],
    ['an unknown attribute', { balance: 1 }, structure, 'Unknown attribute: "balance"'],
    ['a status other than pending', { status: 'success' }, structure, 'Attribute "status" must be pending'],
    ['another type', { type: 'gift' }, structure, 'Attribute "type" must be debit'],
    ['an amount of three decimals', { amount: 0.1 + 0.2 }, structure, 'at most 2 decimals'],
    ['an amount that is text', { amount: '10.50' }, structure, 'at most 2 decimals'],
    ['an amount below zero', { amount: -1 }, structure, 'Enter an amount above 0'],
    ['more than the balance', { amount: 100.01 }, structure, 'Insufficient balance'],
    ['a wrong PIN', { transaction_pin: '9999' }, structure, 'Invalid transaction pin'],
    ['no description', { description: undefined }, structure, 'Description is required'],
    ['the type credit', { type: 'credit' }, 'user_unauthorized', 'not authorized'],
    ['another owner', { id: randomUUID() }, 'user_unauthorized', 'not authorized'],
  ] as const) {
    test(`a document with ${what} is refused and moves nothing`, async () => {
      const jar = await door.signIn(bank.alice.email)
      const { body } = await create(jar, debitOf(bank.alice, wishes))
      expect(body).toMatchObject({
        code: type === 'user_unauthorized' ? 401 : 400,
        type,
        message: expect.stringContaining(message),
      })
      expect(await balanceOf(bank.alice)).toBe('100.00')
    })
  }

  test('a document under an id that is none, or from an inactive account or a visitor, is refused', async () => {
    const jar = await door.signIn(bank.alice.email)
    expect((await create(jar, debitOf(bank.alice), 'my-id')).body.type).toBe('general_argument_invalid')
    const bruno = await door.signIn(bank.bruno.email)
    const inactive = await create(bruno, debitOf(bank.bruno))
    expect(inactive.body).toMatchObject({ type: 'user_unauthorized', message: 'Account is not active' })
    const visitor = await create(new Map(), debitOf(bank.alice))
    expect(visitor.body).toMatchObject({ code: 401, type: 'user_unauthorized' })
  })
})

describe('changing the status of a document of transactions', () => {
  test('an administrator settles a transfer once, also when the change is repeated at the same time', async () => {
    const { person, jar } = await open('Dora')
    const { body: sent } = await create(jar, debitOf(person))
    bank.clock.pass(1)
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => setStatus(clara, sent.$id, { status: 'failed' })),
    )
    for (const { status, body } of replies) {
      expect([status, body.status, body.$updatedAt]).toEqual([200, 'failed', '2026-11-21T12:01:00.000+00:00'])
    }
    expect(await balanceOf(person)).toBe('100.00')
    const again = await setStatus(clara, sent.$id, { ...replies[0]!.body })
    expect([again.status, again.body.status]).toEqual([200, 'failed'])
    expect((await setStatus(clara, sent.$id, { status: 'pending' })).body.status).toBe('pending')
    expect((await setStatus(clara, sent.$id, { status: 'failed' })).body.status).toBe('failed')
    const { rows } = await bank.bank.db.query('select status from postings where transaction_id = $1', [
      sent.$id,
    ])
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'failed', 'pending', 'failed'])
  })

  test('no caller changes anything else, and only an administrator changes a status', async () => {
    const { person, jar } = await open('Egon')
    const { body: sent } = await create(jar, debitOf(person))
    for (const [who, data, type] of [
      [jar, { status: 'success' }, 'user_unauthorized'],
      [clara, { amount: 1 }, 'user_unauthorized'],
      [clara, { status: 'success', description: 'Food' }, 'user_unauthorized'],
      [clara, { status: 'lost' }, 'document_invalid_structure'],
      [clara, { pin: '1234' }, 'document_invalid_structure'],
    ] as const) {
      expect((await setStatus(who, sent.$id, data)).body.type).toBe(type)
    }
    const deleted = await door.send('DELETE', `${documents}/${sent.$id}`, { jar: clara, payload: {} })
    expect(deleted.body).toMatchObject({ code: 401, type: 'user_unauthorized' })
    expect((await read(jar, sent.$id)).body).toEqual(sent)
  })
})

describe('reading documents of transactions', () => {
  test('a customer’s list has their own sides only, whatever is asked', async () => {
    const { person, jar } = await open('Fred')
    const { body: sent } = await create(jar, debitOf(person))
    const all = await list(jar)
    expect([all.body.total, all.body.documents.length]).toEqual([2, 2])
    for (const document of all.body.documents) expect(document.id).toBe(person.userId)
    expect(idsOf(await list(jar, ['equal', 'id', person.userId]))).toEqual(idsOf(all))
    expect(idsOf(await list(jar, ['equal', 'type', 'debit']))).toEqual([sent.$id])
    for (const queries of [
      [['equal', 'id', bank.alice.userId]],
      [['equal', 'id', 'nobody']],
      [['equal', '$id', `${sent.$id}.in`]],
      [['equal', 'status', 'failed']],
      [
        ['limit', undefined, 5],
        ['offset', undefined, 2],
      ],
    ] as const satisfies readonly (readonly Query[])[]) {
      expect((await list(jar, ...queries)).body.documents).toEqual([])
    }
  })

  test('another customer’s document, an unknown id and text that is no id are not found', async () => {
    const { person, jar } = await open('Gabi')
    const { body: sent } = await create(jar, debitOf(person))
    const alice = await door.signIn(bank.alice.email)
    for (const id of [sent.$id, `${sent.$id}.in`, randomUUID(), 'me', '..%2Fusers']) {
      expect((await read(alice, id)).body, id).toMatchObject({ code: 404, type: 'document_not_found' })
    }
    for (const cursor of [sent.$id, `${sent.$id}.in`, randomUUID()]) {
      const { body } = await list(alice, ['cursorAfter', undefined, cursor])
      expect([body.code, body.type]).toEqual([400, 'general_query_invalid'])
    }
  })

  test('an administrator lists both sides of all customers, or those of one, and each reading is on record once', async () => {
    bank.clock.pass(16)
    const jar = await door.signIn(bank.clara.email)
    const payload = { documentId: 'unique()', data: { passcode } }
    await door.send('POST', '/databases/truedb/collections/settings/documents', { jar, payload })
    clara = jar
    const { person, jar: own } = await open('Hugo')
    const receiver = await bank.openAccount('Hans')
    const {
      transactionId: id,
      amount: _amount,
      ...to
    } = transfer({
      account_number: receiver.account.number,
      bank_name: 'Truepenny',
    })
    bank.clock.pass(0.001)
    await create(own, debitOf(person, to), id)
    expect(idsOf(await list(clara, ['limit', undefined, 2]))).toEqual([id, `${id}.in`])
    expect(idsOf(await list(clara, ['equal', '$id', id, `${id}.in`]))).toEqual([id, `${id}.in`])
    expect(idsOf(await list(clara, ['equal', 'id', receiver.userId]))).toEqual([`${id}.in`])
    expect((await list(clara, ['equal', 'id', randomUUID()])).body).toEqual({ total: 0, documents: [] })
    expect((await read(clara, `${id}.in`)).body.description).toBe('Transfer from Hugo')
    const { rows } = await bank.bank.db.query(
      `select action, target from audit_events
        where actor_id = $1 and happened_at >= $2::timestamptz - interval '1 second' and action in ('transactions_listed', 'user_opened')
        order by seq`,
      [bank.clara.userId, bank.clock.now()],
    )
    expect(rows).toEqual([
      { action: 'transactions_listed', target: null },
      { action: 'user_opened', target: receiver.userId },
    ])
  })

  test('an administrator finds transactions by type and status, with exact totals', async () => {
    const { person, jar } = await open('Ines')
    const sent = []
    for (let times = 0; times < 3; times++)
      sent.push((await create(jar, debitOf(person, { amount: 1 }))).body.$id)
    await setStatus(clara, sent[0], { status: 'failed' })
    await setStatus(clara, sent[1], { status: 'success' })
    const everything = (await list(clara, ['limit', undefined, 5_000])).body
    expect(everything.total).toBe(everything.documents.length)
    type Document = { type: string; status: string; $id: string }
    const matching = (test: (document: Document) => boolean) =>
      everything.documents.filter(test).map(({ $id }: Document) => $id)
    for (const [queries, test] of [
      [[['equal', 'status', 'failed']], ({ status }) => status === 'failed'],
      [[['equal', 'status', 'pending', 'failed']], ({ status }) => status !== 'success'],
      [[['equal', 'status', 'success']], ({ status }) => status === 'success'],
      [[['equal', 'type', 'credit']], ({ type }) => type === 'credit'],
      [
        [
          ['equal', 'type', 'debit'],
          ['equal', 'status', 'pending'],
        ],
        ({ type, status }) => type === 'debit' && status === 'pending',
      ],
    ] as [Query[], (document: Document) => boolean][]) {
      const found = await list(clara, ...queries, ['limit', undefined, 5_000])
      expect(idsOf(found), JSON.stringify(queries)).toEqual(matching(test))
      expect(found.body.total).toBe(idsOf(found).length)
    }
  })

  test('pages by cursor have each document once, also while transfers arrive, in both directions', async () => {
    const { person, jar } = await open('Jens')
    const receiver = await bank.openAccount('Jost')
    const {
      transactionId: _id,
      amount: _amount,
      ...to
    } = transfer({
      account_number: receiver.account.number,
      bank_name: 'Truepenny',
    })
    for (let times = 0; times < 4; times++) await create(jar, debitOf(person, { ...to, amount: 1 }))
    for (const reader of [clara, jar]) {
      for (const order of ['orderDesc', 'orderAsc']) {
        const whole = idsOf(await list(reader, [order, '$createdAt'], ['limit', undefined, 5_000]))
        const forwards: string[] = []
        for (let last: string | undefined; ; last = forwards.at(-1)) {
          const page = await list(
            reader,
            [order, '$createdAt'],
            ['limit', undefined, 3],
            ...(last ? [['cursorAfter', undefined, last] as const] : []),
          )
          // A transfer that arrives is newer than every page that was read.
          bank.clock.pass(0.001)
          if (order === 'orderDesc') await create(jar, debitOf(person, { amount: 0.01 }))
          if (idsOf(page).length === 0) break
          forwards.push(...idsOf(page))
          if (forwards.length > whole.length) break
        }
        expect(forwards).toEqual(whole)
        const [before] = whole.slice(-1)
        const backwards = await list(
          reader,
          [order, '$createdAt'],
          ['limit', undefined, 3],
          ['cursorBefore', undefined, before],
        )
        expect(idsOf(backwards)).toEqual(whole.slice(-4, -1))
        const skipped = await list(
          reader,
          ['orderAsc', '$createdAt'],
          ['limit', undefined, 2],
          ['offset', undefined, 1],
        )
        const oldest = order === 'orderAsc' ? whole : whole.toReversed()
        expect(idsOf(skipped)).toEqual(oldest.slice(1, 3))
      }
    }
  })

  test('a secret is no attribute to ask for, and no answer has one', async () => {
    const jar = await door.signIn(bank.alice.email)
    for (const secret of ['pin', 'transaction_pin', 'password', 'passcode']) {
      const { status, body } = await list(jar, ['equal', secret, pin])
      expect([status, body.type, body.message]).toEqual([
        400,
        'general_query_invalid',
        `Invalid query: Attribute not found in schema: ${secret}`,
      ])
    }
    const answers = [
      await list(jar),
      await list(clara),
      await create(jar, debitOf(bank.alice, { amount: 1 })),
    ]
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/pin"|passw|passcode|"1234"/)
  })

  test('a list of more than 100 documents counts as an export, a shorter one does not', async () => {
    const { jar } = await open('Kurt')
    for (let times = 0; times < 60; times++) {
      expect((await list(jar, ['limit', undefined, 101])).status).toBe(200)
    }
    expect((await list(jar, ['limit', undefined, 101])).body.type).toBe('general_rate_limit_exceeded')
    expect((await list(jar, ['limit', undefined, 100])).status).toBe(200)
  })

  test('a visitor reads no document of transactions', async () => {
    for (const { body } of [await list(new Map()), await read(new Map(), randomUUID())]) {
      expect([body.code, body.type]).toEqual([401, 'user_unauthorized'])
    }
  })
})
