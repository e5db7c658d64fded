import type { OutgoingMailView } from '@bank/contract/outbox/view'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { OutboxPage } from './outbox-page.tsx'

const first = '0198c0de-0000-7000-8000-000000000001'
const second = '0198c0de-0000-7000-8000-000000000002'

function mail(facts: Partial<OutgoingMailView> = {}): OutgoingMailView {
  return {
    id: first,
    recipient: 'dora@example.com',
    subject: 'Welcome to Truepenny',
    text: 'Dear <b>Dora</b>,\n\nwelcome.',
    state: 'sent',
    createdAt: '2026-03-07T14:15:00.000Z',
    sentAt: '2026-03-07T14:16:00.000Z',
    attempts: 1,
    nextTryAt: null,
    lastFault: null,
    ...facts,
  }
}

function open(list: Parameters<typeof stubbedBank>[0][string], path = '/admin/outbox') {
  const bank = stubbedBank({ 'GET /api/admin/outgoing-mail': list })
  vi.stubGlobal('fetch', bank.fetch)
  return { ...bank, ...visit(path, <OutboxPage />), user: userEvent.setup() }
}

describe('the outbox', () => {
  test('the outbox lists each mail with its recipient, time and state', async () => {
    const waiting = mail({ id: second, subject: 'Choose a new password', state: 'trying_again', attempts: 3 })
    open(() => ({ mails: [waiting, mail()], nextCursor: null }))
    await screen.findByText('Retrying')
    expect(screen.getAllByRole('row')).toHaveLength(3)
    const last = within(screen.getAllByRole('row')[2]!)
    expect(last.getByText('Mar 7, 2026, 2:15 PM UTC')).toBeTruthy()
    expect(last.getByText('dora@example.com')).toBeTruthy()
    expect(last.getByText('Sent')).toBeTruthy()
  })

  test('a mail of the outbox opens with its text and the reason why it was not sent', async () => {
    const failing = mail({
      state: 'trying_again',
      sentAt: null,
      nextTryAt: '2026-03-07T15:00:00.000Z',
      lastFault: '451 later',
    })
    const page = open(() => ({ mails: [failing], nextCursor: null }))
    await page.user.click(
      await screen.findByRole('button', { name: 'Mail, Welcome to Truepenny, to dora@example.com' }),
    )
    const drawer = within(await screen.findByRole('dialog', { name: 'Mail' }))
    expect(drawer.getByText(/Dear <b>Dora<\/b>/)).toBeTruthy()
    expect(drawer.getByText('The last attempt failed: 451 later')).toBeTruthy()
    expect(drawer.getByText('Mar 7, 2026, 3:00 PM UTC')).toBeTruthy()
    expect(page.address()).toBe(`/admin/outbox?open=${first}`)
  })

  test('the outbox pages to older mail and back through the URL', async () => {
    const page = open(({ query }) =>
      query.get('cursor')
        ? { mails: [mail({ subject: 'The first one' })], nextCursor: null }
        : { mails: [mail({ id: second })], nextCursor: second },
    )
    await page.user.click(await screen.findByRole('button', { name: 'Older' }))
    expect(await screen.findByText('The first one')).toBeTruthy()
    expect(page.address()).toBe(`/admin/outbox?cursor=${second}`)
    await page.user.click(screen.getByRole('button', { name: 'Newer' }))
    expect(await screen.findByText('Welcome to Truepenny')).toBeTruthy()
    expect(page.address()).toBe('/admin/outbox')
  })

  test('an outbox that is empty or fails to load says so', async () => {
    let answer: unknown = refused('busy')
    const page = open(() => answer)
    expect((await screen.findByRole('alert')).textContent).toContain('The bank is busy')
    answer = { mails: [], nextCursor: null }
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No mail yet')).toBeTruthy()
  })
})
