import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubbedBank } from '../../test/stubbed-bank.tsx'
import { publicConfig } from '../public-config.ts'
import { EndedSessionNotice } from './ended-session-notice.tsx'
import { dropDrafts, keepDraft } from './kept-drafts.ts'
import { beginSession, endSession, noteLeaving } from './session.ts'

const signedInAt = '2026-03-07T06:00:00.000Z'
const idleEnd = '2026-03-07T12:15:00.000Z'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('fetch', stubbedBank({ 'GET /api/sessions/current': () => new Promise(() => {}) }).fetch)
})
afterEach(() => {
  dropDrafts()
  Object.assign(publicConfig, { sessionMinutesIdle: 15 })
})

for (const [end, now, idleEndsAt, sentence] of [
  [
    'without activity',
    '2026-03-07T12:15:01.000Z',
    '2026-03-07T12:15:00.000Z',
    'You were logged out after 15 minutes without activity.',
  ],
  [
    'after its longest duration',
    '2026-03-07T14:00:00.000Z',
    '2026-03-07T14:00:00.000Z',
    'You were logged out after 8 hours, the longest that you can stay logged in.',
  ],
  [
    'from another device',
    '2026-03-07T12:05:00.000Z',
    '2026-03-07T12:15:00.000Z',
    'You were logged out: your password was changed, or the session was ended on another device or by us.',
  ],
] as const) {
  test(`the sign-in page explains a session that ended ${end}`, () => {
    vi.setSystemTime(now)
    expect(shown(idleEndsAt)).toBe(sentence)
  })
}

test('the end of a session names the minutes of the bank’s setting', () => {
  Object.assign(publicConfig, { sessionMinutesIdle: 1 })
  vi.setSystemTime(idleEnd)
  expect(shown()).toBe('You were logged out after 1 minute without activity.')
})

test('a kept form is mentioned with the end of the session, and nothing is promised of an unanswered transfer', () => {
  vi.setSystemTime(idleEnd)
  keepDraft('transfer', 'bruno', { amount: '40' })
  expect(shown()).toBe('You were logged out after 15 minutes without activity.')
  keepDraft('transfer', 'alice', { amount: '40' })
  expect(shown()).toBe(
    'You were logged out after 15 minutes without activity. Nothing was sent; your form is kept.',
  )
  sessionStorage.setItem('transferId of alice', 'an id')
  expect(shown()).toBe('You were logged out after 15 minutes without activity. Your form is kept.')
})

test('the sign-in page explains nothing after a logout, and nothing to a first visitor', () => {
  vi.setSystemTime(idleEnd)
  expect(shown(idleEnd, (client) => noteLeaving(client, true))).toBe('')
  expect(notice(new QueryClient())).toBe('')
})

test('a reload of the sign-in page explains the end of the session again, and the next visit to it does not', () => {
  vi.setSystemTime(idleEnd)
  const sentence = shown()
  const stored = { ...sessionStorage }
  // Unmounts the notice, as another page does.
  cleanup()
  expect(notice(new QueryClient())).toBe('')
  for (const [key, text] of Object.entries(stored)) sessionStorage.setItem(key, text)
  vi.setSystemTime('2026-03-07T18:00:00.000Z')
  expect(notice(new QueryClient())).toBe(sentence)
})

/** The notice on the sign-in page once the session of Alice has ended. */
function shown(idleEndsAt: string = idleEnd, before = (_: QueryClient) => {}): string {
  const client = new QueryClient()
  const user = { id: 'alice', name: 'Alice', email: 'alice@example.com', role: 'customer' } as const
  beginSession(client, {
    user,
    signedInAt,
    idleEndsAt,
    elevatedUntil: null,
    temporarySecrets: null,
    lacksSecondFactor: false,
  })
  before(client)
  endSession(client)
  return notice(client)
}

function notice(client: QueryClient): string {
  const { container } = render(<EndedSessionNotice />, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  return container.textContent.trim()
}
