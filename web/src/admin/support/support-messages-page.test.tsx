import type { SupportMessageView } from '@bank/contract/support/view'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { useSession } from '../../sessions/session.ts'
import { ToasterSurface } from '../../ui/toaster.tsx'
import { SupportMessagesPage } from './support-messages-page.tsx'

const alice = '0198c0de-0000-7000-8000-00000000a11c'

const written: SupportMessageView = {
  id: '0198c0de-0000-7000-8000-00000000abcd',
  reference: '0000ABCD',
  email: 'alice@example.com',
  user: { id: alice, name: 'Alice Moreno' },
  addressOwner: null,
  subject: 'My card',
  message: 'It is\n<b>lost</b>.',
  transactionId: '0198c0de-0000-4000-8000-0000000e51c0',
  createdAt: '2026-03-07T14:15:00.000Z',
  answeredAt: null,
  owner: null,
  answers: [],
}

/** The page is behind the gate. */
function SignedIn() {
  return useSession().data?.session ? <SupportMessagesPage /> : null
}

const clara = { id: '0198c0de-0000-7000-8000-00000000c1a2', name: 'Clara', email: 'clara@example.com' }
const session = {
  user: { ...clara, role: 'administrator' },
  signedInAt: '2026-01-01T00:00:00.000Z',
  idleEndsAt: '2026-01-06T09:00:00.000Z',
  elevatedUntil: '2026-01-06T09:00:00.000Z',
  temporarySecrets: null,
}

const marking = `PUT /api/admin/support-messages/${written.id}/answered`
const done = () => new Response(null, { status: 204 })

function open(messages: SupportMessageView[], answers: Parameters<typeof stubbedBank>[0] = {}) {
  const bank = stubbedBank({
    'GET /api/sessions/current': () => ({ session }),
    'GET /api/admin/support-messages': () => ({ messages, nextCursor: null }),
    ...answers,
  })
  vi.stubGlobal('fetch', bank.fetch)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }))
  const page = (
    <>
      <SignedIn />
      <ToasterSurface theme="light" />
    </>
  )
  return { ...bank, ...visit('/admin/support-messages', page), user: userEvent.setup() }
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
  })

  test('a support message from a visitor says that the sender was not signed in', async () => {
    const addressOwner = { id: alice, name: 'Alice Moreno' }
    const page = open([{ ...written, user: null, addressOwner, transactionId: null }])
    await page.user.click(await screen.findByRole('button', { name: /My card/ }))
    const drawer = within(await screen.findByRole('dialog'))
    expect(drawer.getByText('Not logged in')).toBeTruthy()
    expect(drawer.getByText(/not verified/).textContent).toBe(
      'Alice Moreno (not verified: anybody can type it)',
    )
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
    expect(await screen.findByText('No open messages')).toBeTruthy()
  })

  test('open support messages are listed first, and the state that is listed is kept in the URL', async () => {
    const page = open([written])
    await screen.findByText('My card')
    expect(page.requests.at(-1)!.query.get('state')).toBe('open')
    await page.user.selectOptions(screen.getByLabelText('Show'), 'All messages')
    expect(page.address()).toBe('/admin/support-messages?state=all')
    await waitFor(() => expect(page.requests.at(-1)!.query.get('state')).toBeNull())
    await page.user.selectOptions(screen.getByLabelText('Show'), 'Open')
    expect(page.address()).toBe('/admin/support-messages')
  })

  test('an open support message is marked as answered, which closes it and reads the list again', async () => {
    const messages = [written]
    const page = open(messages, {
      [marking]: () => {
        messages.pop()
        return done()
      },
    })
    await page.user.click(await screen.findByRole('button', { name: /My card/ }))
    await page.user.click(await screen.findByRole('button', { name: 'Mark as answered' }))
    await screen.findByText('No open messages')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(page.requestsTo(marking)).toHaveLength(1)
    expect(await screen.findByText('Marked as answered')).toBeTruthy()
  })

  test('an answered support message says when it was marked, and can be reopened', async () => {
    const reopening = marking.replace('PUT', 'DELETE')
    const page = open([{ ...written, answeredAt: '2026-03-08T09:00:00.000Z' }], { [reopening]: done })
    await page.user.click(await screen.findByRole('button', { name: /My card/ }))
    expect(await screen.findByText('Mar 8, 2026', { exact: false })).toBeTruthy()
    await page.user.click(screen.getByRole('button', { name: 'Reopen' }))
    await waitFor(() => expect(page.requestsTo(reopening)).toHaveLength(1))
    expect(await screen.findByText('Message reopened')).toBeTruthy()
  })

  test('a support message is answered in its dialog, and another administrator’s cannot be', async () => {
    const answering = `POST /api/admin/support-messages/${written.id}/answers`
    const page = open([written], { [answering]: done })
    await page.user.click(await screen.findByRole('button', { name: /My card/ }))
    await page.user.type(await screen.findByLabelText('Answer'), 'We have blocked it.')
    await page.user.click(screen.getByRole('button', { name: 'Send answer' }))
    await waitFor(() =>
      expect(page.requestsTo(answering)[0]?.body).toMatchObject({ text: 'We have blocked it.' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    cleanup()
    const owner = { id: alice, name: 'Erik' }
    const other = open([{ ...written, owner }])
    await other.user.click(await screen.findByRole('button', { name: /My card/ }))
    expect((await screen.findByText(/Give it back first/)).textContent).toBe(
      'Taken by Erik. Give it back first if they cannot answer it.',
    )
    expect(screen.queryByLabelText('Answer')).toBeNull()
  })

  test('a support message that could not be marked stays open and says why', async () => {
    const page = open([written], { [marking]: () => refused('busy') })
    await page.user.click(await screen.findByRole('button', { name: /My card/ }))
    await page.user.click(await screen.findByRole('button', { name: 'Mark as answered' }))
    expect(await screen.findByText('The message was not marked as answered')).toBeTruthy()
    expect(screen.getByText('The bank is busy. Try again in a moment')).toBeTruthy()
    expect(screen.getByRole('dialog')).toBeTruthy()
  })
})
