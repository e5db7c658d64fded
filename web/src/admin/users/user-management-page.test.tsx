import { accountStates } from '@bank/contract/accounts/state'
import type { UserCardView } from '@bank/contract/admin/users/view'
import type { StaffRole } from '@bank/contract/roles/role'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { alice, clara, refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { UserManagementPage } from './user-management-page.tsx'

const users = 'GET /api/admin/users'

const waiting = 'GET /api/admin/waiting'
const waits = { accounts: 3, pendingTransactions: null, dueMessages: 0, approvals: 0 }

function open(
  answer: () => unknown,
  path = '/admin/dashboard',
  others: Parameters<typeof stubbedBank>[0] = {},
  role: StaffRole = 'administrator',
) {
  const bank = stubbedBank({ [users]: answer, [waiting]: () => waits, ...others })
  vi.stubGlobal('fetch', bank.fetch)
  return { ...bank, ...visit('/admin/dashboard', <UserManagementPage />, path, { ...clara(), role }) }
}

function page(length: number, facts: Partial<UserCardView> = {}) {
  const { id, name, email, country, role, avatar } = alice()
  return Array.from({ length }, (_, at) => ({
    id: `${id}-${at}`,
    name,
    email,
    country,
    role,
    avatar,
    state: 'active' as const,
    isActive: true,
    createdAt: '2026-03-07T14:15:00.000Z',
    account: { number: '4027719385', currency: 'USD' as const, balance: '100.00' },
    accountNumber: null,
    ...facts,
  }))
}

describe('the users of the bank', () => {
  test('10,000 users are shown 20 at a time and counted up to fifty thousand', async () => {
    const bank = open(() => ({ users: page(20), total: null, atLeast: 50_000, nextCursor: 'second' }))
    expect(await screen.findByText('Showing 1–20 of 50,000+')).toBeDefined()
    expect(screen.getAllByRole('listitem')).toHaveLength(20)
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('Showing 21–40 of 50,000+')).toBeDefined()
    expect(screen.getAllByRole('listitem')).toHaveLength(20)
    expect(bank.requestsTo(users).at(-1)?.query.get('cursor')).toBe('second')
  })

  test('a user’s card shows avatar, name, email and country and leads to the user’s page; the search box reads Search', async () => {
    open(() => ({ users: page(1, { avatar: '/api/avatars/alice' }), total: 1, nextCursor: null }))
    const card = await screen.findByRole('listitem')
    const { id, name, email, country } = alice()
    expect(card.querySelector('img')?.getAttribute('src')).toBe('/api/avatars/alice')
    expect(within(card).getByRole('link', { name }).getAttribute('href')).toBe(`/admin/users/${id}-0`)
    expect(card.textContent).toContain(email)
    expect(card.textContent).toContain(country)
    expect(screen.getByPlaceholderText('Search')).toBeDefined()
  })

  test('the card of a user who was found by a further account names that account and leads to it', async () => {
    open(() => ({ users: page(1, { accountNumber: '6315582094' }), total: 1, nextCursor: null }))
    const card = await screen.findByRole('listitem')
    const { id, name } = alice()
    expect(within(card).getByRole('link', { name }).getAttribute('href')).toBe(
      `/admin/users/${id}-0?account=6315582094`,
    )
    expect(card.textContent).toContain('Account 6315582094')
  })

  test('each user’s card names the state of the account: waiting, active, deactivated, declined or closed', async () => {
    const all = accountStates.flatMap((state) => page(1, { id: state, state }))
    open(() => ({ users: all, total: 5, nextCursor: null }))
    const cards = await screen.findAllByRole('listitem')
    expect(
      cards.map((card) => /Waiting|Active|Deactivated|Declined|Closed/.exec(card.textContent)?.[0]),
    ).toEqual(['Waiting', 'Active', 'Deactivated', 'Declined', 'Closed'])
    for (const card of cards) expect(card.querySelector('.rounded-full svg')).not.toBeNull()
  })

  test('the state and the order of the users are chosen in the address, and start at the first page', async () => {
    const bank = open(
      () => ({ users: page(1), total: 1, nextCursor: null }),
      '/admin/dashboard?cursor=second',
    )
    await screen.findByRole('listitem')
    await userEvent.selectOptions(screen.getByLabelText('State'), 'Waiting')
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Oldest first')
    expect(bank.address()).toBe('/admin/dashboard?state=waiting&order=oldest')
    await waitFor(() =>
      expect(bank.requestsTo(users).at(-1)?.query.toString()).toBe('state=waiting&order=oldest'),
    )
    await userEvent.selectOptions(screen.getByLabelText('State'), 'All')
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Newest first')
    expect(bank.address()).toBe('/admin/dashboard')
  })

  test('an address shows its search, state and order, and leaves out what the bank does not know', async () => {
    const bank = open(
      () => ({ users: page(1), total: 1, nextCursor: null }),
      '/admin/dashboard?search=4027&state=asleep&order=name',
    )
    await screen.findByRole('listitem')
    expect(bank.requestsTo(users)[0]?.query.toString()).toBe('search=4027&order=name')
    expect(screen.getByLabelText<HTMLInputElement>(/^Search by email/).value).toBe('4027')
    expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('')
    expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('name')
  })

  test('a list without users of a state names both, and one button clears search and state', async () => {
    const bank = open(
      () => ({ users: [], total: 0, nextCursor: null }),
      '/admin/dashboard?search=zzz&state=deactivated&order=name',
    )
    expect(await screen.findByText('No deactivated users found for ‘zzz’')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(bank.address()).toBe('/admin/dashboard?order=name')
  })

  test('a search that the bank refuses shows the reason on the field', async () => {
    open(
      () =>
        Response.json(
          {
            status: 422,
            code: 'validation',
            detail: '',
            errors: [{ pointer: '/search', detail: 'Search has characters that can’t be shown' }],
          },
          { status: 422, headers: { 'content-type': 'application/problem+json' } },
        ),
      '/admin/dashboard?search=%00',
    )
    expect(await screen.findByText('Search has characters that can’t be shown')).toBeDefined()
    expect(screen.getByLabelText(/^Search by email/).getAttribute('aria-invalid')).toBe('true')
  })

  test('a search without users says so', async () => {
    open(() => ({ users: [], total: 0, nextCursor: null }))
    expect(await screen.findByText('No users found')).toBeDefined()
  })

  test('the card of a user with a long name and a broken picture shows initials and has the whole name for screen readers', async () => {
    const name = 'W'.repeat(100)
    open(() => ({ users: page(1, { name, avatar: '/api/avatars/gone' }), total: 1, nextCursor: null }))
    const card = await screen.findByRole('listitem')
    expect(within(card).getByRole('link', { name }).className).toContain('truncate')
    fireEvent.error(card.querySelector('img')!)
    expect(card.querySelector('img')).toBeNull()
    expect(within(card).getByText('W')).toBeDefined()
  })

  test('users that failed to load can be loaded again', async () => {
    let times = 0
    open(() => (times++ === 0 ? refused('internal') : { users: page(1), total: 1, nextCursor: null }))
    expect((await screen.findByRole('alert')).textContent).toContain('The users could not be loaded')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('listitem')).toBeDefined()
  })
})

describe('the work with users in the list', () => {
  const activations = 'PUT /api/admin/activations'

  test('one line at the head says what waits, each part a link, and leaves out what does not', async () => {
    open(() => ({ users: page(1), total: 1, nextCursor: null }))
    const links = within(await screen.findByText(/^Waiting:/)).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['3 accounts', '/admin/dashboard?state=waiting&order=oldest&view=table'],
      ['10,000+ pending transactions', '/admin/transactions?status=pending&order=oldest'],
    ])
  })

  test('the card of a waiting user activates the account, and the toast undoes it', async () => {
    const results = (body: { changes: { userId: string }[] }) =>
      body.changes.map(({ userId }) => ({ userId, refusal: null }))
    const bank = open(
      () => ({ users: page(1, { state: 'waiting', isActive: false }), total: 1, nextCursor: null }),
      undefined,
      { [activations]: ({ body }) => ({ results: results(body as never) }) },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Activate Alice Moreno' }))
    await waitFor(() => expect(bank.requestsTo(activations)).toHaveLength(1))
    const { isActive, changes } = bank.requestsTo(activations)[0]!.body as unknown as Sent
    expect([isActive, changes.length, changes[0]!.userId]).toEqual([true, 1, `${alice().id}-0`])
  })

  test('a role that does not activate accounts finds no button and no selection for it, and no link to a page that it may not open', async () => {
    const answer = () => ({
      users: page(1, { state: 'waiting', isActive: false }),
      total: 1,
      nextCursor: null,
    })
    const others = { [waiting]: () => ({ ...waits, dueMessages: 1 }) }
    open(answer, '/admin/dashboard?view=table', others, 'treasury')
    await screen.findByRole('link', { name: alice().name })
    expect(within(await screen.findByText(/^Waiting:/)).getAllByRole('link')).toHaveLength(3)
    expect(screen.queryByRole('button', { name: /^Activate/ })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('the table activates the selected users who wait, and reports who was refused and why', async () => {
    const all = page(3, { state: 'waiting', isActive: false }).map((user, at) => ({
      ...user,
      name: `User ${at}`,
    }))
    const detail = 'This account was activated or deactivated again since. Nothing was changed'
    const bank = open(
      () => ({ users: [...all.slice(0, 2), { ...all[2]!, state: 'active' }], total: 3, nextCursor: null }),
      '/admin/dashboard?view=table',
      {
        [activations]: () => ({
          results: [
            { userId: all[0]!.id, refusal: null },
            { userId: all[1]!.id, refusal: { code: 'account_state_changed', detail } },
          ],
        }),
      },
    )
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
    expect(screen.getByText('3 selected, 2 of them wait for activation')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Activate 2' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Not activated' }))
    expect(dialog.getByRole('listitem').textContent).toBe(`User 1, alice@example.com: ${detail}`)
    expect(
      (bank.requestsTo(activations)[0]!.body as unknown as Sent).changes.map(({ userId }) => userId),
    ).toEqual([all[0]!.id, all[1]!.id])
  })
})

type Sent = { isActive: boolean; changes: { userId: string; changeId: string }[] }
