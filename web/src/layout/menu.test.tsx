import type { SessionView } from '@bank/contract/sessions/view'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { alice } from '../../test/stubbed-bank.tsx'
import { meQuery } from '../accounts/me.ts'
import { sessionQuery } from '../sessions/session.ts'
import { Menu } from './menu.tsx'
import { UserMenu } from './user-menu.tsx'

const customers = ['Dashboard', 'Funds Transfer', 'Transactions', 'Accounts Statement', 'Profile', 'Settings']
const manage = ['Accounts', 'Pots', 'Payees', 'Limits and freeze', 'Scheduled']
const administrators = ['Dashboard', 'Create User', 'Settings']
const operations = [
  'Overview',
  'Transactions',
  'Money position',
  'Approvals',
  'Support',
  'Administrators',
  'Audit log',
  'Security',
  'Outbox',
  'System',
]

const entriesOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((entry) => entry.textContent)

const addressesOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

describe('the menu', () => {
  test('the menu of a customer has its entries in order and marks the current page', () => {
    openMenus('/transactions', 'customer')
    expect(entriesOf(screen.getAllByRole('list')[0]!)).toEqual(customers)
    const marked = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
    expect(marked.map((link) => link.textContent)).toEqual(['Transactions'])
  })
  test('the customer’s menu has accounts, pots, payees, limits and scheduled payments in a second group, and marks the current page there', () => {
    openMenus('/limits', 'customer')
    expect(entriesOf(screen.getByRole('list', { name: 'Manage' }))).toEqual(manage)
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Limits and freeze')
  })
  test('each entry of the customer’s menu leads to its page', () => {
    openMenus('/dashboard', 'customer')
    expect(addressesOf(screen.getAllByRole('list')[0]!)).toEqual([
      '/dashboard',
      '/transfer',
      '/transactions',
      '/statement',
      '/profile',
      '/settings',
    ])
    expect(addressesOf(screen.getByRole('list', { name: 'Manage' }))).toEqual([
      '/accounts',
      '/pots',
      '/payees',
      '/limits',
      '/scheduled',
    ])
  })
  test('each entry of the menu of staff leads to its page', async () => {
    openMenus('/admin/users/1', 'administrator')
    expect(addressesOf(await screen.findByRole('list', { name: 'Operations' }))).toEqual([
      '/admin/overview',
      '/admin/transactions',
      '/admin/money-position',
      '/admin/approvals',
      '/admin/support-messages',
      '/admin/administrators',
      '/admin/audit-log',
      '/admin/security',
      '/admin/outbox',
      '/admin/system',
    ])
    expect(addressesOf(screen.getAllByRole('list')[0]!)).toEqual([
      '/admin/dashboard',
      '/admin/create-user',
      '/admin/settings',
    ])
  })
  test('the menu is the one of staff where the path contains /admin', async () => {
    openMenus('/admin/users/1', 'administrator')
    await screen.findByRole('list', { name: 'Operations' })
    expect(entriesOf(screen.getAllByRole('list')[0]!)).toEqual(administrators)
  })
  test.each([
    ['support', ['Dashboard'], ['Overview', 'Transactions', 'Support', 'Outbox', 'System']],
    [
      'operations',
      ['Dashboard', 'Create User'],
      ['Overview', 'Transactions', 'Approvals', 'Support', 'Outbox', 'System'],
    ],
    [
      'treasury',
      ['Dashboard'],
      ['Overview', 'Transactions', 'Money position', 'Approvals', 'Support', 'System'],
    ],
    ['auditor', ['Dashboard'], operations],
  ] as const)('the menu of %s has the pages that the role may open', async (role, specified, further) => {
    openMenus('/admin/users/1', role)
    expect(entriesOf(await screen.findByRole('list', { name: 'Operations' }))).toEqual(further)
    expect(entriesOf(screen.getAllByRole('list')[0]!)).toEqual(specified)
  })
  test('the administrator’s menu has the operations in a second group with a heading, and marks the current page there', async () => {
    openMenus('/admin/audit-log', 'administrator')
    expect(entriesOf(await screen.findByRole('list', { name: 'Operations' }))).toEqual(operations)
    expect(screen.getAllByRole('list')).toHaveLength(2)
    expect(screen.queryByRole('list', { name: 'Manage' })).toBeNull()
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Audit log')
  })
  test('the operations are not in the menu of a customer, nor in an administrator’s own bank', async () => {
    openMenus('/admin/users/1', 'administrator')
    await screen.findByText('Operations')
    cleanup()
    openMenus('/admin/users/1', 'customer')
    expect(screen.queryByText('Operations')).toBeNull()
    cleanup()
    openMenus('/dashboard', 'administrator')
    expect(screen.queryByText('Operations')).toBeNull()
  })
})

describe('the user menu', () => {
  test('the user menu shows the picture of the user', () => {
    openMenus('/dashboard', 'customer')
    const picture = screen.getByRole('button', { name: /Alice/ }).querySelector('img')
    expect(picture?.getAttribute('src')).toBe('/api/avatars/alice')
  })
  test('the user menu of a customer leads to the profile only', async () => {
    openMenus('/dashboard', 'customer')
    expect(await linksInside()).toEqual([['Profile', '/profile']])
  })
  test('the user menu of an administrator leads to the admin panel, and back from there', async () => {
    openMenus('/dashboard', 'administrator')
    expect(await linksInside()).toContainEqual(['Admin Panel', '/admin'])
    cleanup()
    openMenus('/admin/dashboard', 'administrator')
    expect(await linksInside()).toContainEqual(['My account', '/dashboard'])
  })
  test('the Logout button says "Logging out..." while it is busy, and logs out once', async () => {
    const fetch = vi.fn(() => new Promise(() => {}))
    vi.stubGlobal('fetch', fetch)
    openMenus('/dashboard', 'customer')
    await userEvent.click(screen.getByRole('button', { name: /Alice/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
    const busy = await screen.findByRole('button', { name: 'Logging out...' })
    expect(busy.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(busy)
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})

test('the switch in the user menu hides the amounts of all the customer’s pages, and is not among an administrator’s', async () => {
  openMenus('/dashboard', 'customer')
  await userEvent.click(screen.getByRole('button', { name: /Alice/ }))
  const hide = await screen.findByRole('switch', { name: 'Hide amounts' })
  await userEvent.click(hide)
  expect(localStorage.getItem('hide-amounts')).toBe('yes')
  expect(document.documentElement.classList.contains('hide-amounts')).toBe(true)
  expect(hide.getAttribute('aria-checked')).toBe('true')
  await userEvent.click(hide)
  expect(localStorage.getItem('hide-amounts')).toBe('no')
  cleanup()
  openMenus('/admin/dashboard', 'administrator')
  await userEvent.click(screen.getByRole('button', { name: /Alice/ }))
  expect(await screen.findByRole('link', { name: 'My account' })).toBeDefined()
  expect(screen.queryByRole('switch', { name: 'Hide amounts' })).toBeNull()
})

function openMenus(path: string, role: SessionView['user']['role']) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(meQuery(undefined).queryKey, { ...alice(), avatar: '/api/avatars/alice' })
  const user = { id: 'id', name: 'Alice Moreau', email: 'alice@example.com', role }
  client.setQueryData(sessionQuery.queryKey, {
    session: {
      user,
      signedInAt: '2026-01-01T00:00:00.000Z',
      idleEndsAt: '2026-03-07T12:15:00.000Z',
      elevatedUntil: null,
      temporarySecrets: null,
      lacksSecondFactor: false,
    },
  })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <UserMenu />
        <Menu />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

async function linksInside() {
  const before = new Set(screen.getAllByRole('link'))
  await userEvent.click(screen.getByRole('button', { name: /Alice/ }))
  // Its panel is loaded when it is first opened.
  await screen.findByRole('button', { name: 'Logout' })
  return screen
    .getAllByRole('link')
    .filter((link) => !before.has(link))
    .map((link) => [link.textContent, link.getAttribute('href')])
}
