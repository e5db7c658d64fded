import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { publishActivity } from '../live/activity.ts'
import { History } from './history.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../ui/dialog.tsx'

const old = toErik({ id: '0198c0de-0000-4000-8000-000000000001' })
const newer = toErik({
  id: '0198c0de-0000-4000-8000-000000000002',
  description: 'Account funded',
  counterparty: null,
})

function open(search: string) {
  let transactions = [old]
  const bank = stubbedBank({
    'GET /api/transactions': () => ({ transactions, firstRow: 1, total: 1, nextCursor: null }),
    'GET /api/transactions/:id': () => ({ ...old, timeline: [], note: '' }),
  })
  vi.stubGlobal('fetch', bank.fetch)
  const visited = visit(`/transactions${search}`, <History />)
  return {
    ...visited,
    /** A transaction comes in, and the list is requested again. */
    comesIn: async () => {
      transactions = [newer, old]
      act(() => publishActivity([{ id: newer.id }]))
      await act(() => visited.client.invalidateQueries())
    },
  }
}

const descriptions = () => screen.getAllByRole('button', { name: /, details$/ }).map((row) => row.textContent)

test('on the newest page a new transaction appears on top and is highlighted briefly', async () => {
  const { comesIn } = open('')
  await screen.findByRole('button', { name: /Erik Holm.*details/ })
  await comesIn()
  await screen.findByText('Account funded')
  expect(descriptions()[0]).toBe('Account funded')
  expect(document.querySelector(`[data-row="${newer.id}"]`)?.classList).toContain('animate-tint')
  expect(document.querySelector(`[data-row="${old.id}"]`)?.classList).not.toContain('animate-tint')
  expect(screen.queryByText('New activity')).toBeNull()
})

test('while a transaction is open no row moves, and a notice says that there is new activity', async () => {
  const { comesIn, address } = open(`?tx=${old.id}`)
  await screen.findByRole('dialog', { name: 'Transaction details' })
  await comesIn()
  const rows = document.querySelectorAll('[data-row]')
  expect([...rows].map((row) => row.getAttribute('data-row'))).toEqual([old.id])
  expect(screen.getByText('New activity')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  expect(address()).toBe('/transactions')
  expect(descriptions()).toHaveLength(2)
  expect(screen.queryByText('New activity')).toBeNull()
})

test('on an older page a notice says that there is new activity', async () => {
  const { comesIn, address } = open('?cursor=second')
  await screen.findByRole('button', { name: /Erik Holm.*details/ })
  expect(screen.queryByText('New activity')).toBeNull()
  await comesIn()
  act(() => publishActivity([{ id: '0198c0de-0000-4000-8000-000000000009' }]))
  await userEvent.click(screen.getByRole('button', { name: 'Show the newest transactions' }))
  expect(address()).toBe('/transactions')
  expect(screen.queryByText('New activity')).toBeNull()
})

test('activity on another account says nothing in the history of this one', async () => {
  const { comesIn } = open('?cursor=second')
  await screen.findByRole('button', { name: /Erik Holm.*details/ })
  act(() => publishActivity([{ id: newer.id, account: '6315582094' }]))
  expect(screen.queryByText('New activity')).toBeNull()
  await comesIn()
  expect(screen.getByText('New activity')).toBeDefined()
})
