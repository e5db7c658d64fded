import type { OverviewView } from '@bank/contract/admin/overview/view'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { OverviewPage } from './overview-page.tsx'

const hour = 3_600_000
const id = '0198c0de-0000-7000-8000-00000000abcd'
const fromNow = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

const calm: OverviewView = {
  alerts: [],
  activations: { count: 0, overdueCount: 0, users: [] },
  pendingTransactions: { count: 0, sums: [], oldest: [] },
  approvals: 0,
  supportMessages: { count: 0, overdueCount: 0, due: [] },
  mail: { isOff: false, waitingCount: 0, retryingCount: 0, givenUpCount: 0 },
  areJobsPaused: false,
  jobs: [{ name: 'send-mail', state: 'running', succeededAt: fromNow(0), failure: null, milliseconds: 12 }],
  backups: null,
  lowDisks: [],
  booksCheck: null,
}

const positions = [
  {
    currency: 'USD',
    accounts: '70.00',
    pots: '10.00',
    inTransit: '20.00',
    settlement: '-100.00',
    disputes: '0.00',
    total: '0.00',
  },
  {
    currency: 'EUR',
    accounts: '5.00',
    pots: '0.00',
    inTransit: '0.00',
    settlement: '-4.00',
    disputes: '0.00',
    total: '1.00',
  },
]

function open(answer: () => unknown) {
  const bank = stubbedBank({
    'GET /api/admin/overview': answer,
    'GET /api/admin/money-position': () => ({ readAt: fromNow(0), positions, lastCheck: null }),
  })
  vi.stubGlobal('fetch', bank.fetch)
  return { ...bank, ...visit('/admin/overview', <OverviewPage />) }
}

const rowsOf = (label: string) =>
  within(screen.getByRole('list', { name: label }))
    .getAllByRole('listitem')
    .map((row) => [row.textContent, within(row).getByRole('link').getAttribute('href')])

test('the overview greets the administrator as specified, and says of each kind of work that nothing waits', async () => {
  open(() => calm)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hello Admin')
  for (const text of [
    'No account is waiting',
    'No transaction is pending',
    'No message to answer',
    'All mail is sent',
    'All jobs run',
    'The books have not been checked yet.',
  ])
    expect(await screen.findByText(text)).toBeTruthy()
  // The last run of the one job.
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('the overview has a card with the money position of each currency, and says when it does not add up to zero', async () => {
  open(() => calm)
  const cardOf = async (title: string) =>
    (await screen.findByText(title)).parentElement!.textContent!.replace(title, '')
  await screen.findByText('They add up to zero.')
  expect(await cardOf('Money position, USD')).toBe(
    'Owed to customers on accounts$70.00Owed to customers in pots$10.00Pending payments$20.00Settlement account-$100.00' +
      'Credited for disputed payments$0.00They add up to zero.Now and at the last check',
  )
  expect(await cardOf('Money position, EUR')).toContain('They add up to €1.00, not to zero.')
})

test('the overview lists accounts to activate by the time left, with the overdue ones marked, and leads to each of them', async () => {
  const users = [
    { id: 'late', name: 'Wanda', dueAt: fromNow(-2.5) },
    { id: 'soon', name: 'Will', dueAt: fromNow(5.5) },
  ]
  open(() => ({ ...calm, activations: { count: 2, overdueCount: 1, users } }))
  expect(await screen.findByText('2 accounts are waiting')).toBeTruthy()
  expect(screen.getByText('1 is overdue')).toBeTruthy()
  expect(rowsOf('Accounts that have waited longest')).toEqual([
    [expect.stringMatching(/^WandaDue .*Overdue by 2 hours$/), '/admin/users/late'],
    [expect.stringMatching(/^WillDue .*5 hours left$/), '/admin/users/soon'],
  ])
  expect(screen.getByRole('link', { name: 'All waiting users' }).getAttribute('href')).toBe(
    '/admin/dashboard?state=waiting&order=oldest',
  )
})

test('the overview sums pending transactions by currency and lists the oldest with their age', async () => {
  open(() => ({
    ...calm,
    pendingTransactions: {
      count: 3,
      sums: [
        { currency: 'USD', amount: '1234.50', count: 2 },
        { currency: 'GBP', amount: '3.00', count: 1 },
      ],
      oldest: [
        {
          id,
          user: { id: 'alice', name: 'Alice' },
          accountNumber: null,
          currency: 'USD',
          amount: '40.00',
          createdAt: fromNow(-73),
        },
        {
          id: 'further',
          user: { id: 'bruno', name: 'Bruno' },
          accountNumber: '6315582094',
          currency: 'GBP',
          amount: '3.00',
          createdAt: fromNow(-49),
        },
      ],
    },
  }))
  expect(await screen.findByText('3 transactions pending')).toBeTruthy()
  const sums = [...document.querySelectorAll('dl > div')].map((sum) => sum.textContent)
  expect(sums).toEqual(['USD, 2 transactions$1,234.50', 'GBP, 1 transaction£3.00'])
  expect(rowsOf('Oldest pending transactions')).toEqual([
    [
      expect.stringMatching(/^Alice.*\$40\.003 days ago$/),
      `/admin/transactions?status=pending&order=oldest&open=${id}`,
    ],
    [
      expect.stringMatching(/^Bruno.*£3\.002 days ago$/),
      '/admin/transactions?status=pending&order=oldest&open=further',
    ],
  ])
})

test('the overview says so when there is more than it counts', async () => {
  open(() => ({
    ...calm,
    activations: { count: null, overdueCount: null, users: [] },
    pendingTransactions: {
      count: null,
      sums: [{ currency: 'EUR', amount: '9.00', count: null }],
      oldest: [],
    },
  }))
  expect(await screen.findByText('1,000+ accounts are waiting')).toBeTruthy()
  expect(screen.getByText('1,000+ are overdue')).toBeTruthy()
  expect(screen.getByText('10,000+ transactions pending')).toBeTruthy()
  expect(screen.getByText('There are too many to find the oldest.')).toBeTruthy()
  expect(document.querySelector('dl')?.textContent).toBe('EUR€9.00')
})

test('the overview leads from a message to support that is due to that message, and to all of them', async () => {
  const due = [{ id, subject: 'My card', email: 'dora@example.com', dueAt: fromNow(-1) }]
  open(() => ({ ...calm, supportMessages: { count: 1, overdueCount: 1, due } }))
  expect(await screen.findByText('1 message to answer')).toBeTruthy()
  expect(screen.getByText('1 is overdue')).toBeTruthy()
  expect(rowsOf('Support messages by deadline')).toEqual([
    [expect.stringMatching(/My carddora@example\.com.*Overdue/), `/admin/support-messages/${id}`],
  ])
  expect(screen.getByRole('link', { name: 'All messages to answer' }).getAttribute('href')).toBe(
    '/admin/support-messages',
  )
})

test('the overview says how much mail waits, is tried again and was given up; that mail is off is said instead of waiting', async () => {
  let mail = { isOff: false, waitingCount: 4, retryingCount: 1, givenUpCount: 2 }
  const page = open(() => ({ ...calm, mail }))
  expect(await screen.findByText('4 mails are waiting')).toBeTruthy()
  expect(screen.getByText('1 mail could not be sent yet and will be tried again.')).toBeTruthy()
  expect(screen.getByText('2 mails were given up in the last 7 days.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Outbox' }).getAttribute('href')).toBe('/admin/outbox')
  mail = { isOff: true, waitingCount: 1, retryingCount: 0, givenUpCount: 0 }
  await page.client.refetchQueries()
  expect(await screen.findByText(/^Mail is off: 1 mail is not sent\./)).toBeTruthy()
  expect(screen.queryByText(/mails? (is|are) waiting/)).toBeNull()
})

test('the overview shows the last check of the books: in order, or the violated invariant and the first wrong row', async () => {
  const counts = { finishedAt: fromNow(-3), transactionCount: 1_234, entryCount: 2_468 }
  let fault: { invariant: string; row: string } | null = null
  const page = open(() => ({ ...calm, booksCheck: { ...counts, fault } }))
  expect(await screen.findByText('The books are in order')).toBeTruthy()
  expect(screen.getByText(/3 hours ago: 1,234 transactions and 2,468 entries checked$/)).toBeTruthy()
  fault = { invariant: 'Each posting balances', row: 'posting 7 has one entry' }
  await page.client.refetchQueries()
  expect(await screen.findByText(/^The books are not in order\./)).toBeTruthy()
  expect(screen.getByText('Violated: Each posting balances.')).toBeTruthy()
  expect(screen.getByText('First wrong row: posting 7 has one entry.')).toBeTruthy()
  expect(screen.queryByText('The books are in order')).toBeNull()
})

test('an overview that fails to load can be loaded again', async () => {
  let times = 0
  open(() => (times++ === 0 ? refused('busy') : calm))
  expect((await screen.findByRole('alert')).textContent).toContain('The overview could not be loaded')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No account is waiting')).toBeTruthy()
})

test('the overview says that mail and round-ups are paused after a restore, and how an operator resumes them', async () => {
  open(() => ({ ...calm, areJobsPaused: true }))
  const title = await screen.findByText('Mail and round-ups are paused')
  expect(title.parentElement!.textContent).toContain('starts it with npm start -- --resume.')
  expect(screen.getByText('All jobs that aren’t paused run')).toBeTruthy()
})

test('the overview of a bank that runs no jobs does not say that they run', async () => {
  open(() => ({ ...calm, jobs: [] }))
  expect(await screen.findByText('No jobs run')).toBeTruthy()
})

test('the overview names the jobs that fail or are late first, with the error and the last success', async () => {
  const job = { succeededAt: fromNow(-1), failure: null, milliseconds: 12 }
  const failure = { at: fromNow(0), error: 'the disk is full (53100)' }
  open(() => ({
    ...calm,
    jobs: [
      { ...job, name: 'send-mail', state: 'failing', failure },
      { ...job, name: 'round-up', state: 'late' },
      { ...job, name: 'check-books', state: 'late', succeededAt: null, milliseconds: null },
      { ...job, name: 'follow-audit-log', state: 'running', milliseconds: 1_234 },
    ],
  }))
  expect(await screen.findByText('3 jobs fail or are late. Tell the operator of the bank.')).toBeTruthy()
  const textsOf = (label: string) =>
    [...document.querySelectorAll(`ul[aria-label="${label}"] > li`)].map((row) => row.textContent)
  expect(textsOf('Jobs that fail or are late')).toEqual([
    expect.stringMatching(/^send-mail failed .*ago: the disk is full \(53100\)\. The bank tries again\.$/),
    expect.stringMatching(/^round-up hasn’t completed a run since .*, 1 hour ago\.$/),
    'check-books hasn’t completed its first run.',
  ])
  expect(textsOf('Last run of each job')).toEqual([
    expect.stringMatching(
      /^send-mailSucceeded .*, 1 hour ago\. Failed .*: the disk is full \(53100\)\. Took 12 ms\.$/,
    ),
    expect.stringMatching(/^round-upSucceeded .*, 1 hour ago\. Took 12 ms\.$/),
    'check-booksNo run yet.',
    expect.stringMatching(/^follow-audit-logSucceeded .* Took 1,234 ms\.$/),
  ])
  expect(screen.queryByText('All jobs run')).toBeNull()
})

test('the overview says nothing of backups that are in time', async () => {
  const inTime = { lastBackupAt: fromNow(-1), archivedUntil: fromNow(0) }
  open(() => ({ ...calm, backups: { ...inTime, isBackupOverdue: false, isArchiveBehind: false } }))
  await screen.findByText('All mail is sent')
  expect(screen.queryByText(/back|archive/)).toBeNull()
})

test.each([
  [
    'an overdue backup and an archive that is behind',
    { lastBackupAt: fromNow(-60), archivedUntil: fromNow(-2.5) },
    [/The last backup is too old: .*, 2 days ago\./, /Nothing has been archived since .*, 2 hours ago\./],
  ],
  [
    'a first backup that fails',
    { lastBackupAt: null, archivedUntil: null },
    [/No backup has been made yet\./, /Nothing has been archived yet\./],
  ],
])('the overview warns of %s', async (_, known, sentences) => {
  open(() => ({ ...calm, backups: { ...known, isBackupOverdue: true, isArchiveBehind: true } }))
  const title = await screen.findByText('The bank is not backed up. Tell the operator of the bank.')
  for (const sentence of sentences) expect(title.parentElement!.textContent).toMatch(sentence)
})

test.each([
  ['DATA_DIR', 'When it is full, no payment can be made.'],
  ['BACKUP_DIR', 'When it is full, the bank is no longer backed up.'],
])('the overview warns of the disk of %s when it is almost full', async (folder, consequence) => {
  open(() => ({ ...calm, lowDisks: [{ folder, freeBytes: 2_440_000_000, sizeBytes: 64e9 }] }))
  const notice = (await screen.findByText(folder)).closest('div')
  expect(notice!.textContent).toBe(
    `The disk of ${folder} is almost full. Tell the operator of the bank.2.4 GB of 64.0 GB is free (3 %). ${consequence}`,
  )
})
