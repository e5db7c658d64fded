// @vitest-environment node
import { pageList } from '@bank/contract/pages'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, refused, savings, stubbedBank, toErik } from '../../test/stubbed-bank.tsx'
import { publicConfig } from '../public-config.ts'
import { renderForUser, renderForVisitor } from './render.tsx'

const me = { ...alice(), name: 'Alice </script><!-- Moreno' }
const { id, name, email, role } = me
const session = {
  user: { id, name, email, role },
  signedInAt: '2026-01-01T00:00:00.000Z',
  idleEndsAt: '2027-01-01T00:00:00.000Z',
  elevatedUntil: null,
  temporarySecrets: null,
}

const answers = {
  'GET /api/sessions/current': () => ({ session }),
  'GET /api/me': () => me,
  'GET /api/accounts': () => ({ accounts: [me.account] }),
  'GET /api/me/monthly-flows': () => ({
    currency: 'USD',
    flows: [
      { during: '2026-10', moneyIn: '50.00', moneyOut: '0.00' },
      { during: '2026-11', moneyIn: '50.00', moneyOut: '12.00' },
    ],
  }),
  'GET /api/me/balances': () => ({
    currency: 'USD',
    opening: '0.00',
    balances: [{ day: '2026-11-22', balance: '88.00' }],
  }),
  'GET /api/transactions': () => ({ transactions: [], total: 0, firstRow: 1, nextCursor: null }),
  'GET /api/beneficiaries': () => ({ beneficiaries: [] }),
  'GET /api/beneficiaries/recent': () => ({ beneficiaries: [] }),
}

const settingsAnswers = {
  'GET /api/sessions': () => ({ sessions: [] }),
  'GET /api/me/events': () => ({ events: [] }),
  'GET /api/me/pin': () => ({ isSet: true }),
  'GET /api/me/two-factor': () => ({ turnedOnAt: null, recoveryCodesLeft: 0, isRequired: false }),
  'GET /api/me/mail-notices': () => ({ money_received: true, transfer_sent: true, status_changed: true }),
}

const statement = {
  holder: 'Alice Moreno',
  accountNumber: '4027719385',
  accountType: 'checking',
  currency: 'USD',
  from: '2026-11-01',
  to: '2026-11-30',
  timeZone: 'UTC',
  opening: '0.00',
  moneyIn: '100.00',
  moneyOut: '0.00',
  closing: '100.00',
  inTransit: '0.00',
  expectedIn: '0.00',
  inPots: '0.00',
  roundUpPot: null,
  lines: [],
  firstRow: 0,
  total: 0,
  nextCursor: null,
  previousCursor: null,
}

let bank: ReturnType<typeof stubbedBank>
beforeEach(() => {
  bank = stubbedBank(answers)
  vi.stubGlobal('fetch', bank.fetch)
})

test('the dashboard is rendered completely, from answers that are requested once and sent with it', async () => {
  const rendered = await renderForUser('/dashboard', publicConfig, 'Asia/Kolkata')
  const words = rendered!.html.replace(/<[^>]+>/g, '')
  expect(words).toContain('$100.00')
  expect(words).toContain('In the last 6 months $100.00 came in and $12.00 went out')
  expect(words).toContain('In the last 30 days your balance went from $0.00 to $88.00')
  expect(words).toContain('No transactions found!')
  // The Content-Security-Policy refuses styles in attributes, and a user's text is escaped.
  expect(rendered!.html).not.toContain('style=')
  expect(rendered!.html).not.toContain('</script>')
  const paths = bank.requests.map(({ path }) => path)
  expect(paths.toSorted()).toEqual(
    Object.keys(answers)
      .slice(0, 6)
      .map((key) => key.slice(4))
      .toSorted(),
  )
  const sent = JSON.parse(rendered!.state) as { answers: [[string], unknown][] }
  expect(sent.answers.map(([[first]]) => first).toSorted()).toEqual([
    'accounts',
    'me',
    'session',
    'transactions',
    'transactions',
    'transactions',
  ])
})

test('the transfer form is rendered empty for each user, with nothing of the user before', async () => {
  const first = await renderForUser('/transfer', publicConfig, 'Asia/Kolkata')
  const second = await renderForUser('/transfer', publicConfig, 'Asia/Kolkata')
  expect(first!.html).toContain('Quick Funds Transfer')
  expect(second!.html).toBe(first!.html)
})

test('the choice of payees is rendered for a customer who has paid someone', async () => {
  const { id: transactionId, beneficiary } = toErik()
  const recent = { ...beneficiary, transactionId, paidAt: '2026-11-20T09:00:00.000Z' }
  const bank = stubbedBank({
    ...answers,
    'GET /api/beneficiaries/recent': () => ({ beneficiaries: [recent] }),
  })
  vi.stubGlobal('fetch', bank.fetch)
  const { html } = (await renderForUser('/transfer', publicConfig, 'Asia/Kolkata'))!
  expect(html).toContain('Who do you want to pay?')
  expect(html).toContain('Erik Holm')
})

test('a rendered form whose scripts do not load sends no PIN and no password in a URL', async () => {
  for (const [path, isSet] of [
    ['/transfer', true],
    ['/settings', true],
    ['/settings?tab=pin', true],
    ['/settings?tab=pin', false],
  ] as const) {
    const bank = stubbedBank({
      ...answers,
      ...settingsAnswers,
      'GET /api/me/pin': () => ({ isSet }),
    })
    vi.stubGlobal('fetch', bank.fetch)
    const { html } = (await renderForUser(path, publicConfig, 'Asia/Kolkata'))!
    const secret = html.match(/<form.*?<\/form>/gs)!.filter((form) => form.includes('type="password"'))
    expect(secret).not.toEqual([])
    for (const form of secret) expect(form).toMatch(/^<form[^>]* method="post"/)
  }
})

test('a page of a further account is rendered for it, with the choice of accounts and the menu’s links to it', async () => {
  const further = stubbedBank({
    ...answers,
    'GET /api/accounts': () => ({ accounts: [me.account, savings()] }),
    'GET /api/me': () => ({ ...me, account: savings() }),
  })
  vi.stubGlobal('fetch', further.fetch)
  const { html } = (await renderForUser(
    `/dashboard?account=${savings().number}`,
    publicConfig,
    'Asia/Kolkata',
  ))!
  const words = html.replace(/<[^>]+>/g, '')
  expect(words).toContain('Account: Savings··ending in 1234$20.00')
  expect(html).toContain(`href="/statement?account=${savings().number}"`)
  const ofUser = ['/api/sessions/current', '/api/accounts']
  for (const { path, query } of further.requests) {
    expect([path, query.get('account')]).toEqual([path, ofUser.includes(path) ? null : savings().number])
  }
})

test('clock times are rendered in the reader’s zone, which the browser learns with the data', async () => {
  const lastSeenAt = '2026-03-07T23:30:00.000Z'
  const sessions = [
    { id: '1', createdAt: lastSeenAt, lastSeenAt, network: null, browser: 'Firefox', isCurrent: false },
  ]
  const all = { ...answers, ...settingsAnswers, 'GET /api/sessions': () => ({ sessions }) }
  vi.stubGlobal('fetch', stubbedBank(all).fetch)
  const rendered = await Promise.all(
    ['Asia/Kolkata', 'America/New_York'].map((zone) => renderForUser('/settings', publicConfig, zone)),
  )
  const [kolkata, newYork] = rendered.map((page) => page!.html.replace(/<[^>]+>/g, ''))
  expect(kolkata).toContain('Mar 8, 2026, 5:00 AM GMT+5:30')
  expect(newYork).toContain('Mar 7, 2026, 6:30 PM EST')
  expect(rendered.map((page) => JSON.parse(page!.state).readerZone)).toEqual([
    'Asia/Kolkata',
    'America/New_York',
  ])
})

test('no user’s page is rendered for a visitor', async () => {
  vi.stubGlobal('fetch', stubbedBank({ 'GET /api/sessions/current': () => ({ session: null }) }).fetch)
  expect(await renderForUser('/dashboard', publicConfig, 'Asia/Kolkata')).toBeUndefined()
})

test('a page whose data the bank refuses is not rendered on the server', async () => {
  const busy = stubbedBank({ ...answers, 'GET /api/me': () => refused('busy') })
  vi.stubGlobal('fetch', busy.fetch)
  await expect(renderForUser('/dashboard', publicConfig, 'Asia/Kolkata')).rejects.toMatchObject({
    code: 'busy',
  })
  expect(busy.requestsTo('GET /api/me')).toHaveLength(1)
})

test.each([
  ['has temporary secrets', { temporarySecrets: { password: true, pin: false } }],
  ['lacks a required second factor', { lacksSecondFactor: true }],
])('no page is rendered for a user who %s, and only the session is requested', async (_, left) => {
  bank = stubbedBank({
    ...answers,
    'GET /api/sessions/current': () => ({ session: { ...session, ...left } }),
  })
  vi.stubGlobal('fetch', bank.fetch)
  expect(await renderForUser('/dashboard', publicConfig, 'Asia/Kolkata')).toBeUndefined()
  expect(bank.requests.map(({ path }) => path)).toEqual(['/api/sessions/current'])
})

describe('the pages for visitors', () => {
  for (const { path, title } of pageList.filter(({ start }) => start === 'prerendered')) {
    test(`${path} is rendered with its title, without a browser and without a request`, async () => {
      const html = await renderForVisitor(path, { ...publicConfig, supportEmail: 'help@bank.example' })
      expect(/<h1[^>]*>([^<]+)</.exec(html)?.[1]).toBe(title)
      expect(html).not.toContain('style=')
      expect(formsWithGet(html)).toEqual([])
      expect(bank.requests).toEqual([])
    })
  }

  test('a visitor’s page follows the settings of the bank', async () => {
    const withDemo = await renderForVisitor('/', { ...publicConfig, demo: true, bankName: 'Ann & Bob' })
    expect(withDemo).toContain('Ann &amp; Bob')
    expect(await renderForVisitor('/', { ...publicConfig, demo: false })).not.toBe(withDemo)
  })
})

describe('the pages of the customer’s menu', () => {
  for (const { path, title } of pageList.filter(
    ({ start, audience }) => start === 'server-rendered' && audience === 'customer',
  )) {
    test(`${path} is rendered with its title`, async () => {
      const all = {
        ...answers,
        ...settingsAnswers,
        'GET /api/me/guards': () => ({ guards: [] }),
        'GET /api/pots': () => ({ pots: [] }),
        'GET /api/schedules': () => ({ schedules: [] }),
        'GET /api/upcoming': () => ({ currency: 'USD', balances: [], runs: [], total: 0, shortfall: null }),
        'GET /api/statement': () => statement,
      }
      vi.stubGlobal('fetch', stubbedBank(all).fetch)
      const rendered = await renderForUser(path, publicConfig, 'Asia/Kolkata')
      expect(/<h1[^>]*>([^<]+)</.exec(rendered!.html)?.[1]).toBe(title)
      expect(formsWithGet(rendered!.html)).toEqual([])
    })
  }
})

describe('the pages of the admin panel', () => {
  const clara = { ...session, user: { ...session.user, role: 'administrator' as const } }
  const elevated = { ...clara, elevatedUntil: '2099-01-01T00:00:00.000Z' }
  const user = {
    ...me,
    createdAt: '2026-01-05T09:00:00.000Z',
    passwordSetAt: '2026-01-05T09:00:00.000Z',
    temporarySecretsUntil: null,
    profileVersion: 1,
    pendingEmail: null,
    emailConfirmedAt: null,
    signIn: { hasPin: true, lockedUntil: null, twoFactorSince: null, sessions: [] },
    accounts: [me.account],
    deactivations: [],
    fundingLimit: '1000000.00',
    approvalAbove: null,
    approvals: [],
  }
  const nothing = { nextCursor: null, total: 0 }
  const panel = {
    ...answers,
    'GET /api/sessions/current': () => ({ session: elevated }),
    'GET /api/admin/overview': () => ({
      alerts: [{ name: 'books', sentences: ['The books have not been checked.'] }],
      activations: { count: 0, overdueCount: 0, users: [] },
      pendingTransactions: { count: 0, sums: [], oldest: [] },
      approvals: 0,
      supportMessages: { count: 0, overdueCount: 0, due: [] },
      mail: { isOff: true, waitingCount: 0, retryingCount: 0, givenUpCount: 0 },
      areJobsPaused: false,
      jobs: [],
      backups: null,
      lowDisks: [],
      booksCheck: null,
    }),
    'GET /api/admin/money-position': () => ({ positions: [], check: null }),
    'GET /api/admin/system': () => ({
      readAt: '2026-03-07T14:15:00.000Z',
      processes: [],
      batchCount: 0,
      queues: {
        requests: 0,
        passwords: 0,
        documents: 0,
        mail: 0,
        scheduledRuns: 0,
        resetLinks: 0,
      },
      listSecondsBehind: 0,
      databaseBytes: 0,
      disks: [],
      backups: null,
    }),
    'GET /api/admin/books-checks/last': () => ({ run: null }),
    'GET /api/admin/disputes': () => ({ disputes: [] }),
    'GET /api/admin/waiting': () => ({ accounts: 3, pendingTransactions: 0, dueMessages: 0, approvals: 0 }),
    'GET /api/admin/users': () => ({ ...nothing, users: [] }),
    'GET /api/admin/users/:id': () => user,
    'GET /api/admin/transactions': () => ({ ...nothing, transactions: [], behindSeconds: 0 }),
    'GET /api/admin/administrators': () => ({ staff: [] }),
    'GET /api/admin/approvals': () => ({ approvals: [] }),
    'GET /api/admin/passcode': () => ({ changedAt: '2026-01-05T09:00:00.000Z', changedBy: null }),
    'GET /api/admin/audit-events': () => ({ ...nothing, events: [], actions: [] }),
    'GET /api/admin/security-events': () => ({ ...nothing, events: [], kinds: [] }),
    'GET /api/admin/outgoing-mail': () => ({ ...nothing, mails: [] }),
    'GET /api/admin/support-messages': () => ({ ...nothing, cases: [] }),
    'GET /api/admin/support-messages/:id': () => ({
      id,
      reference: '0000ABCD',
      kind: 'question',
      state: 'open',
      dueAt: '2026-03-09T23:59:59.999Z',
      email: 'alice@example.com',
      user: null,
      addressOwner: null,
      subject: 'My card',
      transactionId: null,
      createdAt: '2026-03-07T14:15:00.000Z',
      owner: null,
      entries: [],
    }),
  }

  for (const { path, title } of pageList.filter(({ audience }) => audience === 'elevated')) {
    test(`${path} is rendered with its title after the passcode, without skeletons, and not before it`, async () => {
      const address = path.replace(':id', id)
      vi.stubGlobal('fetch', stubbedBank({ ...panel, ...userAnswers(id) }).fetch)
      const rendered = await renderForUser(address, publicConfig, 'Asia/Kolkata')
      expect(/<h1[^>]*>([^<]+)</.exec(rendered!.html)?.[1]).toBe(title)
      expect(rendered!.html).toContain('href="/admin/audit-log"')
      expect(formsWithGet(rendered!.html)).toEqual([])
      expect(rendered!.html).not.toContain('Loading')
      expect(rendered!.html).not.toContain('style=')
      for (const before of [clara, session]) {
        const asked = stubbedBank({ ...panel, 'GET /api/sessions/current': () => ({ session: before }) })
        vi.stubGlobal('fetch', asked.fetch)
        expect(await renderForUser(address, publicConfig, 'Asia/Kolkata')).toBeUndefined()
        expect(asked.requests.map((request) => request.path)).toEqual(['/api/sessions/current'])
      }
    })
  }

  /** What the page of a user requests beside the user. */
  function userAnswers(userId: string) {
    const of = (name: string) => `GET /api/admin/users/${userId}/${name}`
    return {
      [of('timeline')]: () => ({ entries: [], nextCursor: null }),
      [of('pots')]: () => ({ pots: [] }),
      [of('guards')]: () => ({ guards: [] }),
      [of('holds')]: () => ({ holds: [] }),
      [of('limits')]: () => ({ limits: [] }),
      [of('transactions')]: () => ({ transactions: [], total: 0, firstRow: 1, nextCursor: null }),
    }
  }
})

/** The forms that would put what is typed into the URL when their scripts do not load. */
function formsWithGet(html: string): string[] {
  return html.match(/<form[^>]*>/g)?.filter((form) => !form.includes(' method="post"')) ?? []
}
