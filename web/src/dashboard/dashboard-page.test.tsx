import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { describe, expect, test, vi } from 'vitest'
import { alice, refused, savings, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { publicConfig } from '../public-config.ts'
import { DashboardPage } from './dashboard-page.tsx'

describe('the dashboard of an active customer', () => {
  test('the balance card has exactly the four specified facts, the balance with its symbol and two decimals', async () => {
    open({ me: () => alice({ balance: '1234567.80' }) })
    await screen.findByText('Account Number')
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Account Balance',
      'Account Number',
      'Account Type',
      'Account currency',
    ])
    expect(cardOf('Account Balance')).toContain('$1,234,567.80')
    expect(cardOf('Account Number')).toContain('4027719385')
    expect(cardOf('Account Type')).toContain('Checking Account')
    expect(cardOf('Account currency')).toContain('USD ($)')
  })

  test('frozen payments show a notice on the dashboard, above the balance', async () => {
    open({ me: () => ({ ...alice(), frozenAt: '2026-03-07T14:15:00.000Z' }) })
    const notice = await screen.findByText(/Your payments have been frozen since/)
    expect(screen.getByRole('link', { name: 'Limits and freeze' }).getAttribute('href')).toBe('/limits')
    const balance = screen.getByText('Account Balance')
    expect(notice.compareDocumentPosition(balance)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('a closed account shows since when, until when its owner can log in, and what stays', async () => {
    open({ me: () => alice({ closedAt: '2026-03-07T14:15:00.000Z', balance: '0.00' }) })
    await screen.findByText('This account is closed')
    expect(screen.getByText(/You closed it on March 7, 2026/)).toBeDefined()
    expect(screen.getByText(/You can log in until April 6, 2026/)).toBeDefined()
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/transactions', '/statement'])
  })

  test('the balance card shows the pending amount', async () => {
    open({ me: () => alice({ balance: '60.00', inTransit: '40.00' }) })
    await screen.findByText('Account Balance')
    expect(cardOf('Account Balance')).toContain('$60.00')
    expect(cardOf('Account Balance')).toContain('$40.00 pending')
  })

  test('what is available, booked and expected is shown while something is pending, each with its rows', async () => {
    open({ me: () => alice({ balance: '60.00', inTransit: '40.00', booked: '100.00', expectedIn: '7.50' }) })
    await screen.findByText('Account Balance')
    // In a line that opens: the simulated browser shows what is closed.
    expect(screen.getByText(/pending, already deducted/).closest('details')!.open).toBe(false)
    const parts = within(screen.getByRole('list', { name: 'Your balance in parts' })).getAllByRole('link')
    expect(parts.map((part) => [part.textContent, part.getAttribute('href')])).toEqual([
      ['Available$60.00What you can spend', '/statement'],
      ['Booked$100.00Before pending transfers', '/transactions?type=debit&status=pending'],
      ['Expected in$7.50On its way to you', '/transactions?type=credit&status=pending'],
    ])
    for (const account of [{ inTransit: '40.00' }, { expectedIn: '0.01' }]) {
      cleanup()
      open({ me: () => alice(account) })
      await screen.findByText('Account Balance')
      expect(screen.getByText('Booked')).toBeDefined()
    }
    cleanup()
    open({ me: () => alice({ held: '60.00', available: '40.00' }) })
    await screen.findByText('held by the bank', { exact: false })
    const held = within(screen.getByRole('list', { name: 'Your balance in parts' })).getAllByRole('link')
    expect(held.slice(0, 2).map((part) => part.textContent)).toEqual([
      'Available$40.00What you can spend',
      'Held$60.00By the bank, you can’t move it',
    ])
    cleanup()
    open({ me: () => alice() })
    await screen.findByText('Account Balance')
    expect(screen.queryByText('Booked')).toBeNull()
  })

  test('the account number is copied with a toast', async () => {
    open({ me: () => alice() })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Copy account number' }))
    expect(await screen.findByText('Account number copied to clipboard')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe('4027719385')
  })

  test('hidden amounts are hidden everywhere, announced to screen readers and remembered', async () => {
    const withRows = {
      me: () => alice({ balance: '60.00', inTransit: '40.00' }),
      transactions: () => ({ transactions: [toErik()], firstRow: 1, total: 1, nextCursor: null }),
    }
    open(withRows)
    const eye = await screen.findByRole('button', { name: 'Hide amounts' })
    expect(eye.getAttribute('aria-pressed')).toBe('false')
    await screen.findByText('-$40.00')
    await screen.findByText(/your balance went from \$10\.00 to \$60\.00/)
    await userEvent.click(eye)
    expect(eye.getAttribute('aria-pressed')).toBe('true')
    expect(document.body.textContent).not.toMatch(/\$\d/)
    expect(cardOf('Account Balance')).toContain('Amount hidden')
    expect(screen.getByText('••••••', { selector: '.text-hero-amount *' }).getAttribute('aria-hidden')).toBe(
      'true',
    )

    cleanup()
    open(withRows)
    expect((await screen.findByRole('button', { name: 'Hide amounts' })).getAttribute('aria-pressed')).toBe(
      'true',
    )
    expect(cardOf('Account Balance')).not.toContain('$60.00')
    await userEvent.click(screen.getByRole('button', { name: 'Hide amounts' }))
    expect(cardOf('Account Balance')).toContain('$60.00')
    expect(document.querySelector('.text-hero-amount')!.hasAttribute('data-amounts')).toBe(true)
  })

  test('the dashboard requests the latest three transactions and says when there are none', async () => {
    const bank = open({ me: () => alice() })
    expect(await screen.findByText('No transactions found!')).toBeDefined()
    expect(bank.requestsTo('GET /api/transactions')[0]?.query.get('limit')).toBe('3')
  })

  test('the dashboard shows the balance first, then the quick actions, the latest transactions, the accounts and pots, and the charts', async () => {
    open({ me: () => alice() })
    await screen.findByText('Account Balance')
    const parts = [
      screen.getByText('Account Balance'),
      screen.getByRole('navigation', { name: 'Quick actions' }),
      screen.getByRole('heading', { name: 'Recent Transactions' }),
      screen.getByRole('heading', { name: 'Accounts and pots' }),
      screen.getByRole('heading', { name: 'Balance over time' }),
      screen.getByRole('heading', { name: 'Money in and out' }),
    ]
    const inOrder = parts.toSorted((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )
    expect(inOrder).toEqual(parts)
  })

  test('the dashboard shows the pots with money in them, and the total with them', async () => {
    const me = () => alice({ balance: '4549.50', inPots: '450.50' })
    const pot = (name: string, balance: string) => ({ id: name, name, currency: 'USD', balance, goal: null })
    open({
      me,
      accounts: [me().account],
      pots: [pot('Japan', '450.00'), pot('Bike', '0.50'), pot('Empty', '0.00')],
    })
    await screen.findByText('Japan')
    const rows = within(screen.getByRole('list', { name: 'Your pots' })).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual(['Japan$450.00', 'Bike$0.50'])
    expect(screen.getByText(/^Total/).textContent).toBe(
      'Total $5,000.00 = $4,549.50 in accounts + $450.50 in pots',
    )
    expect(screen.getByText('Money in pots is not included.')).toBeTruthy()
    expect(
      screen.getByText('Money that you move between your own accounts and pots is not counted.'),
    ).toBeTruthy()
  })

  test('the dashboard of an account without money in pots does not request them', async () => {
    const bank = open({ me: () => alice() })
    await screen.findByText('No transactions found!')
    expect(bank.requestsTo('GET /api/pots')).toEqual([])
    expect(screen.queryByText(/(into|in) (or out of )?pots/)).toBeNull()
  })

  test('the four quick actions lead to a transfer, a movement, the pots and the details of the account', async () => {
    open({ me: () => alice() })
    const actions = within(await screen.findByRole('navigation', { name: 'Quick actions' }))
    const links = actions.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Send', '/transfer'],
      ['Move', '/own-transfer?from=4027719385'],
      ['Pots', '/pots'],
    ])
    await userEvent.click(actions.getByRole('button', { name: 'Details' }))
    expect(await screen.findByRole('dialog', { name: 'Your account details' })).toBeDefined()
  })

  test('the cards of the accounts lead to their dashboards, and outlines to the forms of what there is none of', async () => {
    const cards = async (accounts: unknown[]) => {
      cleanup()
      open({ me: () => alice(), accounts })
      const strip = within(await screen.findByRole('region', { name: 'Accounts and pots' }))
      return strip.getAllByRole('link').map((link) => link.getAttribute('href'))
    }
    const { account } = alice()
    expect(await cards([account])).toEqual(['/dashboard', '/accounts?open=account', '/pots?open=pot'])
    expect(await cards([account, savings()])).toEqual([
      '/dashboard',
      '/dashboard?account=5550001234',
      '/pots?open=pot',
    ])
  })

  test('the dashboard has a row for the market ticker only where the bank has turned it on', async () => {
    const rows = () => document.querySelectorAll('[data-ticker]').length
    for (const ticker of [true, false]) {
      Object.assign(publicConfig, { ticker })
      open({ me: () => alice() })
      await screen.findByText('Account Balance')
      expect(rows()).toBe(Number(ticker))
      cleanup()
    }
  })

  test('the balance stays visible when the transactions fail to load', async () => {
    open({ me: () => alice(), transactions: () => refused('busy') })
    expect(await screen.findByText('Error fetching transactions')).toBeDefined()
    expect(cardOf('Account Balance')).toContain('$100.00')
  })
})

describe('the dashboard of a customer who is not active', () => {
  test('the page of an inactive account shows the time of its activation, a link to support, and no summary cards', async () => {
    vi.useFakeTimers({ now: new Date('2026-01-05T11:50:00.000Z'), toFake: ['Date'] })
    const bank = open({ me: () => alice({ isActive: false, activatedAt: null }) })
    expect(await screen.findByText('Account is not active')).toBeDefined()
    expect(screen.getByText(/^We’ll activate your account by/).textContent).toMatch(
      /^We’ll activate your account by January 6, 2026.* 9:00 AM UTC\.$/,
    )
    expect(screen.getByText(/within 24 hours/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toBe('/support')
    expect(screen.queryByText('Account Balance')).toBeNull()
    expect(bank.requestsTo('GET /api/transactions')).toEqual([])
  })

  test('the page of an inactive account shows its number, which can be copied, its balance, and what is held of it', async () => {
    open({ me: () => alice({ isActive: false, activatedAt: null, balance: '25.00', held: '5.00' }) })
    expect(await screen.findByText('Account is not active')).toBeDefined()
    expect(cardOf('Account number')).toContain('4027719385')
    expect(cardOf('Balance')).toBe('Balance$25.00$5.00 held by the bank')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Copy account number' }))
    expect(await screen.findByText('Account number copied to clipboard')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe('4027719385')
  })

  test('the balance of an inactive account is hidden while amounts are hidden', async () => {
    open({ me: () => alice() })
    await userEvent.click(await screen.findByRole('button', { name: 'Hide amounts' }))
    cleanup()
    open({ me: () => alice({ isActive: false, activatedAt: null, balance: '25.00' }) })
    expect(await screen.findByText('Account is not active')).toBeDefined()
    expect(cardOf('Balance')).toContain('Amount hidden')
    expect(cardOf('Balance')).not.toContain('25')
    // A style hides what has this attribute while the amounts are hidden: the server, which does not know it, renders it.
    expect(document.querySelectorAll('[data-amounts]')).toHaveLength(0)
    expect(document.documentElement.classList.contains('hide-amounts')).toBe(true)
    cleanup()
    open({ me: () => alice() })
    await userEvent.click(await screen.findByRole('button', { name: 'Hide amounts' }))
    expect(cardOf('Account Balance')).toContain('$100.00')
  })

  test('the page of an inactive account makes no promise once its time is over', async () => {
    vi.useFakeTimers({ now: new Date('2026-01-06T08:58:30.000Z') })
    open({ me: () => alice({ isActive: false, activatedAt: null }) })
    await pass(1)
    expect(screen.getByText(/^We’ll activate your account by/)).toBeDefined()
    await pass(120_000)
    expect(screen.queryByText(/^We’ll activate your account by/)).toBeNull()
    expect(screen.getByText(/Your account is waiting to be activated/)).toBeDefined()
    expect(screen.queryByText(/promise|should have|longer/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Contact Support' })).toBeDefined()
  })

  test('the page says that the account is active when it becomes so, and not when it was', async () => {
    let isActive = false
    const { client } = open({ me: () => alice({ isActive, activatedAt: null }) })
    expect(await screen.findByText('Account is not active')).toBeDefined()
    isActive = true
    await client.refetchQueries()
    expect(
      await screen.findByText('Your account is active: you can send and receive money now.'),
    ).toBeDefined()
    cleanup()
    open({ me: () => alice() })
    expect(await screen.findByText('Account Balance')).toBeDefined()
    expect(screen.queryByText(/^Your account is active/)).toBeNull()
  })

  test('a deactivated account is promised no activation', async () => {
    open({ me: () => alice({ isActive: false }) })
    expect(await screen.findByText(/has been deactivated/)).toBeDefined()
    expect(screen.queryByText(/waiting to be activated|We’ll activate/)).toBeNull()
  })

  test('an administrator with an inactive account reads who can activate it', async () => {
    open({ me: () => ({ ...alice({ isActive: false, activatedAt: null }), role: 'administrator' }) })
    expect(await screen.findByText(/Another administrator can do it/)).toBeDefined()
    const command = 'npm run administrator -- activate --email alice@example.com'
    expect(screen.getByText(command)).toBeDefined()
    expect(screen.queryByText(/We’ll activate|24 hours/)).toBeNull()
  })
})

test('the dashboard says that the account is prepared while it is loading', () => {
  open({ me: () => new Promise(() => {}) })
  expect(screen.getByRole('status').textContent).toBe('Preparing your account')
})

test('an account that failed to load can be loaded again', async () => {
  let reachable = false
  open({ me: () => (reachable ? alice() : refused('busy')) })
  reachable = await screen.findByText('Your account could not be loaded').then(() => true)
  // The reference for questions to support.
  expect(screen.getByText('Reference').textContent).toBe('Reference trace')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Account Balance')).toBeDefined()
})

test('an account without transactions says how money gets in, and what else comes first', async () => {
  open({ me: () => alice({ balance: '0.00' }) })
  expect(await screen.findByText(/^Get money in: share your account details/)).toBeDefined()
  for (const [name, path] of [
    ['Save your first payee', '/payees'],
    ['Turn on two-factor authentication', '/settings'],
  ] as const) {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(path)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Share your account details' }))
  expect(await screen.findByRole('dialog', { name: 'Your account details' })).toBeDefined()
})

test('a row of the latest transactions opens its details in the history of the same account', async () => {
  const { address } = open({
    me: () => alice(),
    transactions: () => ({ transactions: [toErik()], firstRow: 1, total: 1, nextCursor: null }),
    query: '?account=4027719385',
  })
  await userEvent.click(await screen.findByRole('button', { name: /Erik Holm.*details/ }))
  expect(address()).toBe(`/transactions?tx=${toErik().id}&account=4027719385`)
})

test('the latest transactions have the columns of the history', async () => {
  open({
    me: () => alice(),
    transactions: () => ({ transactions: [toErik()], firstRow: 1, total: 9, nextCursor: 'x' }),
  })
  expect((await screen.findByText('-$40.00')).closest('tr')?.textContent).toContain('pending')
})

function open({
  me,
  transactions,
  pots = [],
  accounts = [],
  query = '',
}: {
  me: () => unknown
  transactions?: () => unknown
  pots?: unknown[]
  accounts?: unknown[]
  query?: string
}) {
  const bank = stubbedBank({
    'GET /api/me': me,
    'GET /api/pots': () => ({ pots }),
    'GET /api/accounts': () => ({ accounts }),
    'GET /api/me/balances': () => ({
      currency: 'USD',
      opening: '10.00',
      balances: [{ day: '2026-03-07', balance: '60.00' }],
    }),
    'GET /api/transactions':
      transactions ?? (() => ({ transactions: [], firstRow: 1, total: 0, nextCursor: null })),
  })
  vi.stubGlobal('fetch', bank.fetch)
  const { client, address } = visit(
    '/dashboard',
    <>
      <DashboardPage />
      <Toaster />
    </>,
    `/dashboard${query}`,
  )
  return { ...bank, client, address }
}

function cardOf(label: string): string {
  return screen.getByText(label).parentElement?.textContent ?? ''
}

async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}
