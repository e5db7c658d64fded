import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { auditEventsAbout, mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ timeZone: 'America/New_York', supportEmail: 'help@bank.example' })
})
afterAll(() => bank.close())
// Sessions end while the clock of the bank passes.
beforeEach(() => bank.elevate(bank.clara))

async function write(who: Visitor, wish: Record<string, string> = {}) {
  bank.clock.pass(1)
  const written = { email: 'someone@example.com', subject: 'My card', message: 'It is\n<b>lost</b>.' }
  const body = { messageId: timeOrderedId(bank.clock.now()), ...written, ...wish }
  return (await bank.call(who, endpoints.writeToSupport, { body })).answer
}

const writeAsAlice = () => write(bank.alice, { email: bank.alice.email })

/** The ids of a list, from all of its pages. */
async function listed(list?: 'due' | 'waiting' | 'closed', limit = '100') {
  const ids: string[] = []
  let cursor: string | null | undefined
  do {
    const query = { limit, ...(list && { list }), ...(cursor && { cursor }) }
    const { answer } = await bank.call(bank.clara, endpoints.listCases, { query })
    ids.push(...answer.cases.map(({ id }) => id))
    cursor = answer.nextCursor
  } while (cursor)
  return ids
}

const caseOf = async (id: string) =>
  (await bank.call(bank.clara, endpoints.readCase, { params: { id } })).answer
const ownOf = async (who: Person, id: string) =>
  (await bank.call(who, endpoints.listOwnCases)).answer.cases.find((one) => one.id === id)!

/** A new entry, later than those before it. */
function entry(wish: { text?: string; entryId?: string } = {}) {
  bank.clock.pass(1)
  return { entryId: randomUUID(), text: 'We have blocked\nthe card.', ...wish }
}
const answer = (who: Visitor, id: string, wish = {}) =>
  bank.call(who, endpoints.answerCase, { params: { id }, body: entry(wish) })
const note = (who: Visitor, id: string, wish = {}) =>
  bank.call(who, endpoints.writeCaseNote, { params: { id }, body: entry(wish) })
const reply = (who: Visitor, id: string, wish = {}) =>
  bank.call(who, endpoints.replyToSupport, { params: { id }, body: entry(wish) })

test('staff read a message unchanged, due at the end of the bank’s day two days later', async () => {
  const { id, reference } = await writeAsAlice()
  const alice = { id: bank.alice.userId, name: 'Alice' }
  const at = bank.clock.now().toISOString()
  expect(await caseOf(id)).toEqual({
    id,
    reference,
    kind: 'question',
    state: 'open',
    // November 23 in New York.
    dueAt: '2026-11-24T04:59:59.999Z',
    email: bank.alice.email,
    user: alice,
    addressOwner: null,
    subject: 'My card',
    transactionId: null,
    createdAt: at,
    owner: null,
    entries: [{ id, side: 'customer', text: 'It is\n<b>lost</b>.', by: alice, at, files: [] }],
  })
})

test('the due cases are listed by their deadlines, and others newest first, page by page', async () => {
  const [first, second] = [(await write(newVisitor())).id, (await write(newVisitor())).id]
  await bank.bank.db.query('update cases set due_at = $2 where id = $1', [second, new Date(0)])
  const page = await bank.call(bank.clara, endpoints.listCases, { query: { list: 'due', limit: '1' } })
  expect(page.answer.cases.map(({ id }) => id)).toEqual([second])
  const query = { list: 'due', cursor: page.answer.nextCursor! }
  const rest = (await bank.call(bank.clara, endpoints.listCases, { query })).answer
  expect(rest.cases.map(({ id }) => id)).toContain(first)
  expect(rest.nextCursor).toBeNull()
  expect((await listed()).slice(0, 2)).toEqual([second, first])
  const wrong = await bank.call(bank.clara, endpoints.listCases, { query: { cursor: 'x' } })
  expect(wrong.problem.code).toBe('malformed')
})

test('the lists of the newest cases are in the order of their time, whatever ids their callers made, page by page', async () => {
  const ids: string[] = []
  for (const digit of ['8', 'f', '0', '9']) {
    const messageId = digit + randomUUID().slice(1)
    ids.unshift((await write(bank.alice, { messageId })).id)
  }
  expect((await listed(undefined, '2')).slice(0, 4)).toEqual(ids)
  for (const id of ids) await bank.call(bank.clara, endpoints.closeCase, { params: { id } })
  expect((await listed('closed', '3')).slice(0, 4)).toEqual(ids)
})

test('only elevated staff who may read messages read cases', async () => {
  const carl = await bank.openAccount('Carl', { role: 'administrator' })
  const { id } = await writeAsAlice()
  const codes = [newVisitor(), bank.alice, carl].map(
    async (who) => (await bank.call(who, endpoints.readCase, { params: { id } })).problem.code,
  )
  expect(await Promise.all(codes)).toEqual(['signed_out', 'forbidden', 'passcode_required'])
})

test('a case is closed and reopened, with one audit event for each change', async () => {
  const { id, reference } = await writeAsAlice()
  const params = { id }
  for (let times = 0; times < 2; times++) {
    expect((await bank.call(bank.clara, endpoints.closeCase, { params })).status).toBe(204)
  }
  expect(await listed('due')).not.toContain(id)
  expect(await listed('closed')).toContain(id)
  expect(await caseOf(id)).toMatchObject({ state: 'closed', dueAt: null })
  expect((await bank.call(bank.clara, endpoints.reopenCase, { params })).status).toBe(204)
  expect(await caseOf(id)).toMatchObject({ state: 'open', dueAt: expect.any(String) })
  expect(await listed('due')).toContain(id)
  const [actor_id, details] = [bank.clara.userId, { reference }]
  expect(await auditEventsAbout(bank, id)).toEqual([
    { action: 'support_message_closed', actor_id, details },
    { action: 'support_message_reopened', actor_id, details },
  ])
})

test('no one acts on a case that does not exist, and no customer acts as staff', async () => {
  const params = { id: '01900000-0000-7000-8000-00000000000b' }
  for (const endpoint of [endpoints.closeCase, endpoints.reopenCase, endpoints.takeCase]) {
    const { status, problem } = await bank.call(bank.clara, endpoint, { params })
    expect([status, problem.code]).toEqual([404, 'support_message_not_found'])
    expect((await bank.call(bank.alice, endpoint, { params })).problem.code).toBe('forbidden')
  }
  expect((await note(bank.alice, params.id)).problem.code).toBe('forbidden')
})

describe('an answer', () => {
  test('an answer is mailed once, kept with its author, and read by the customer without the name', async () => {
    const { id, reference } = await writeAsAlice()
    expect(await ownOf(bank.alice, id)).toMatchObject({ reference, state: 'open', isTaken: false })
    const body = entry()
    const { entryId, text } = body
    for (let times = 0; times < 2; times++) {
      const sent = await bank.call(bank.clara, endpoints.answerCase, { params: { id }, body })
      expect(sent.status).toBe(204)
    }
    const clara = { id: bank.clara.userId, name: 'Clara' }
    const at = bank.clock.now().toISOString()
    const { entries, ...found } = await caseOf(id)
    expect(found).toMatchObject({ state: 'waiting', dueAt: null, owner: clara })
    expect(entries.slice(1)).toEqual([{ id: entryId, side: 'bank', text, by: clara, at, files: [] }])
    const own = await ownOf(bank.alice, id)
    expect(own.state).toBe('waiting')
    expect(own.entries.slice(1)).toEqual([{ id: entryId, side: 'bank', text, at, files: [] }])
    const mails = await mailsTo(bank, bank.alice.email, `Re: My card (${reference})`)
    expect(mails.map(({ letter }) => [letter.greeting, letter.sentences])).toEqual([['Dear Alice,', [text]]])
    expect(await auditEventsAbout(bank, id)).toHaveLength(1)
  })

  test('of two members of staff who answer one case at once, one does, and the other reads who has taken it', async () => {
    const carl = await bank.openAccount('Carl2', { role: 'support' })
    await bank.elevate(carl)
    const { id } = await write(newVisitor())
    const both = await Promise.all([answer(bank.clara, id), answer(carl, id)])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    const refused = both.find(({ status }) => status === 409)!
    expect(refused.problem.detail).toMatch(/^This message is taken by (Clara|Carl2)$/)
    expect((await caseOf(id)).entries).toHaveLength(2)
  })

  test('a case that another member of staff has taken is answered once it is given back', async () => {
    const carl = await bank.openAccount('Carl3', { role: 'support' })
    await bank.elevate(carl)
    const { id } = await writeAsAlice()
    const params = { id }
    expect((await bank.call(carl, endpoints.takeCase, { params })).status).toBe(204)
    expect(await ownOf(bank.alice, id)).toMatchObject({ state: 'open', isTaken: true })
    expect((await bank.call(bank.clara, endpoints.takeCase, { params })).problem.code).toBe(
      'support_message_taken',
    )
    expect((await answer(bank.clara, id)).problem.code).toBe('support_message_taken')
    expect((await bank.call(bank.clara, endpoints.releaseCase, { params })).status).toBe(204)
    expect((await answer(bank.clara, id)).status).toBe(204)
  })

  test('a message by a visitor from a customer’s address names the customer as not verified, and its answer, which closes it, does not', async () => {
    const { id, reference } = await write(newVisitor(), { email: bank.alice.email })
    expect(await caseOf(id)).toMatchObject({
      user: null,
      addressOwner: { id: bank.alice.userId, name: 'Alice' },
    })
    expect((await answer(bank.clara, id)).status).toBe(204)
    expect((await caseOf(id)).state).toBe('closed')
    const mails = await mailsTo(bank, bank.alice.email, `Re: My card (${reference})`)
    expect(mails.map(({ letter }) => letter.greeting)).toEqual(['Hello,'])
    expect(await ownOf(bank.alice, id)).toBeUndefined()
    expect((await reply(bank.alice, id)).problem.code).toBe('support_message_not_found')
  })

  test('an answer of a member of staff whose role has ended is refused', async () => {
    const carl = await bank.openAccount('Carl4', { role: 'support' })
    await bank.elevate(carl)
    const { id } = await writeAsAlice()
    await bank.bank.db.query(`update users set role = 'customer' where id = $1`, [carl.userId])
    expect((await answer(carl, id)).problem.code).toBe('forbidden')
    expect((await caseOf(id)).entries).toHaveLength(1)
  })

  test.each([
    ['without text', '', 'Message is required'],
    ['of 5,001 characters', 'x'.repeat(5_001), 'Message must be at most 5000 characters'],
  ])('an entry %s is refused', async (_, text, detail) => {
    const { id } = await writeAsAlice()
    for (const refused of [answer(bank.clara, id, { text }), reply(bank.alice, id, { text })]) {
      expect((await refused).problem.errors).toEqual([{ pointer: '/text', detail }])
    }
  })

  test('a reply of 64 kB is refused', async () => {
    const { id } = await writeAsAlice()
    const { status, problem } = await reply(bank.alice, id, { text: 'x'.repeat(65_536) })
    expect([status, problem.code]).toEqual([413, 'body_too_large'])
  })
})

describe('a reply', () => {
  test('a reply opens a case that waits or is closed, once, with a new deadline', async () => {
    const { id } = await writeAsAlice()
    await answer(bank.clara, id)
    bank.clock.pass(24 * 60)
    bank.alice.cookies.clear()
    await bank.elevate(bank.clara)
    const body = entry({ text: 'Thank you.' })
    for (let times = 0; times < 2; times++) expect((await reply(bank.alice, id, body)).status).toBe(204)
    const { state, dueAt, entries } = await caseOf(id)
    expect([state, dueAt]).toEqual(['open', '2026-11-25T04:59:59.999Z'])
    expect(entries.map(({ side, text }) => [side, text]).at(-1)).toEqual(['customer', 'Thank you.'])
    expect(entries).toHaveLength(3)
    await bank.call(bank.clara, endpoints.closeCase, { params: { id } })
    expect((await reply(bank.alice, id)).status).toBe(204)
    expect((await caseOf(id)).state).toBe('open')
  })

  test('a reply to the case of another customer is refused like one to none', async () => {
    const { id } = await writeAsAlice()
    const { status, problem } = await reply(bank.bruno, id)
    expect([status, problem.code]).toEqual([404, 'support_message_not_found'])
  })

  test('an entry under the id of another entry is refused, and changes nothing', async () => {
    const [{ id }, other] = [await writeAsAlice(), await writeAsAlice()]
    const body = entry()
    expect((await reply(bank.alice, id, body)).status).toBe(204)
    const codes = [
      await reply(bank.alice, other.id, body),
      await reply(bank.alice, id, { ...body, text: 'Something else' }),
      await reply(bank.alice, other.id, { ...body, entryId: id }),
      await answer(bank.clara, id, body),
      await note(bank.clara, id, body),
    ].map(({ problem }) => problem.code)
    expect(codes).toEqual(Array(5).fill('id_reused'))
    expect((await caseOf(id)).entries).toHaveLength(2)
    expect(await caseOf(other.id)).toMatchObject({ state: 'open', owner: null, entries: [{ id: other.id }] })
  })

  test('a case with 100 entries takes no further one', async () => {
    const { id } = await writeAsAlice()
    await bank.bank.db.query(
      `insert into case_entries (id, case_id, side, text, written_at)
         select gen_random_uuid(), $1, 'customer', 'More', '2026-01-01Z' from generate_series(1, 99)`,
      [id],
    )
    const full = 'This message has 100 entries. Write a new message instead'
    expect((await reply(bank.alice, id)).problem.detail).toBe(full)
    expect((await note(bank.clara, id)).problem.detail).toBe(full)
    expect((await caseOf(id)).entries).toHaveLength(100)
  })
})

describe('the case of a dispute', () => {
  /** Disputes a payment of Alice, and returns the id of the case. */
  async function dispute(by?: Person) {
    bank.clock.pass(1)
    const payment = transfer({ amount: '1.00' })
    await bank.call(bank.alice, endpoints.sendTransfer, { body: payment })
    const disputed = { cause: 'not_received', amount: '1.00', text: 'It never came.' } as const
    const body = { disputeId: randomUUID(), ...disputed }
    const params = { id: payment.transactionId }
    const sent = by
      ? await bank.call(by, endpoints.openDisputeOfUser, { params, body })
      : await bank.call(bank.alice, endpoints.openDispute, { params, body })
    expect(sent.status).toBe(201)
    return body.disputeId
  }
  const end = (id: string) =>
    bank.call(bank.clara, endpoints.endDispute, {
      params: { id },
      body: { outcome: 'bank', reason: 'It arrived' },
    })

  test('an undecided dispute keeps its deadline through an answer, a reply and a reopening, and its case is not closed', async () => {
    const id = await dispute()
    const params = { id }
    const { dueAt } = await caseOf(id)
    const refused = await bank.call(bank.clara, endpoints.closeCase, { params })
    expect([refused.status, refused.problem.code]).toEqual([409, 'dispute_undecided'])
    await answer(bank.clara, id)
    expect(await caseOf(id)).toMatchObject({ state: 'waiting', dueAt })
    expect((await bank.call(bank.clara, endpoints.closeCase, { params })).status).toBe(409)
    expect(await listed('due')).toContain(id)
    expect((await bank.call(bank.clara, endpoints.reopenCase, { params })).status).toBe(204)
    await answer(bank.clara, id)
    bank.clock.pass(24 * 60)
    bank.alice.cookies.clear()
    await bank.elevate(bank.clara)
    await reply(bank.alice, id)
    expect(await caseOf(id)).toMatchObject({ state: 'open', dueAt })
  })

  test('after a dispute has ended its case is that of a question: due after a reply, not due after an answer, and closed', async () => {
    const id = await dispute()
    expect((await end(id)).status).toBe(204)
    expect(await caseOf(id)).toMatchObject({ state: 'closed', dueAt: null })
    await reply(bank.alice, id)
    expect(await listed('due')).toContain(id)
    await answer(bank.clara, id)
    expect(await caseOf(id)).toMatchObject({ state: 'waiting', dueAt: null })
    expect(await listed('due')).not.toContain(id)
    expect((await bank.call(bank.clara, endpoints.closeCase, { params: { id } })).status).toBe(204)
  })

  test('what staff write for the customer in a dispute is theirs, for the customer and for staff', async () => {
    const id = await dispute(bank.clara)
    const text = 'It never came.'
    expect((await caseOf(id)).entries).toMatchObject([{ side: 'bank', text, by: { name: 'Clara' } }])
    expect((await ownOf(bank.alice, id)).entries).toMatchObject([{ side: 'bank', text }])
    const { answer: timeline } = await bank.call(bank.clara, endpoints.listUserTimeline, {
      params: { id: bank.alice.userId },
      query: { kind: 'message' },
    })
    expect(timeline.entries).toContainEqual(
      expect.objectContaining({ text, by: expect.objectContaining({ name: 'Clara' }) }),
    )
  })

  test('a dispute is mailed to SUPPORT_EMAIL once, as a message is', async () => {
    const id = await dispute()
    const mails = await mailsTo(bank, 'help@bank.example', `Support ${id.slice(-8).toUpperCase()}%`)
    expect(mails.map(({ subject, letter }) => [subject, letter.sentences])).toEqual([
      [
        `Support ${id.slice(-8).toUpperCase()}: Dispute of $1.00: What I paid for did not arrive`,
        [`From ${bank.alice.email}`, 'It never came.'],
      ],
    ])
  })
})

test('a note is read by other staff alone: not by the customer’s page, mail or activity', async () => {
  const { id, reference } = await writeAsAlice()
  const before = await ownOf(bank.alice, id)
  const secret = 'Careful: a known fraud'
  const entryId = randomUUID()
  for (let times = 0; times < 2; times++) await note(bank.clara, id, { entryId, text: secret })
  expect((await caseOf(id)).entries.map(({ side, text }) => [side, text])).toEqual([
    ['customer', 'It is\n<b>lost</b>.'],
    ['note', secret],
  ])
  // Nothing of the customer’s side changes, not even the state.
  expect(await ownOf(bank.alice, id)).toEqual(before)
  expect(await mailsTo(bank, bank.alice.email, `%${reference}%`)).toEqual([])
  const events = await auditEventsAbout(bank, id)
  expect(events).toEqual([
    { action: 'support_message_noted', actor_id: bank.clara.userId, details: { reference, entryId } },
  ])
  // The activity is of those whom an event names.
  expect(await auditEventsAbout(bank, bank.alice.userId, 'support_message_noted')).toEqual([])
})

test('staff read no note in a case of their own', async () => {
  const sven = await bank.openAccount('Sven', { role: 'support' })
  const { id } = await write(sven)
  await note(bank.clara, id)
  await bank.elevate(sven)
  const { answer: own } = await bank.call(sven, endpoints.readCase, { params: { id } })
  expect([own.entries.length, (await caseOf(id)).entries.length]).toEqual([1, 2])
})
