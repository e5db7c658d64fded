import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type Person, passcode, password, pin, type TestBank } from '../../../test/bank.ts'
import { openFurtherAccount } from '../../../test/further-account.ts'
import { transfer } from '../../../test/transfer.ts'
import { queueResetLinks } from '../../password-resets/queue-reset-links.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())

const ofAlice = () => ({ params: { id: bank.alice.userId } })

describe('the details of a user', () => {
  test('administrators see a user’s profile, the full account number and the date of the password', async () => {
    await bank.call(bank.alice, endpoints.sendTransfer, { body: transfer({ amount: '40.00' }) })
    const { answer } = await bank.call(bank.clara, endpoints.readUser, ofAlice())
    const signedIn = {
      signedInAt: bank.clock.now().toISOString(),
      lastSeenAt: bank.clock.now().toISOString(),
    }
    const {
      transferLimit: _limit,
      undoSeconds: _undo,
      ...me
    } = (await bank.call(bank.alice, endpoints.readMe)).answer
    expect(answer).toEqual({
      ...me,
      createdAt: me.account.openedAt,
      passwordSetAt: me.account.openedAt,
      temporarySecretsUntil: null,
      profileVersion: 1,
      pendingEmail: null,
      emailConfirmedAt: me.account.openedAt,
      signIn: {
        hasPin: true,
        lockedUntil: null,
        twoFactorSince: null,
        sessions: [{ id: expect.any(String), browser: 'Other', network: '', ...signedIn }],
      },
      accounts: [me.account],
      deactivations: [],
      approvalAbove: null,
      approvals: [],
      fundingLimit: '1000000.00',
    })
    expect(answer.account).toMatchObject({
      number: bank.alice.account.number,
      balance: '60.00',
      inTransit: '40.00',
    })
  })

  test('administrators see all accounts of a user as the user does, the main one first', async () => {
    const dora = await bank.openAccount('Dora', { amountMinor: 10_00n })
    await openFurtherAccount(bank, dora)
    await openFurtherAccount(bank, dora, { currency: '€', name: '' })
    const { answer } = await bank.call(bank.clara, endpoints.readUser, { params: { id: dora.userId } })
    expect(answer.accounts).toEqual((await bank.call(dora, endpoints.listAccounts)).answer.accounts)
    expect(answer.accounts.map(({ isMain, balance }) => `${isMain} ${balance}`)).toEqual([
      'true 10.00',
      'false 0.00',
      'false 0.00',
    ])
    expect(answer.account).toEqual(answer.accounts[0])
  })

  test('no answer to an administrator contains a password, PIN or passcode in any form', async () => {
    const { rows } = await bank.bank.db.query(
      `select u.password_hash, encode(p.hash, 'hex') as pin, encode(p.salt, 'hex') as salt, s.value
         from users u join pins p on p.user_id = u.id cross join settings s
        where u.id = $1 and s.key = 'passcode'`,
      [bank.alice.userId],
    )
    const secrets = [...Object.values(rows[0] as Record<string, string>), password, passcode, 'argon2']
    const answers = [
      await bank.call(bank.clara, endpoints.readUser, ofAlice()),
      await bank.call(bank.clara, endpoints.listUserTransactions, ofAlice()),
      await bank.call(bank.clara, endpoints.listUsers),
      await bank.call(bank.clara, endpoints.readPasscodeChange),
    ]
    for (const { status, answer } of answers) {
      expect(status).toBe(200)
      const text = JSON.stringify(answer)
      for (const secret of secrets) expect(text).not.toContain(secret)
      expect(text).not.toContain(`"${pin}"`)
      expect(text).not.toMatch(/"(password|pin|passcode|hash|salt|secret)\w*":(?!"20)/i)
    }
  })

  test('administrators see a user’s history as the user does, with the same filters and pages', async () => {
    for (const amount of ['1.00', '2.00', '3.00']) {
      bank.clock.pass(1)
      await bank.call(bank.alice, endpoints.sendTransfer, { body: transfer({ amount }) })
    }
    await bank.elevate(bank.clara)
    for (const query of [{}, { limit: '2' }, { type: 'credit' }, { minAmount: '2.00' }]) {
      const own = await bank.call(bank.alice, endpoints.listTransactions, { query })
      const seen = await bank.call(bank.clara, endpoints.listUserTransactions, { ...ofAlice(), query })
      expect(seen.answer).toEqual(own.answer)
      expect(seen.answer.transactions.length).toBeGreaterThan(0)
    }
  })

  test('opening a user writes one audit event in 15 minutes', async () => {
    const actors = async () => {
      const { rows } = await bank.bank.db.query(
        `select actor_id from audit_events where target = $1 and action = 'user_opened'`,
        [bank.bruno.userId],
      )
      return rows.map(({ actor_id }) => actor_id)
    }
    const open = () =>
      Promise.all(
        [endpoints.readUser, endpoints.listUserTransactions].map((endpoint) =>
          bank.call(bank.clara, endpoint, { params: { id: bank.bruno.userId } }),
        ),
      )
    await open()
    bank.clock.pass(9)
    await open()
    expect(await actors()).toEqual([bank.clara.userId])
    bank.clock.pass(9)
    await bank.elevate(bank.clara)
    await bank.call(bank.clara, endpoints.listUserTransactions, { params: { id: bank.bruno.userId } })
    expect(await actors()).toEqual([bank.clara.userId, bank.clara.userId])
  })

  test('opening an unknown user is refused', async () => {
    for (const endpoint of [endpoints.readUser, endpoints.listUserTransactions]) {
      const unknown = await bank.call(bank.clara, endpoint, { params: { id: randomUUID() } })
      expect([unknown.status, unknown.problem.detail]).toEqual([404, 'User not found'])
      const malformed = await bank.call(bank.clara, endpoint, { params: { id: 'x' } })
      expect([malformed.status, malformed.problem.detail]).toEqual([400, 'User ID is required'])
    }
  })
})

describe('the timeline of a user', () => {
  const timeline = async (
    query: {
      kind?: 'note' | 'reason' | 'message' | 'mail' | 'activity'
      limit?: string
      cursor?: string
    } = {},
  ) =>
    (await bank.call(bank.clara, endpoints.listUserTimeline, { params: { id: tina.userId }, query })).answer
  const titles = async (query?: Parameters<typeof timeline>[0]) =>
    (await timeline(query)).entries.map(({ kind, title, text }) => [kind, title, text])
  const deactivate = async (reason: string) => {
    bank.clock.pass(1)
    const body = { changeId: randomUUID(), reason }
    await bank.call(bank.clara, endpoints.deactivateAccount, { params: { id: tina.userId }, body })
  }
  let tina: Person
  beforeAll(async () => {
    tina = await bank.openAccount('Tina')
    await bank.elevate(bank.clara)
  })

  test('a timeline has notes, reasons, messages, mails and acts, newest first, and can be narrowed and paged', async () => {
    const message = { email: tina.email, message: 'It is lost.' }
    const write = (who: Person | null, subject: string) =>
      bank.call(who, endpoints.writeToSupport, { body: { ...message, messageId: randomUUID(), subject } })
    await write(tina, 'My card')
    bank.clock.pass(1)
    await write(null, 'Her card')
    bank.clock.pass(1)
    const noteId = randomUUID()
    const note = { params: { id: tina.userId }, body: { noteId, text: 'Called, will call again' } }
    for (let times = 0; times < 2; times++) {
      expect((await bank.call(bank.clara, endpoints.writeUserNote, note)).status).toBe(204)
    }
    await deactivate('Suspected fraud, case 77')
    bank.clock.pass(1)
    const link = { params: { id: tina.userId }, body: { reason: 'Card lost' } }
    expect((await bank.call(bank.clara, endpoints.offerPinRecovery, link)).status).toBe(204)
    await bank.elevate(bank.clara)
    const all = await timeline()
    expect(all.entries.map(({ kind, title, text }) => [kind, title, text])).toEqual([
      ['activity', 'Sent a link to choose a new PIN', 'Card lost'],
      ['activity', 'Deactivated the account', 'Suspected fraud, case 77'],
      ['note', '', 'Called, will call again'],
      ['message', 'Her card', 'It is lost.'],
      ['message', 'My card', 'It is lost.'],
    ])
    expect(all.entries.map(({ isVerified, by }) => `${isVerified} ${by?.name}`)).toEqual([
      'true Clara',
      'true Clara',
      'true Clara',
      'false undefined',
      'true Tina',
    ])
    expect(all.entries[1]!.change).toBe('active → inactive')
    expect(await titles({ kind: 'note' })).toEqual([['note', '', 'Called, will call again']])
    expect(await titles({ kind: 'reason' })).toHaveLength(2)
    expect(await titles({ kind: 'message' })).toHaveLength(2)
    const ids: string[] = []
    for (let cursor: string | undefined, pages = 0; pages < 3; pages++) {
      const page = await timeline({ limit: '2', ...(cursor !== undefined && { cursor }) })
      ids.push(...page.entries.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    }
    expect(ids).toEqual(all.entries.map(({ id }) => id))
  })

  test('a mail is on the timeline of its recipient, without the link that only the recipient gets', async () => {
    await queueResetLinks(bank.bank, bank.clock.now())
    const [mail] = (await timeline({ kind: 'mail' })).entries
    expect(mail).toMatchObject({ kind: 'mail', by: null, title: 'Choose a new Truepenny PIN' })
    expect(mail?.text).toContain('(Only the recipient gets it.)')
  })

  test('a timeline has no mails for a role that may not read them', async () => {
    const tess = await bank.openAccount('Tess', { role: 'treasury' })
    await bank.elevate(tess)
    const read = async (query: { kind?: 'mail' } = {}) => {
      const { answer } = await bank.call(tess, endpoints.listUserTimeline, {
        params: { id: tina.userId },
        query,
      })
      return new Set(answer.entries.map(({ kind }) => kind))
    }
    expect(await read()).toEqual(new Set(['activity', 'message', 'note']))
    expect(await read({ kind: 'mail' })).toEqual(new Set())
  })

  test.each([
    [' \n ', 'Note is required'],
    ['x'.repeat(2_001), 'Note must be at most 2000 characters'],
    ['x'.repeat(65_536), 'The request is too large'],
  ])('a note that is blank, too long or of 64 kB is refused: %#', async (text, reason) => {
    const params = { id: tina.userId }
    const body = { noteId: randomUUID(), text }
    const { problem } = await bank.call(bank.clara, endpoints.writeUserNote, { params, body })
    expect(problem.errors[0]?.detail ?? problem.detail).toBe(reason)
  })

  test('a user who was deactivated has the last reason, until the account is active again', async () => {
    const read = async () =>
      (await bank.call(bank.clara, endpoints.readUser, { params: { id: tina.userId } })).answer.deactivations
    expect(await read()).toEqual([
      {
        accountNumber: tina.account.number,
        at: expect.any(String),
        by: 'Clara',
        reason: 'Suspected fraud, case 77',
      },
    ])
    const body = { changeId: randomUUID() }
    await bank.call(bank.clara, endpoints.activateAccount, { params: { id: tina.userId }, body })
    expect(await read()).toEqual([])
  })

  test('an unknown user has no timeline and no note, and a cursor that was made up is malformed', async () => {
    const params = { id: randomUUID() }
    expect((await bank.call(bank.clara, endpoints.listUserTimeline, { params })).problem.code).toBe(
      'user_not_found',
    )
    const body = { noteId: randomUUID(), text: 'Nobody' }
    expect((await bank.call(bank.clara, endpoints.writeUserNote, { params, body })).problem.code).toBe(
      'user_not_found',
    )
    const made = { params: { id: tina.userId }, query: { cursor: 'bm90aGluZw' } }
    expect((await bank.call(bank.clara, endpoints.listUserTimeline, made)).problem.code).toBe('malformed')
  })
})

describe('the files and holdings of a user', () => {
  test('staff download the statement and the receipt that the customer gets, each with an audit event', async () => {
    await bank.elevate(bank.clara)
    const params = { id: bank.alice.userId }
    const query = { period: 'all' }
    // The next call after the end of a session signs in again.
    await bank.call(bank.alice, endpoints.readMe)
    const own = await bank.call(bank.alice, endpoints.downloadStatementCsv, { query })
    const seen = await bank.call(bank.clara, endpoints.downloadStatementCsvOfUser, { params, query })
    expect([seen.status, seen.answer]).toEqual([200, own.answer])
    const pdf = await bank.call(bank.clara, endpoints.downloadStatementPdfOfUser, { params, query })
    expect(pdf.status).toBe(200)
    const [transaction] = (await bank.call(bank.alice, endpoints.listTransactions)).answer.transactions
    const { transactionId } = transaction!
    const receipt = { params: { ...params, transactionId } }
    expect((await bank.call(bank.clara, endpoints.downloadReceiptOfUser, receipt)).status).toBe(200)
    const other = { params: { id: bank.bruno.userId, transactionId } }
    expect((await bank.call(bank.clara, endpoints.downloadReceiptOfUser, other)).problem.code).toBe(
      'transaction_not_found',
    )
    const { rows } = await bank.bank.db.query(
      `select action, details ->> 'format' as format from audit_events
        where target = $1 and action in ('statement_downloaded', 'receipt_downloaded') order by seq`,
      [bank.alice.userId],
    )
    expect(rows.map(({ action, format }) => `${action} ${format}`)).toEqual([
      'statement_downloaded csv',
      'statement_downloaded pdf',
      'receipt_downloaded null',
    ])
  })

  test('staff see the pots and limits of a user as the user does', async () => {
    const params = { id: bank.alice.userId }
    const guards = await bank.call(bank.clara, endpoints.listGuardsOfUser, { params })
    expect(guards.answer).toEqual((await bank.call(bank.alice, endpoints.listGuards)).answer)
    const pots = await bank.call(bank.clara, endpoints.listPotsOfUser, { params })
    expect(pots.answer).toEqual((await bank.call(bank.alice, endpoints.listPots)).answer)
  })
})
