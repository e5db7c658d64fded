import type { UserCardView } from '@bank/contract/admin/users/view'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { UserManagementPage } from './user-management-page.tsx'

const users = 'GET /api/admin/users'

function open(answer: () => unknown) {
  const bank = stubbedBank({ [users]: answer })
  vi.stubGlobal('fetch', bank.fetch)
  return { ...bank, ...visit('/admin/dashboard', <UserManagementPage />) }
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
    isActive: true,
    ...facts,
  }))
}

describe('the users of the bank', () => {
  test('10,000 users are shown 20 at a time and counted up to a thousand', async () => {
    const bank = open(() => ({ users: page(20), total: null, nextCursor: 'second' }))
    expect(await screen.findByText('Showing 1–20 of 1,000+')).toBeDefined()
    expect(screen.getAllByRole('listitem')).toHaveLength(20)
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('Showing 21–40 of 1,000+')).toBeDefined()
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
