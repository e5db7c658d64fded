import type { AccountView } from '@bank/contract/accounts/view'
import type { MeView } from '@bank/contract/profile/view'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { describe, expect, test, vi } from 'vitest'
import {
  alice,
  clara,
  type RecordedRequest,
  refused,
  savings,
  stubbedBank,
  visit,
} from '../../test/stubbed-bank.tsx'
import { AccountsPage } from './accounts-page.tsx'

const main = alice().account
const euros = savings({ number: '7770004321', name: null, currency: 'EUR', balance: '5.50' })

describe('the accounts of a customer', () => {
  test('each account shows its name or its type, its number and its balance, and the total of each currency is a large figure', async () => {
    await open({ accounts: [main, savings(), euros] })
    const dollars = screen.getByRole('list', { name: 'Accounts in USD' })
    expect(within(dollars).getAllByRole('heading').map(textOf)).toEqual(['Checking Account', 'Savings'])
    expect(within(dollars).getAllByRole('listitem').map(textOf)[0]).toContain('Main account')
    expect(dollars.textContent).toContain('4027719385')
    expect(dollars.textContent).toContain('$100.00')
    const list = screen.getByRole('list', { name: 'Accounts in EUR' })
    expect(within(list).getByRole('heading').textContent).toBe('Online Account')
    const totals = screen.getAllByText(/^Total/)
    expect(totals.map(textOf)).toEqual(['Total $120.00', 'Total €5.50'])
    expect(totals.map((total) => total.querySelector('.text-hero-amount')?.textContent)).toEqual([
      '$120.00',
      '€5.50',
    ])
  })

  test('a total says how much of it is in accounts and how much in pots', async () => {
    await open({ accounts: [{ ...main, inPots: '12.50' }, savings()] })
    const dollars = screen.getByRole('list', { name: 'Accounts in USD' })
    expect(screen.getByText(/^Total/).textContent).toBe(
      'Total $132.50 = $120.00 in accounts + $12.50 in pots',
    )
    expect(
      within(dollars)
        .getAllByText(/in pots/)
        .map(({ textContent }) => textContent),
    ).toEqual(['and $12.50 in pots'])
    const bar = dollars.parentElement!.querySelectorAll('svg[width$="%"]')
    expect([...bar].map((part) => part.getAttribute('width'))).toEqual(['75.4%', '15%', '9.4%'])
    expect(bar[0]!.closest('div')!.textContent).toBe(
      'Checking Account··ending in 9385Savings··ending in 1234Pots',
    )
  })

  test('an account has two buttons and a menu of the rest; the links of the main account name no number', async () => {
    await open({ accounts: [main, savings()] })
    const [first, second] = screen.getAllByRole('listitem')
    expect(linksIn(first!)).toEqual([
      'Send of Checking Account /transfer',
      'Move of Checking Account /own-transfer?from=4027719385',
    ])
    await openMenu('Savings')
    expect(linksIn(second!)).toEqual([
      'Send of Savings /transfer?account=5550001234',
      'Move of Savings /own-transfer?from=5550001234',
      'Transactions of Savings /transactions?account=5550001234',
      'Statement of Savings /statement?account=5550001234',
      'Dashboard of Savings /dashboard?account=5550001234',
      'Pots of Savings /pots?account=5550001234',
    ])
    const acts = within(second!).getAllByRole('button').map(textOf)
    expect(acts.slice(-3)).toEqual(['Details of Savings', 'Rename Savings', 'Close Savings'])
  })

  test('the main account of a member of staff has no Close, another one has', async () => {
    await open({ accounts: [main, savings()], user: clara() })
    const [first, second] = screen.getAllByRole('listitem')
    await openMenu('Checking Account')
    expect(within(first!).queryByRole('button', { name: /^Close/ })).toBe(null)
    await openMenu('Savings')
    expect(within(second!).getByRole('button', { name: 'Close Savings' })).toBeDefined()
  })

  test('an account without a partner in its currency has the way to its transactions in place of a movement', async () => {
    await open({ accounts: [main, euros] })
    expect(linksIn(screen.getAllByRole('listitem')[0]!)).toEqual([
      'Send of Checking Account /transfer',
      'Transactions of Checking Account /transactions',
    ])
  })

  test('the details of an account open from its menu, which closes and gets the focus back', async () => {
    await open({ accounts: [main] })
    await openMenu('Checking Account')
    await userEvent.click(screen.getByRole('button', { name: 'Details of Checking Account' }))
    expect(await screen.findByRole('dialog', { name: 'Your account details' })).toBeDefined()
    expect(screen.queryByText('Rename')).toBeNull()
    await userEvent.keyboard('{Escape}')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More for Checking Account' })),
    )
  })

  test('money can be moved only where two accounts have one currency', async () => {
    await open({ accounts: [main, euros] })
    expect(screen.queryByRole('link', { name: 'Move money' })).toBeNull()
    cleanup()
    await open({ accounts: [main, savings()] })
    expect(screen.getByRole('link', { name: 'Move money' }).getAttribute('href')).toBe('/own-transfer')
  })

  test('accounts that fail to load show the reason and a way to try again', async () => {
    await open({ list: () => refused('busy'), until: 'Your accounts could not be loaded' })
    expect(screen.getByText('The bank is busy. Try again in a moment')).toBeDefined()
  })

  test('a customer whose main account is not active sees its state, and no way to open another', async () => {
    await open({ accounts: [{ ...main, isActive: false, activatedAt: null }] })
    expect(screen.getByText('Waiting to be activated')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Open an account' })).toBeNull()
    expect(screen.queryByRole('link', { name: /^Send/ })).toBeNull()
  })
})

describe('opening an account', () => {
  test('an account is opened with its type, currency and name, and is in the list at once', async () => {
    const { bank, address } = await openForm()
    await fillIn({ name: ' Holidays ' })
    await press()
    expect(await screen.findByText('Account opened')).toBeDefined()
    expect(openings(bank)).toMatchObject([{ accountType: 'online', currency: 'EUR', name: 'Holidays' }])
    expect(await screen.findByRole('list', { name: 'Accounts in EUR' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe('/accounts')
  })

  test('an account in a currency of its own says what it cannot do before it is opened', async () => {
    await openForm()
    const says = () => screen.queryByText(/Only payments in EUR can fill this account/)
    expect(says()).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: 'EUR (€)' }))
    expect(says()?.textContent).toContain('you can’t move any between it and your other accounts')
    await userEvent.click(screen.getByRole('radio', { name: 'USD ($)' }))
    expect(screen.queryByText(/Only payments in/)).toBeNull()
  })

  test('the form is open at its own address, and closing it leads back', async () => {
    const { address } = await openForm()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(address()).toBe('/accounts'))
    await userEvent.click(screen.getByRole('button', { name: 'Open an account' }))
    expect(await screen.findByRole('dialog')).toBeDefined()
    expect(address()).toBe('/accounts?open=account')
  })

  test('an opening without a type and a currency shows what is missing, and nothing is sent', async () => {
    const { bank } = await openForm()
    await press()
    expect(await screen.findByText('Account type is required')).toBeDefined()
    expect(screen.getByText('Currency is required')).toBeDefined()
    expect(openings(bank)).toEqual([])
  })

  test('a name with characters that cannot be shown is refused before it is sent', async () => {
    const { bank } = await openForm()
    await fillIn({ name: 'Sav\u202esgni' })
    await press()
    expect(await screen.findByText('Name has characters that can’t be shown')).toBeDefined()
    expect(openings(bank)).toEqual([])
  })

  test('the refusal of one account too many is shown in the form', async () => {
    await openForm({ opened: () => refused('accounts_too_many', { most: 20 }) })
    await fillIn()
    await press()
    const form = within(screen.getByRole('dialog'))
    expect(await form.findByText('You can have at most 20 accounts')).toBeDefined()
  })

  test('the refusal of an account that is no longer active is shown in the form', async () => {
    await openForm({ opened: () => refused('account_inactive') })
    await fillIn()
    await press()
    expect(await within(screen.getByRole('dialog')).findByText('Account is not active')).toBeDefined()
  })

  test('an opening without an answer is sent again under its id, also after a reload', async () => {
    const lost = () => {
      throw new TypeError('connection lost')
    }
    const first = await openForm({ opened: lost })
    await fillIn()
    await press()
    expect(await screen.findByText(/one account is opened at most/)).toBeDefined()
    await press()
    await waitFor(() => expect(openings(first.bank)).toHaveLength(2))
    cleanup()
    const { bank } = await openForm()
    expect(screen.getByText(/The bank did not answer when you last opened an account/)).toBeDefined()
    await fillIn()
    await press()
    await screen.findByText('Account opened')
    const ids = [...openings(first.bank), ...openings(bank)].map(({ openingId }) => openingId)
    expect(new Set(ids).size).toBe(1)
  })

  test('an opening whose id has opened another account says so, and the next one has a new id', async () => {
    const answers = [() => refused('opening_id_reused'), openedAccount]
    const { bank } = await openForm({ opened: (request) => answers.shift()!(request) })
    await fillIn()
    await press()
    expect(await screen.findByText(/has opened an account with other values/)).toBeDefined()
    await press()
    await screen.findByText('Account opened')
    const [first, second] = openings(bank)
    expect(second!.openingId).not.toBe(first!.openingId)
  })
})

describe('the name of an account', () => {
  test('an account is renamed, and an empty name removes the name', async () => {
    const bank = await open({ accounts: [main, savings()] })
    for (const name of ['Rainy days', '']) {
      await openMenu('Savings')
      await userEvent.click(screen.getByRole('button', { name: 'Rename Savings' }))
      const field = await screen.findByLabelText(/^Name/)
      await userEvent.clear(field)
      if (name) await userEvent.type(field, name)
      await userEvent.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect(bank.requestsTo('PUT /api/accounts/5550001234/name').map(({ body }) => body)).toEqual([
      { name: 'Rainy days' },
      { name: '' },
    ])
  })

  test('the refusal of a new name is shown in the form', async () => {
    await open({ accounts: [main, savings()], renamed: () => refused('account_not_found') })
    await openMenu('Savings')
    await userEvent.click(screen.getByRole('button', { name: 'Rename Savings' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await within(screen.getByRole('dialog')).findByText('Account not found')).toBeDefined()
  })
})

type Wishes = {
  accounts?: AccountView[]
  list?: () => unknown
  opened?: (request: RecordedRequest) => unknown
  renamed?: () => unknown
  path?: string
  until?: string
  user?: MeView
}

async function open(wishes: Wishes) {
  return (await visitPage(wishes)).bank
}

async function visitPage({
  accounts = [main],
  list,
  opened = openedAccount,
  renamed = () => new Response(null, { status: 204 }),
  path = '/accounts',
  until = 'Main account',
  user = alice(),
}: Wishes) {
  const known = [...accounts]
  const bank = stubbedBank({
    'GET /api/accounts': list ?? (() => ({ accounts: known })),
    'POST /api/accounts': (request) => {
      const answer = opened(request)
      if (!(answer instanceof Response)) known.push(answer as AccountView)
      return answer
    },
    'PUT /api/accounts/5550001234/name': renamed,
  })
  vi.stubGlobal('fetch', bank.fetch)
  const { address } = visit(
    path,
    <>
      <AccountsPage />
      <Toaster />
    </>,
    path,
    user,
  )
  await screen.findByText(until)
  return { bank, address }
}

async function openForm(wishes: Wishes = {}) {
  const page = await visitPage({ ...wishes, path: '/accounts?open=account' })
  await screen.findByRole('dialog')
  return page
}

/** Fills in an online account in euros. */
async function fillIn({ name = '' } = {}): Promise<void> {
  await userEvent.selectOptions(screen.getByLabelText('Account type'), 'online')
  await userEvent.click(screen.getByLabelText('EUR (€)'))
  if (name) await userEvent.type(screen.getByLabelText(/^Name/), name)
}

function press(): Promise<void> {
  return userEvent.click(screen.getByRole('button', { name: 'Open account' }))
}

function openedAccount({ body: { accountType: type, currency, name } }: RecordedRequest): AccountView {
  return { ...savings(), type: type!, currency: currency as 'EUR', name: name || null, number: '6660001111' }
}

function openings(bank: ReturnType<typeof stubbedBank>): RecordedRequest['body'][] {
  return bank.requestsTo('POST /api/accounts').map(({ body }) => body)
}

function linksIn(part: HTMLElement): string[] {
  return within(part)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`)
}

function openMenu(name: string): Promise<void> {
  return userEvent.click(screen.getByRole('button', { name: `More for ${name}` }))
}

function textOf({ textContent }: HTMLElement): string {
  return textContent
}
