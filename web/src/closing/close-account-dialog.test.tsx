import type { AccountView } from '@bank/contract/accounts/view'
import type { RefusalCode, RefusalFacts } from '@bank/contract/errors'
import type { TransactionView } from '@bank/contract/transactions/view'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { describe, expect, test, vi } from 'vitest'
import { alice, refused, savings, sessionOf, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { AccountsPage } from '../accounts/accounts-page.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../sessions/confirmation-dialog.tsx'
import '../ui/dialog.tsx'
import './close-account-dialog.tsx'

const main = alice().account
const holidays = savings({ number: '6660001111', name: 'Holidays', balance: '0.00' })
const euros = savings({ number: '7770004321', name: 'Travel', currency: 'EUR', balance: '5.50' })
const closedAt = '2026-03-07T14:15:00.000Z'

describe('closing an account', () => {
  test('an account is closed after a confirmation, and its rest moves to the chosen account', async () => {
    const { bank, address } = await open({ accounts: [main, savings(), holidays] })
    await startClosing('Savings')
    expect(address()).toBe('/accounts?close=5550001234')
    const dialog = await question('Savings')
    expect(dialog.getByText(/Only the bank can reopen it/)).toBeDefined()
    const to = await dialog.findByLabelText<HTMLSelectElement>('Move $20.00 to')
    expect([...to.options].map(({ value }) => value)).toEqual([main.number, holidays.number])
    expect(document.activeElement?.textContent).toBe('Cancel')
    await userEvent.selectOptions(to, holidays.number)
    await userEvent.click(dialog.getByRole('button', { name: 'Close account' }))
    await confirmIdentity()
    expect(await screen.findByText('Account closed')).toBeDefined()
    expect(bodies(bank)).toEqual([{ to: holidays.number }, { to: holidays.number }])
    const closed = within(await screen.findByRole('list', { name: 'Closed accounts' }))
    expect(closed.getByText(/Closed on/).textContent).toBe('Closed on Mar 7, 2026')
    await waitFor(() => expect(address()).toBe('/accounts'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Accounts'))
  })

  test('an empty account needs no account for its rest, and the scheduled payments from it and into it are named', async () => {
    const { bank } = await open({ accounts: [main, holidays], isConfirmed: true })
    await startClosing('Holidays')
    const dialog = await question('Holidays')
    expect(await dialog.findByText('2 scheduled payments end, too:')).toBeDefined()
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'To Erik Holm: On the 1st of each month',
      'From Checking Account ··9385: On the 1st of each month',
    ])
    await userEvent.click(await dialog.findByRole('button', { name: 'Close account' }))
    expect(await screen.findByText('Account closed')).toBeDefined()
    expect(bodies(bank)).toEqual([{}])
    expect(dialog.queryByRole('combobox')).toBeNull()
  })

  test('a cancelled confirmation leaves the account open, and the question says so with the chosen account', async () => {
    await open({ accounts: [main, savings(), holidays] })
    await startClosing('Savings')
    const dialog = await question('Savings')
    await userEvent.selectOptions(await dialog.findByLabelText('Move $20.00 to'), holidays.number)
    await userEvent.click(dialog.getByRole('button', { name: 'Close account' }))
    const confirmation = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
    await userEvent.click(confirmation.getByRole('button', { name: 'Cancel' }))
    const again = await question('Savings')
    expect(await again.findByText(/The account was not closed. To close it, confirm/)).toBeDefined()
    expect(again.getByLabelText<HTMLSelectElement>('Move $20.00 to').value).toBe(holidays.number)
  })

  test('the question at its own address is left with Cancel', async () => {
    const { bank, address } = await open({ accounts: [main, holidays], path: '/accounts?close=6660001111' })
    const dialog = await question('Holidays')
    await userEvent.click(await dialog.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(address()).toBe('/accounts'))
    expect(bodies(bank)).toEqual([])
  })

  test('the last account says until when the customer can log in', async () => {
    await open({
      accounts: [
        { ...main, balance: '0.00' },
        { ...holidays, closedAt },
      ],
    })
    await startClosing('Checking Account')
    const dialog = await question('Checking Account')
    expect(
      dialog.getByText(/It is your last account: you can log in for 30 days more, until \w+ \d+, \d{4}\./),
    ).toBeDefined()
    expect(await dialog.findByRole('button', { name: 'Close account' })).toBeDefined()
  })
})

describe('what keeps an account from being closed is said in advance', () => {
  const cases: [string, Partial<Wishes>, string, string, string?][] = [
    [
      'the main account while another is open',
      { accounts: [main, holidays] },
      'Checking Account',
      'Your main account closes last. Close your other accounts first: \u2068Holidays\u2069.',
    ],
    [
      'pots',
      { pots: ['Bike', 'House'] },
      'Holidays',
      'Close its pots first: \u2068Bike\u2069, \u2068House\u2069.',
      '/pots?account=6660001111',
    ],
    [
      'a pending payment',
      { pending: [toErik()] },
      'Holidays',
      'Erik Holm-$40.00',
      '/transactions?status=pending&account=6660001111',
    ],
    [
      'frozen payments',
      { frozenAt: closedAt },
      'Holidays',
      'Your payments are frozen. Unfreeze them first.',
      '/limits',
    ],
    [
      'money without another account in its currency',
      { accounts: [main, euros] },
      'Travel',
      'This account still has €5.50',
      '/transfer?account=7770004321',
    ],
  ]
  test.each(cases)('%s', async (_, wishes, name, sentence, link) => {
    await open({ accounts: [main, holidays], ...wishes })
    await startClosing(name)
    const dialog = await question(name)
    await waitFor(() => expect(element(name).textContent).toContain(sentence))
    expect(dialog.queryByRole('button', { name: 'Close account' })).toBeNull()
    expect(dialog.queryByRole('link')?.getAttribute('href')).toBe(link)
  })

  test('the main account of an administrator, where the question is opened by its address', async () => {
    const path = `/accounts?close=${main.number}`
    await open({ accounts: [main, holidays], role: 'administrator', path })
    await question('Checking Account')
    const sentence = 'The main account of a member of staff stays open.'
    await waitFor(() => expect(element('Checking Account').textContent).toContain(sentence))
  })

  test('an answer that is missing leaves the decision to the bank, whose reason is shown', async () => {
    await open({
      accounts: [main, holidays],
      isConfirmed: true,
      potsAnswer: () => refused('busy'),
      closing: () => refused('account_has_pots', { pots: 'Bike' }),
    })
    await startClosing('Holidays')
    const dialog = await question('Holidays')
    await userEvent.click(await dialog.findByRole('button', { name: 'Close account' }))
    expect(await dialog.findByText('Close the pots of this account first: Bike')).toBeDefined()
  })

  test.each<[RefusalCode, RefusalFacts, string]>([
    [
      'account_has_pending',
      { amount: '$40.00', payment: 'Erik Holm' },
      'A payment of $40.00 is still pending: Erik Holm.',
    ],
    ['account_not_empty', { amount: '$1.00' }, 'This account still has $1.00.'],
    ['too_many_attempts', { minutes: 5 }, 'Too many attempts'],
  ])('the refusal %s of a closing is explained in the question', async (code, facts, sentence) => {
    await open({ accounts: [main, holidays], isConfirmed: true, closing: () => refused(code, facts) })
    await startClosing('Holidays')
    const dialog = await question('Holidays')
    await userEvent.click(await dialog.findByRole('button', { name: 'Close account' }))
    await waitFor(() => expect(element('Holidays').textContent).toContain(sentence))
  })
})

describe('a closed account', () => {
  test('a closed account keeps its transactions and statements and offers nothing else', async () => {
    await open({ accounts: [main, { ...holidays, closedAt }] })
    const row = within(screen.getByRole('list', { name: 'Closed accounts' }))
    expect(row.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/transactions?account=6660001111',
      '/statement?account=6660001111',
    ])
    expect(
      row.getAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label')),
    ).toEqual(['Copy account number of Holidays'])
    // Nothing can be moved to it.
    expect(screen.queryByRole('link', { name: 'Move money' })).toBeNull()
  })

  test('a customer whose accounts are all closed reads until when they can log in', async () => {
    await open({ accounts: [{ ...main, closedAt }], until: /You can log in until April 6, 2026/ })
    expect(screen.queryByRole('button', { name: 'Open an account' })).toBeNull()
  })
})

type Wishes = {
  accounts: AccountView[]
  pots?: string[]
  potsAnswer?: () => unknown
  pending?: TransactionView[]
  frozenAt?: string
  role?: 'administrator'
  /** Whether the bank asks for no confirmation. */
  isConfirmed?: boolean
  /** Answers a closing; undefined closes the account. */
  closing?: () => unknown
  path?: string
  until?: string | RegExp
}

async function open({ accounts, path = '/accounts', until = 'Main account', ...wishes }: Wishes) {
  let known = accounts
  let { isConfirmed = false } = wishes
  const me = { ...alice(), frozenAt: wishes.frozenAt ?? null, role: wishes.role ?? ('customer' as const) }
  const close = (number: string) => () => {
    if (!isConfirmed) return refused('confirm_required', { code: false })
    const answer = wishes.closing?.()
    if (answer) return answer
    known = known.map((account) => (account.number === number ? { ...account, closedAt } : account))
    return new Response(null, { status: 204 })
  }
  const bank = stubbedBank({
    'GET /api/me': () => me,
    'GET /api/accounts': () => ({ accounts: known }),
    'GET /api/pots':
      wishes.potsAnswer ?? (() => ({ pots: (wishes.pots ?? []).map((name) => ({ id: name, name })) })),
    'GET /api/schedules': ({ query }) => ({
      schedules: query.has('account')
        ? [scheduled('transfer', 'Erik Holm'), { ...scheduled('transfer', 'Vera Moreno'), state: 'ended' }]
        : [scheduled('own_transfer', holidays.number, holidays.number), scheduled('transfer', 'Dana Reed')],
    }),
    'GET /api/transactions': ({ query }) => ({
      transactions: query.get('status') === 'pending' ? (wishes.pending ?? []) : [],
      firstRow: 1,
      total: 0,
      nextCursor: null,
    }),
    'POST /api/sessions/current/confirmation': () => {
      isConfirmed = true
      return sessionOf(me)
    },
    ...Object.fromEntries(
      accounts.map(({ number }) => [`PUT /api/accounts/${number}/closing`, close(number)]),
    ),
  })
  vi.stubGlobal('fetch', bank.fetch)
  const { address } = visit(
    '/accounts',
    <>
      <AccountsPage />
      <Toaster />
    </>,
    path,
    me,
  )
  await screen.findByText(until)
  return { bank, address }
}

function scheduled(kind: string, payee: string, account: string | null = null) {
  const rhythm = { firstDay: '2026-01-01', repeat: 'monthly' }
  return { id: payee, state: 'active', kind, payee, account, rhythm }
}

async function startClosing(name: string): Promise<void> {
  await press(`More for ${name}`)
  await press(`Close ${name}`)
}

function press(name: string): Promise<void> {
  return userEvent.click(screen.getByRole('button', { name }))
}

async function question(name: string) {
  return within(await screen.findByRole('alertdialog', { name: `Close \u2068${name}\u2069?` }))
}

function element(name: string): HTMLElement {
  return screen.getByRole('alertdialog', { name: `Close \u2068${name}\u2069?` })
}

async function confirmIdentity(): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  await userEvent.type(dialog.getByLabelText('Current password'), 'tide and timber')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
}

function bodies(bank: ReturnType<typeof stubbedBank>) {
  return bank.requests.filter(({ path }) => path.endsWith('/closing')).map(({ body }) => body)
}
