import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, refused, savings, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { control, fields, review } from '../../test/transfer-form.ts'
import { DashboardPage } from '../dashboard/dashboard-page.tsx'
import { dropDraft, dropDrafts } from '../sessions/kept-drafts.ts'
import { StatementPage } from '../statements/statement-page.tsx'
import { TransactionsPage } from '../transactions/transactions-page.tsx'
import { TransferPage } from '../transfers/transfer-page.tsx'
import { AccountGate } from './account-gate.tsx'

const main = alice().account
const other = savings()
const ofOther = `account=${other.number}`

beforeEach(() => dropDrafts())

describe('an account number in the address that is not one of the customer’s', () => {
  for (const [path, page, title] of [
    ['/dashboard', <DashboardPage key="" />, 'Dashboard'],
    ['/transfer', <TransferPage key="" />, 'Funds Transfer'],
    ['/transactions', <TransactionsPage key="" />, 'Transaction History'],
    ['/statement', <StatementPage key="" />, 'Account Statement'],
  ] as const) {
    test(`${path} says so and leads to the main account`, async () => {
      open(path, page, `${path}?account=1234567890&month=2026-03`)
      expect(await screen.findByText('You have no account with this number')).toBeDefined()
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
      expect(screen.queryByRole('alert')).toBeNull()
      const link = screen.getByRole('link', { name: 'Go to your main account' })
      expect(link.getAttribute('href')).toBe(path)
      cleanup()
    })
  }
})

test('an administrator’s page about a customer’s account is shown, although the number is not the administrator’s', async () => {
  const { bank } = open('/admin/users/:id', <p>Fund account</p>, '/admin/users/1?account=1234567890')
  expect(screen.getByText('Fund account')).toBeDefined()
  // The number is not looked for among the administrator's own accounts.
  expect(bank.requestsTo('GET /api/accounts')).toEqual([])
})

describe('a page of one account', () => {
  test('the rows of one account are gone before those of another one have arrived', async () => {
    open('/transactions', <TransactionsPage />, `/transactions?${ofOther}`, {
      transactions: (account) =>
        account === other.number ? rows('Savings interest') : new Promise(() => {}),
    })
    expect((await screen.findAllByText('Savings interest')).length).toBeGreaterThan(0)
    await userEvent.click(screen.getByText('main'))
    expect(screen.queryByText('Savings interest')).toBeNull()
  })

  test('the history, its file and a transaction are read for the account in the address', async () => {
    const { bank } = open('/transactions', <TransactionsPage />, `/transactions?${ofOther}`, {
      transactions: () => rows('Savings interest'),
    })
    await userEvent.click(await screen.findByText('Download CSV'))
    await waitFor(() => expect(accountsOf(bank, 'GET /api/transactions.csv')).toEqual([other.number]))
    await userEvent.click((await screen.findAllByRole('button', { name: /details$/ }))[0]!)
    await screen.findByText('Transaction details')
    await waitFor(() => expect(accountsOf(bank, 'GET /api/transactions/:id')).toEqual([other.number]))
    expect(new Set(accountsOf(bank, 'GET /api/transactions'))).toEqual(new Set([other.number]))
  })

  test('the statement and its files are read for the account in the address, which stays with another period', async () => {
    const { bank, address } = open('/statement', <StatementPage />, `/statement?${ofOther}&month=2026-03`)
    await screen.findByText('Savings statement')
    await userEvent.click(screen.getByRole('link', { name: 'Download CSV' }))
    await waitFor(() => expect(accountsOf(bank, 'GET /api/statement.csv')).toEqual([other.number]))
    await userEvent.selectOptions(screen.getByLabelText('Period'), 'All transactions')
    expect(address()).toBe(`/statement?${ofOther}&period=all`)
    await waitFor(() => expect(accountsOf(bank, 'GET /api/statement')).toHaveLength(2))
    expect(new Set(accountsOf(bank, 'GET /api/statement'))).toEqual(new Set([other.number]))
  })

  test('the dashboard shows the balance, the flows and the transactions of the account in the address', async () => {
    const { bank } = open('/dashboard', <DashboardPage />, `/dashboard?${ofOther}`)
    expect((await screen.findByText('Account Balance')).parentElement!.textContent).toContain('$20.00')
    for (const endpoint of ['GET /api/me', 'GET /api/transactions', 'GET /api/me/monthly-flows']) {
      await waitFor(() => expect(accountsOf(bank, endpoint)).toEqual([other.number]))
    }
    const links = ['Send', 'All pots', 'All transactions']
    expect(links.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
      `/transfer?${ofOther}`,
      `/pots?${ofOther}`,
      `/transactions?${ofOther}`,
    ])
  })
})

describe('a transfer from an account', () => {
  test('what was typed for one account is not in the form of another, and is there again on return', async () => {
    open('/transfer', <TransferPage />, '/transfer?to=new')
    await waitFor(() => expect(control('account_name')).not.toBeNull())
    fireEvent.change(control('account_name'), { target: { value: 'Erik Holm' } })
    await userEvent.click(screen.getByText('other'))
    await userEvent.click(await screen.findByRole('link', { name: /Someone new/ }))
    await waitFor(() => expect(control('account_name').value).toBe(''))
    await userEvent.click(screen.getByText('main'))
    await userEvent.click(await screen.findByRole('link', { name: /Someone new/ }))
    await waitFor(() => expect(control('account_name').value).toBe('Erik Holm'))
  })

  test('a transfer is sent from the account of the page, and its receipt keeps the account', async () => {
    const { bank, address } = open('/transfer', <TransferPage />, `/transfer?to=new&${ofOther}`)
    await waitFor(() => expect(control('account_name')).not.toBeNull())
    await review({ ...fields, amount: '15' })
    const from = (await screen.findByText('From')).nextElementSibling
    expect(from!.textContent).toBe(other.number)
    expect(address()).toBe(`/transfer?step=review&${ofOther}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm transfer' }))
    await screen.findByRole('heading', { level: 1, name: 'Transfer receipt' })
    expect(accountsOf(bank, 'POST /api/transfers')).toEqual([other.number])
    expect(address()).toMatch(new RegExp(`^/transfer\\?step=receipt&tx=[^&]+&${ofOther}$`))
    const links = ['View transactions', 'Make another transfer']
    expect(links.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
      `/transactions?${ofOther}`,
      `/transfer?${ofOther}`,
    ])
  })

  test('an unanswered transfer from one account is not named on the form of another', async () => {
    const { bank } = open('/transfer', <TransferPage />, `/transfer?to=new&${ofOther}`, {
      send: () => refused('outcome_unknown'),
    })
    await waitFor(() => expect(control('account_name')).not.toBeNull())
    await review({ ...fields, amount: '15' })
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm transfer' }))
    await screen.findByText(/We don’t have an answer yet/)
    const id = bank.requestsTo('POST /api/transfers')[0]!.body.transactionId!
    await userEvent.click(screen.getByText('main'))
    await screen.findByText('Who do you want to pay?')
    expect(sessionStorage.getItem(`transferId of ${alice().id}`)).toBeNull()
    expect(sessionStorage.getItem(`once: transfer from ${other.number} by ${alice().id}`)).toBe(id)
    dropDraft('transfer')
  })

  test('a customer with two accounts of one currency is offered to move money between them', async () => {
    open('/transfer', <TransferPage />, `/transfer?${ofOther}`)
    const link = await screen.findByRole('link', { name: /^Between your accounts/ })
    expect(link.getAttribute('href')).toBe(`/own-transfer?from=${other.number}`)
    cleanup()
    open('/transfer', <TransferPage />, '/transfer', { accounts: [main, { ...other, currency: 'EUR' }] })
    await waitFor(() => expect(control('account_name')).not.toBeNull())
    expect(screen.queryByRole('link', { name: /^Between your accounts/ })).toBeNull()
  })
})

type Wishes = {
  accounts?: (typeof main)[]
  transactions?: (account: string | null) => unknown
  send?: () => unknown
}

function open(path: string, page: ReactElement, opened: string, wishes: Wishes = {}) {
  const { accounts = [main, other], transactions = () => rows('Account funded'), send } = wishes
  const accountIn = (query: URLSearchParams) => {
    const number = query.get('account')
    return accounts.find((one) => (number === null ? one.isMain : one.number === number))
  }
  const bank = stubbedBank({
    'GET /api/accounts': () => ({ accounts }),
    'GET /api/me': ({ query }) => {
      const account = accountIn(query)
      return account ? { ...alice(), account } : refused('account_not_found')
    },
    'GET /api/me/monthly-flows': () => ({ currency: 'USD', flows: [] }),
    'GET /api/transactions': ({ query }) =>
      accountIn(query) ? transactions(query.get('account')) : refused('account_not_found'),
    'GET /api/transactions.csv': () => new Response('S/N'),
    'GET /api/transactions/:id': ({ path: asked }) => ({
      ...toErik({ id: asked.replace(/.*\//, '') }),
      timeline: [],
      note: '',
      payeeNameMasked: null,
    }),
    'GET /api/beneficiaries': () => ({ beneficiaries: [] }),
    'GET /api/beneficiaries/recent': () => ({ beneficiaries: [] }),
    'GET /api/statement': ({ query }) => (accountIn(query) ? statement : refused('account_not_found')),
    'GET /api/statement.csv': () => new Response('Date'),
    'POST /api/transfers': ({ body }) => send?.() ?? receiptOf(body.transactionId!, body.amount!),
  })
  vi.stubGlobal('fetch', bank.fetch)
  // A saved file would be opened as a page.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { address } = visit(
    path,
    <>
      <Link to={path}>main</Link>
      <Link to={`${path}?${ofOther}`}>other</Link>
      <AccountGate>{page}</AccountGate>
    </>,
    opened,
    alice(),
  )
  return { bank, address }
}

function rows(description: string) {
  const row = toErik({ description, counterparty: null, beneficiary: null, status: 'success' })
  return { transactions: [row], firstRow: 1, total: 1, nextCursor: null }
}

function receiptOf(id: string, amount: string): Response {
  const { type: _, status: firstStatus, ...facts } = toErik({ id, amount })
  return Response.json({ ...facts, firstStatus }, { status: 201 })
}

function accountsOf(bank: ReturnType<typeof stubbedBank>, endpoint: string): (string | null)[] {
  const pattern = new RegExp(`^${endpoint.replace(':id', '[0-9a-f-]{36}')}$`)
  return bank.requests
    .filter(({ method, path }) => pattern.test(`${method} ${path}`))
    .map(({ query }) => query.get('account'))
}

const statement = {
  holder: 'Savings statement',
  accountNumber: other.number,
  accountType: 'online',
  currency: 'USD',
  from: '2026-03-01',
  to: '2026-03-31',
  timeZone: 'UTC',
  opening: '0.00',
  moneyIn: '20.00',
  moneyOut: '0.00',
  closing: '20.00',
  inTransit: '0.00',
  asOf: null,
  lines: [],
  firstRow: 0,
  total: 0,
  nextCursor: null,
  previousCursor: null,
}
