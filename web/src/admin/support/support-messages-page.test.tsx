import type { SupportMessageView } from '@bank/contract/support/view'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { SupportMessagesPage } from './support-messages-page.tsx'

const alice = '0198c0de-0000-7000-8000-00000000a11c'

const written: SupportMessageView = {
  id: '0198c0de-0000-7000-8000-00000000abcd',
  reference: '0000ABCD',
  email: 'alice@example.com',
  user: { id: alice, name: 'Alice Moreno' },
  subject: 'My card',
  message: 'It is\n<b>lost</b>.',
  transactionId: '0198c0de-0000-4000-8000-0000000e51c0',
  createdAt: '2026-03-07T14:15:00.000Z',
}

function open(messages: SupportMessageView[]) {
  const bank = stubbedBank({ 'GET /api/admin/support-messages': () => ({ messages, nextCursor: null }) })
  vi.stubGlobal('fetch', bank.fetch)
  return { ...bank, ...visit('/admin/support-messages', <SupportMessagesPage />), user: userEvent.setup() }
}

describe('support messages', () => {
  test('a support message opens with its exact text, its sender and its transaction', async () => {
    const page = open([written])
    await page.user.click(
      await screen.findByRole('button', { name: 'Message, My card, from alice@example.com' }),
    )
    const drawer = within(await screen.findByRole('dialog', { name: 'Support message' }))
    expect(drawer.getByText(/It is\s*<b>lost<\/b>\./)).toBeTruthy()
    expect(drawer.getByText(written.transactionId!)).toBeTruthy()
    expect(drawer.getByRole('link', { name: 'Alice Moreno' }).getAttribute('href')).toBe(
      `/admin/users/${alice}`,
    )
    expect(drawer.getByRole('link', { name: 'alice@example.com' }).getAttribute('href')).toBe(
      'mailto:alice%40example.com?subject=Re%3A%20My%20card%20(0000ABCD)',
    )
  })

  test('a support message from a visitor says that the sender was not signed in', async () => {
    const page = open([{ ...written, user: null, transactionId: null }])
    await page.user.click(await screen.findByRole('button', { name: /My card/ }))
    const drawer = within(await screen.findByRole('dialog'))
    expect(drawer.getByText('Not signed in')).toBeTruthy()
    expect(drawer.queryByText('About transaction')).toBeNull()
  })

  test('an open support message stays open while newer ones push it to the next page', async () => {
    const messages = [written]
    const page = open(messages)
    await page.user.click(await screen.findByRole('button', { name: /My card/ }))
    await screen.findByRole('dialog')
    messages[0] = { ...written, id: '0198c0de-0000-7000-8000-00000000abce', subject: 'My statement' }
    await page.client.refetchQueries()
    await screen.findByText('My statement')
    expect(within(screen.getByRole('dialog')).getByText('My card')).toBeTruthy()
    await page.user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('an empty list of support messages says so', async () => {
    open([])
    expect(await screen.findByText('No messages yet')).toBeTruthy()
  })
})
