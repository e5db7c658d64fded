import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import type { Status } from '@bank/ledger/transaction-status'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../../test/bank.ts'
import { openFurtherAccount } from '../../../test/further-account.ts'
import { transfer } from '../../../test/transfer.ts'
import type { ArchiveStatus } from '../../backups/archive-loop.ts'
import { markRestored } from '../../backups/mark-restored.ts'
import { letJobsRun } from '../../backups/paused-jobs.ts'
import { insertBooksCheck } from '../../books/check/books-check.ts'
import { welcomeMail } from '../../mail/letters.ts'
import { claimMail, countUnsentMail, markFailed, markSent, queueMail } from '../../mail/outgoing-mail.ts'
import { inTransaction } from '../../postgres/transaction.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(() => bank.elevate(bank.clara))

async function overview() {
  const { answer, status } = await bank.call(bank.clara, endpoints.readOverview)
  expect(status).toBe(200)
  return answer
}

const hours = (count: number) => count * 60

test('the overview of a bank without work has nothing to do, and no check of the books', async () => {
  await bank.bank.db.query('update accounts set activated_at = opened_at where not is_active')
  expect(await overview()).toEqual({
    alerts: [],
    activations: { count: 0, overdueCount: 0, users: [] },
    approvals: 0,
    pendingTransactions: { count: 0, sums: [], oldest: [] },
    supportMessages: { count: 0, overdueCount: 0, due: [] },
    mail: { isOff: true, waitingCount: 0, retryingCount: 0, givenUpCount: 0 },
    areJobsPaused: false,
    jobs: [],
    backups: null,
    lowDisks: [],
    booksCheck: null,
  })
})

describe('activations on the overview', () => {
  test('the overview lists who has waited longest for the activation, with the end of the promised 24 hours', async () => {
    const wanda = await bank.openAccount('Wanda', { isActive: false })
    const opened = bank.clock.now()
    bank.clock.pass(hours(2))
    for (const name of ['Will', 'Xaver', 'Yara', 'Zita', 'Abel']) {
      await bank.openAccount(name, { isActive: false })
      bank.clock.pass(1)
    }
    await bank.elevate(bank.clara)
    const { activations } = await overview()
    expect(activations).toMatchObject({ count: 6, overdueCount: 0 })
    const { answer } = await bank.call(bank.clara, endpoints.countWaiting)
    expect(answer).toEqual({ accounts: 6, pendingTransactions: 0, dueMessages: 0, approvals: 0 })
    expect(activations.users.map(({ name }) => name)).toEqual(['Wanda', 'Will', 'Xaver', 'Yara', 'Zita'])
    const dueAt = new Date(opened.getTime() + 24 * 3_600_000).toISOString()
    expect(activations.users[0]).toEqual({ id: wanda.userId, name: 'Wanda', dueAt })
  })

  test('an account is overdue 24 hours after it was opened, and gone from the overview once it is activated', async () => {
    bank.clock.pass(hours(22))
    await bank.elevate(bank.clara)
    const { activations } = await overview()
    expect(activations).toMatchObject({ count: 6, overdueCount: 1 })
    const { id } = activations.users[0]!
    await bank.call(bank.clara, endpoints.activateAccount, {
      params: { id },
      body: { changeId: randomUUID() },
    })
    expect((await overview()).activations).toMatchObject({ count: 5, overdueCount: 0 })
    // Deactivated is not waiting.
    await bank.call(bank.clara, endpoints.deactivateAccount, {
      params: { id },
      body: { changeId: randomUUID() },
    })
    expect((await overview()).activations.count).toBe(5)
  })
})

describe('pending transactions on the overview', () => {
  let emma: Person
  const send = async (who: Person, amount: string) => {
    bank.clock.pass(1)
    const body = transfer({ amount })
    expect((await bank.call(who, endpoints.sendTransfer, { body })).status).toBe(201)
    return body.transactionId
  }
  const setStatus = async (id: string, status: Status) => {
    const body = { changeId: randomUUID(), status, reason: 'Checked' }
    expect(
      (await bank.call(bank.clara, endpoints.setTransactionStatus, { params: { id }, body })).status,
    ).toBeLessThan(300)
  }

  test('the overview sums what is pending by currency, the oldest first, and a settled transaction is gone', async () => {
    emma = await bank.openAccount('Emma', { amountMinor: 500_00n, currency: 'EUR' })
    const first = await send(bank.alice, '40.00')
    const firstSent = bank.clock.now().toISOString()
    const second = await send(emma, '12.50')
    const third = await send(bank.alice, '2.00')
    const { pendingTransactions } = await overview()
    expect(pendingTransactions).toMatchObject({
      count: 3,
      sums: [
        { currency: 'USD', amount: '42.00', count: 2 },
        { currency: 'EUR', amount: '12.50', count: 1 },
      ],
    })
    expect(pendingTransactions.oldest.map(({ id }) => id)).toEqual([first, second, third])
    expect(pendingTransactions.oldest[0]).toEqual({
      id: first,
      user: { id: bank.alice.userId, name: 'Alice' },
      accountNumber: null,
      currency: 'USD',
      amount: '40.00',
      createdAt: firstSent,
    })
    await setStatus(first, 'success')
    await setStatus(second, 'failed')
    const later = (await overview()).pendingTransactions
    expect(later).toMatchObject({ count: 1, sums: [{ currency: 'USD', amount: '2.00', count: 1 }] })
    expect(later.oldest.map(({ id }) => id)).toEqual([third])
  })

  test('a funding that is pending is on the overview with the user, and the further account, that receives it', async () => {
    bank.clock.pass(1)
    const transactionId = randomUUID()
    const { number } = await openFurtherAccount(bank, emma, { currency: '€' })
    const query = { account: number }
    const body = { transactionId, amount: '5.00', reason: 'Deposit' }
    const funding = { params: { id: emma.userId }, query, body }
    expect((await bank.call(bank.clara, endpoints.fundAccount, funding)).status).toBeLessThan(300)
    await setStatus(transactionId, 'pending')
    const { pendingTransactions } = await overview()
    expect(pendingTransactions.count).toBe(2)
    expect(pendingTransactions.oldest.at(-1)).toMatchObject({
      id: transactionId,
      user: { id: emma.userId, name: 'Emma' },
      accountNumber: number,
      amount: '5.00',
      currency: 'EUR',
    })
  })

  test('more pending transactions than the overview counts have exact sums, and no oldest ones are claimed', async () => {
    const { db, books } = bank.bank
    const { settlement, inTransit } = books.internalAccounts.GBP
    const gwen = await bank.openAccount('Gwen', { currency: 'GBP', amountMinor: 100_00n })
    await send(gwen, '3.00')
    // Rows of transactions alone: the sums are read from the ledger accounts.
    await db.query(
      `insert into transactions (id, kind, source_ledger_account_id, destination_ledger_account_id,
         in_transit_ledger_account_id, debit_account_id, currency, amount_minor, debit_detail, status, first_status, made_by,
         created_at)
       select gen_random_uuid(), 'plain_transfer', $1, $2, $3, $1, 'GBP', 1, 'One of many', 'pending', 'pending', $4, $5
         from generate_series(1, 10000)`,
      [gwen.account.id, settlement, inTransit, gwen.userId, bank.clock.now()],
    )
    expect((await overview()).pendingTransactions).toEqual({
      count: null,
      sums: [
        { currency: 'USD', amount: '2.00', count: null },
        { currency: 'EUR', amount: '5.00', count: null },
        { currency: 'GBP', amount: '3.00', count: null },
      ],
      oldest: [],
    })
  })
})

test('the overview leaves out what a role has no right to read', async () => {
  const parts = ['approvals', 'supportMessages', 'mail', 'booksCheck'] as const
  for (const [role, read] of [
    ['support', ['supportMessages', 'mail']],
    ['operations', ['approvals', 'supportMessages', 'mail']],
    ['treasury', ['approvals', 'supportMessages', 'booksCheck']],
    ['auditor', parts],
  ] as const) {
    const person = await bank.openAccount(`Reader${role}`, { role })
    await bank.elevate(person)
    const { answer } = await bank.call(person, endpoints.readOverview)
    expect([role, parts.filter((part) => answer[part] !== undefined)]).toEqual([role, read])
  }
})

test('the overview counts the messages to support that are due, and has the first of them', async () => {
  const write = async (subject: string) => {
    bank.clock.pass(1)
    const body = { messageId: randomUUID(), email: 'dora@example.com', subject, message: 'Please help.' }
    expect((await bank.call(null, endpoints.writeToSupport, { body })).status).toBe(201)
  }
  await write('My first message')
  await write('My card')
  await write('My statement')
  await bank.elevate(bank.clara)
  const { id } = (await overview()).supportMessages!.due.find(({ subject }) => subject === 'My card')!
  expect((await bank.call(bank.clara, endpoints.closeCase, { params: { id } })).status).toBe(204)
  const supportMessages = (await overview()).supportMessages!
  expect(supportMessages).toMatchObject({ count: 2, overdueCount: 0 })
  // They are due at the same moment.
  const subjects = supportMessages.due.map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual(['My first message', 'My statement'])
})

test('the overview counts mail that waits, is tried again, or was given up within the last seven days', async () => {
  const { db } = bank.bank
  await db.query('delete from outgoing_mail')
  for (const name of ['Ada', 'Ben', 'Cid', 'Dan', 'Eve']) {
    const mail = welcomeMail('First Penny', { email: `${name}@example.com`.toLowerCase() })
    await inTransaction(db, (connection) => queueMail(connection, mail, bank.clock.now()))
  }
  const now = bank.clock.now()
  const freeAt = new Date(now.getTime() + 60_000)
  const [sent, retried, lost] = await claimMail(db, { now, freeAt, countMax: 3 })
  await markSent(db, sent!.id, now)
  await markFailed(db, retried!, { fault: 'later', nextTryAt: freeAt, now })
  await markFailed(db, lost!, { fault: 'never', nextTryAt: null, now })
  const limits = { givenUpSince: new Date(now.getTime() - 1), countMax: 10 }
  expect(await countUnsentMail(db, { isOff: false, ...limits })).toEqual({
    waitingCount: 2,
    retryingCount: 1,
    givenUpCount: 1,
  })
  // The bank of this test has mail off: what was tried before waits too.
  expect((await overview()).mail).toEqual({ isOff: true, waitingCount: 3, retryingCount: 0, givenUpCount: 1 })
  bank.clock.pass(hours(8 * 24))
  await bank.elevate(bank.clara)
  expect((await overview()).mail!.givenUpCount).toBe(0)
})

test('the overview has the result of the last check of the books', async () => {
  const { db } = bank.bank
  const rows = { transactions: 7, entries: 14, postings: 7, batches: 3, 'audit events': 2 }
  const at = (minutes: number) => new Date(bank.clock.now().getTime() + minutes * 60_000)
  await insertBooksCheck(db, { broken: null, rows, positions: [] }, { startedAt: at(0), finishedAt: at(1) })
  expect((await overview()).booksCheck).toEqual({
    finishedAt: at(1).toISOString(),
    fault: null,
    transactionCount: 7,
    entryCount: 14,
  })
  const broken = { invariant: 'Each posting balances', fault: 'posting 7 has one entry' }
  await insertBooksCheck(db, { broken, rows, positions: [] }, { startedAt: at(2), finishedAt: at(3) })
  expect((await overview()).booksCheck?.fault).toEqual({ invariant: broken.invariant, row: broken.fault })
  await expect(db.query('delete from books_checks')).rejects.toThrow()
})

test('the overview says that jobs are paused from a restore until an operator resumes them', async () => {
  const { db } = bank.bank
  await markRestored(db, { moment: null, forForensics: false, now: bank.clock.now() })
  await bank.elevate(bank.clara)
  expect((await overview()).areJobsPaused).toBe(true)
  await letJobsRun(db, bank.clock.now())
  expect((await overview()).areJobsPaused).toBe(false)
})

describe('backups on the overview', () => {
  let status: ArchiveStatus
  let backedUp: TestBank
  beforeAll(async () => {
    const backups = { backupDir: '/backups', everyHours: 24, keepCount: 7, megabytesPerSecond: 80 }
    const archiving = { status: () => status, close: async () => {} }
    backedUp = await openTestBank({ backups }, { archiving })
    await backedUp.elevate(backedUp.clara)
  })
  afterAll(() => backedUp.close())

  test.each([
    ['a backup of two days and an archive of five minutes ago are in time', 48 * 60, 5, null, false, false],
    ['a backup that is older than two days is overdue', 48 * 60 + 1, 0, null, true, false],
    ['an archive that is more than five minutes behind has a problem', 60, 6, null, false, true],
    ['after a start nothing is known, which is no problem', null, null, null, false, false],
    ['a first backup that fails is overdue, with its archive', null, null, 'the disk is full', true, true],
    ['a failure that is not minutes old is no problem yet', 60, 1, 'the disk is full', false, false],
  ])('%s', async (_, backupMinutes, archiveMinutes, failure, isBackupOverdue, isArchiveBehind) => {
    const ago = (minutes: number | null) =>
      minutes === null ? null : new Date(backedUp.clock.now().getTime() - minutes * 60_000).toISOString()
    const known = { lastBackupAt: ago(backupMinutes), archivedUntil: ago(archiveMinutes) }
    status = { ...known, failure }
    const { answer } = await backedUp.call(backedUp.clara, endpoints.readOverview)
    expect(answer.backups).toEqual({ ...known, isBackupOverdue, isArchiveBehind })
  })
})

test('reading the overview writes one audit event per administrator in 15 minutes', async () => {
  bank.clock.pass(16)
  await bank.elevate(bank.clara)
  const since = bank.clock.now()
  const events = async () =>
    (
      await bank.bank.db.query(
        `select actor_id, target from audit_events where action = 'overview_opened' and happened_at >= $1`,
        [since],
      )
    ).rows
  await Promise.all([overview(), overview()])
  bank.clock.pass(14)
  await bank.elevate(bank.clara)
  await overview()
  expect(await events()).toEqual([{ actor_id: bank.clara.userId, target: null }])
  bank.clock.pass(2)
  await bank.elevate(bank.clara)
  await overview()
  expect(await events()).toHaveLength(2)
})

test('the overview names the disks with less than 15 % free, and no others', async () => {
  const spaces = new Map([
    ['DATA_DIR', { freeBytes: 14_900, sizeBytes: 100_000 }],
    ['BACKUP_DIR', { freeBytes: 15_000, sizeBytes: 100_000 }],
  ] as const)
  const read = vi.spyOn(bank.bank.disks, 'read').mockResolvedValue(spaces)
  const { lowDisks } = await overview()
  read.mockRestore()
  expect(lowDisks).toEqual([{ folder: 'DATA_DIR', freeBytes: 14_900, sizeBytes: 100_000 }])
  expect((await overview()).lowDisks).toEqual([])
})

test('the system page has the processes with their stripes, the batches, the queues and the disks, for all staff', async () => {
  const spaces = new Map([['DATA_DIR', { freeBytes: 40, sizeBytes: 100 }]] as const)
  const read = vi.spyOn(bank.bank.disks, 'read').mockResolvedValue(spaces)
  const { answer, status } = await bank.call(bank.clara, endpoints.readSystem)
  expect(status).toBe(200)
  expect(answer).toMatchObject({
    readAt: bank.clock.now().toISOString(),
    listSecondsBehind: null,
    disks: [{ folder: 'DATA_DIR', freeBytes: 40, sizeBytes: 100 }],
    backups: null,
  })
  expect(answer.processes).toEqual([{ stripe: 0, since: null }])
  expect(answer.queues).toMatchObject({
    requests: 0,
    passwords: 0,
    documents: 0,
    scheduledRuns: 0,
  })
  expect(answer.databaseBytes).toBeGreaterThan(0)
  await bank.openAccount('Funded', { amountMinor: 1_00n })
  const later = await bank.call(bank.clara, endpoints.readSystem)
  read.mockRestore()
  expect(later.answer.batchCount).toBe(answer.batchCount + 1)
})
