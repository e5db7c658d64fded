import type { AuditEventView } from '@bank/contract/audit/view'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { AuditLogPage } from './audit-log-page.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../../ui/dialog.tsx'

const clara = { id: '01900000-0000-7000-8000-00000000000c', name: 'Clara Keller', email: 'clara@example.com' }
const bruno = { id: '01900000-0000-7000-8000-00000000000b', name: 'Bruno Baker', email: 'bruno@example.com' }

function event(wishes: Partial<AuditEventView> = {}): AuditEventView {
  return {
    seq: 7,
    happenedAt: '2026-03-07T12:15:09.250Z',
    actor: clara,
    action: 'account_activated',
    subject: bruno,
    before: 'inactive',
    after: 'active',
    details: {},
    transaction: null,
    hash: 'ab'.repeat(32),
    ...wishes,
  }
}

function open(
  path = '/admin/audit-log',
  events: AuditEventView[] = [event()],
  nextCursor: string | null = null,
) {
  const actions = ['account_activated', 'pin_changed']
  const bank = stubbedBank({ 'GET /api/admin/audit-events': () => ({ events, nextCursor, actions }) })
  vi.stubGlobal('fetch', bank.fetch)
  return { ...bank, ...visit(path, <AuditLogPage />) }
}

test('the audit log shows actor, action and subject, with the values before and after', async () => {
  open()
  const row = (
    await screen.findByText('Activated the account', { selector: 'td .as-list\\:sr-only' })
  ).closest('tr')!
  const cells = within(row).getAllByRole('cell')
  expect(cells.map((cell) => (cell.querySelector('.as-list\\:sr-only') ?? cell).textContent)).toEqual([
    'Clara Keller',
    'Activated the account',
    'Bruno Baker',
    'inactive\u00a0→ active',
    'Mar 7, 2026, 12:15:09 PM UTC',
  ])
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headers).toEqual(['Actor', 'Action', 'Subject', 'Before and after', 'When'])
  expect(screen.getByText(/Entries cannot be changed or removed/)).toBeDefined()
})

test('the filters of the audit log are folded on a phone until they are wanted or one of them is wrong', async () => {
  open()
  const form = () => screen.getByLabelText('Actor').closest('form')!
  const button = screen.getByRole('button', { name: 'Filters' })
  expect([form().className.split(' ').includes('hidden'), button.getAttribute('aria-expanded')]).toEqual([
    true,
    'false',
  ])
  await userEvent.click(button)
  expect([form().className.split(' ').includes('hidden'), button.getAttribute('aria-expanded')]).toEqual([
    false,
    'true',
  ])
  cleanup()
  open('/admin/audit-log?from=2026-02-30')
  expect(screen.getByRole('button', { name: 'Filters (1)' }).getAttribute('aria-expanded')).toBe('true')
})

test('the amounts of an event in the audit log have the event’s currency', async () => {
  const funding = { action: 'account_funded', before: '0.00', after: '2500.50' }
  const status = { action: 'transaction_status_set', before: 'pending', after: 'failed', seq: 6 }
  open('/admin/audit-log?event=6', [
    event({ ...funding, details: { currency: 'USD', id: '9'.repeat(8) } }),
    event({ ...status, details: { currency: 'EUR', amount: '1240.00', version: '2.00.1' } }),
  ])
  expect(await screen.findByText('$0.00 → $2,500.50')).toBeDefined()
  expect(screen.getByText('pending → failed')).toBeDefined()
  const drawer = within(await screen.findByRole('dialog', { name: 'Entry of the audit log' }))
  for (const words of ['€1,240.00', '2.00.1']) expect(drawer.getByText(words)).toBeDefined()
})

test('a deactivation in the audit log shows its reason, or that none was given', async () => {
  const deactivated = { action: 'account_deactivated', before: 'active', after: 'inactive' }
  const reasonIn = async (details: AuditEventView['details']) => {
    open('/admin/audit-log?event=7', [event({ ...deactivated, details })])
    const drawer = within(await screen.findByRole('dialog', { name: 'Entry of the audit log' }))
    const shown = drawer.getByText('Reason').nextSibling?.textContent
    cleanup()
    return shown
  }
  expect(await reasonIn({ sessionsEnded: 1, reason: 'Card reported stolen' })).toBe('Card reported stolen')
  expect(await reasonIn({ sessionsEnded: 1 })).toBe('No reason given')
})

test('a change in the audit log breaks its line behind the arrow only', async () => {
  open()
  expect((await screen.findByText('inactive → active')).textContent).toBe('inactive\u00a0→ active')
})

test('the filters of the audit log are applied by the button and kept in the URL', async () => {
  const { address, requestsTo } = open()
  await screen.findByText('Activated the account', { selector: 'td *' })
  await userEvent.type(screen.getByLabelText('Actor'), 'clara@example.com')
  await userEvent.selectOptions(screen.getByLabelText('Action'), 'Changed the PIN')
  await userEvent.click(screen.getByRole('button', { name: 'Show entries' }))
  expect(address()).toBe('/admin/audit-log?actor=clara%40example.com&action=pin_changed')
  const { query } = requestsTo('GET /api/admin/audit-events').at(-1)!
  expect([query.get('actor'), query.get('action')]).toEqual(['clara@example.com', 'pin_changed'])
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(address()).toBe('/admin/audit-log')
})

test('an entry of the audit log opens with all its details', async () => {
  const details = { transactionId: 'the-transaction', amount: '40.00' }
  const { address } = open('/admin/audit-log', [event({ details })])
  await userEvent.click(
    await screen.findByRole('button', {
      name: /^Details, Clara Keller: Activated the account, Bruno Baker, Mar 7, 2026, 12:15:09 PM UTC$/,
    }),
  )
  const drawer = await screen.findByRole('dialog', { name: 'Entry of the audit log' })
  for (const words of ['the-transaction', '40.00', 'clara@example.com', 'ab'.repeat(32), '7']) {
    expect(within(drawer).getByText(words)).toBeDefined()
  }
  expect(address()).toBe('/admin/audit-log?event=7')
})

test('an entry of the audit log names what it is about, where that is not a user', async () => {
  const subject = { id: 'the-message', name: null, email: null }
  const answered = event({ action: 'support_message_answered', subject, before: null, after: null })
  open('/admin/audit-log?event=7', [answered])
  const drawer = within(await screen.findByRole('dialog', { name: 'Entry of the audit log' }))
  expect(drawer.getByText('Message').nextSibling?.textContent).toBe('the-message')
})

test('a correction of several details is listed by their names and opens with each old and new value', async () => {
  const details = {
    fields: 'date of birth, city',
    dateOfBirthBefore: null,
    dateOfBirthAfter: '1990-05-17',
    cityBefore: 'Halifax',
    cityAfter: 'Truro',
    reason: 'Seen on the passport',
  }
  const nothing = { before: null, after: null }
  open('/admin/audit-log', [event({ action: 'profile_corrected', details, ...nothing })])
  await userEvent.click(await screen.findByRole('button', { name: /: Corrected the profile/ }))
  const drawer = await screen.findByRole('dialog', { name: 'Entry of the audit log' })
  const facts = [...drawer.querySelectorAll('dt')].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ])
  expect(facts).toContainEqual(['Date of birth', 'Before: nothingAfter: 1990-05-17'])
  expect(facts).toContainEqual(['City', 'Before: HalifaxAfter: Truro'])
  expect(facts).toContainEqual(['Reason', 'Seen on the passport'])
  expect(screen.getByText('date of birth, city', { selector: 'td' })).toBeDefined()
})

test('an event without an actor or a subject says so in the audit log', async () => {
  open('/admin/audit-log?event=7', [event({ actor: null, subject: null, before: null, after: null })])
  const drawer = await screen.findByRole('dialog', { name: 'Entry of the audit log' })
  expect(within(drawer).getByText('Visitor or system')).toBeDefined()
  expect(within(drawer).queryByText('Subject')).toBeNull()
  expect(within(drawer).queryByText('Before and after')).toBeNull()
})

test('the audit log pages to older entries and back', async () => {
  const { requestsTo, address } = open('/admin/audit-log', [event()], 'next-page')
  await userEvent.click(await screen.findByRole('button', { name: 'Older' }))
  expect(requestsTo('GET /api/admin/audit-events').at(-1)?.query.get('cursor')).toBe('next-page')
  await userEvent.click(await screen.findByRole('button', { name: 'Newer' }))
  expect(address()).toBe('/admin/audit-log')
})

test('a period without entries in the audit log says so', async () => {
  open('/admin/audit-log?from=2026-01-01', [])
  expect(await screen.findByText('No entries in this period')).toBeDefined()
})

test('an invalid filter of the audit log shows its error on the field, and nothing is requested', () => {
  for (const [query, words, at] of [
    ['from=2026-02-30', 'Enter a real date', 'audit-from-error'],
    ['from=2026-03-07&to=2026-03-06', '“To” must not be before “From”', 'audit-to-error'],
    ['action=Robbery!', 'Choose an action', 'audit-action-error'],
  ] as const) {
    const { requestsTo } = open(`/admin/audit-log?${query}`)
    expect(screen.getByText(words).closest('[id]')?.id).toBe(at)
    expect(screen.getByText('No entries in this period')).toBeDefined()
    expect(requestsTo('GET /api/admin/audit-events')).toEqual([])
    cleanup()
  }
})

test('an audit log that failed to load can be loaded again', async () => {
  vi.stubGlobal('fetch', stubbedBank({ 'GET /api/admin/audit-events': () => refused('busy') }).fetch)
  visit('/admin/audit-log', <AuditLogPage />)
  expect(await screen.findByText('The audit log could not be loaded')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})
