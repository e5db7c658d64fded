import { endpoints } from '@bank/contract/endpoints'
import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refused, stubbedBank } from '../../test/stubbed-bank.tsx'
import { call } from '../api/call.ts'
import { createQueryClient } from '../api/query-client.ts'
import { checkSignedOut, endElevation, renewSession, sessionQuery } from './session.ts'

beforeEach(() => void vi.useFakeTimers())

const user = { id: 'alice', name: 'Alice', email: 'alice@example.com', role: 'customer' } as const
const session = {
  user,
  signedInAt: '2026-01-01T00:00:00.000Z',
  idleEndsAt: '2026-11-21T12:15:00.000Z',
  elevatedUntil: null,
  temporarySecrets: null,
  lacksSecondFactor: false,
}

/** A page of Alice's that reads her profile, and the bank's answers in their order. */
function open(answers: { me?: (() => unknown)[]; sessions: (() => unknown)[] }) {
  const { me = [], sessions } = answers
  const next = (list: (() => unknown)[]) => (list.length > 1 ? list.shift()! : list[0]!)()
  const bank = stubbedBank({
    'GET /api/me': () => next(me),
    'GET /api/sessions/current': () => next(sessions),
  })
  vi.stubGlobal('fetch', bank.fetch)
  const client = createQueryClient({ onSignedOut: checkSignedOut, onPasscodeRequired: endElevation })
  client.setQueryData(sessionQuery.queryKey, { session })
  const read = () => {
    const queryFn = () => call(endpoints.readMe)
    return new QueryObserver(client, { queryKey: ['me'], queryFn }).subscribe(() => {})
  }
  return { bank, client, read, state: () => client.getQueryData(sessionQuery.queryKey) }
}

const signedIn = () => ({ session })
const signedOut = () => ({ session: null })

describe('a call refused because the user is signed out', () => {
  test('a call refused for its earlier cookie is repeated, and the session continues', async () => {
    const page = open({ me: [() => refused('signed_out'), () => ({ name: 'Alice' })], sessions: [signedIn] })
    page.read()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.state()?.session).toEqual(session)
    expect(page.client.getQueryData(['me'])).toEqual({ name: 'Alice' })
    expect(page.bank.requestsTo('GET /api/me')).toHaveLength(2)
  })

  test('a call refused with the present cookie ends the session and clears its data', async () => {
    const page = open({ me: [() => refused('signed_out')], sessions: [signedOut] })
    page.client.setQueryData(['kept'], 'what Alice has')
    page.read()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.state()?.session).toBeNull()
    expect(page.client.getQueryData(['kept'])).toBeUndefined()
  })

  test('a session that has ended leaves no name, no e-mail and no key of its user’s drafts in the page', async () => {
    const page = open({ me: [() => refused('signed_out')], sessions: [signedOut] })
    page.client.setQueryData(sessionQuery.queryKey, { session: { ...session, draftKey: 'the key' } })
    page.read()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.state()?.ended?.userId).toBe(user.id)
    expect(
      JSON.stringify(
        page.client
          .getQueryCache()
          .getAll()
          .map(({ state }) => state.data),
      ),
    ).not.toMatch(new RegExp(`the key|${user.name}|${user.email}`))
  })

  test('a call refused for want of a second factor keeps the session, which then says so, and is not repeated', async () => {
    const lacking = { ...session, lacksSecondFactor: true }
    const me = [() => refused('second_factor_required')]
    const page = open({ me, sessions: [() => ({ session: lacking })] })
    page.read()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.state()?.session).toEqual(lacking)
    expect(page.bank.requestsTo('GET /api/me')).toHaveLength(1)
  })

  test('a call refused for its cookie ends the session when the session cannot be checked', async () => {
    const lost = () => Promise.reject(new TypeError('Failed to fetch'))
    const page = open({ me: [() => refused('signed_out')], sessions: [lost] })
    page.read()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.state()?.session).toBeNull()
  })
})

describe('a session check that was overtaken by a renewal', () => {
  test('a session check that finds no session is repeated once before it counts', async () => {
    const page = open({ sessions: [signedOut, signedIn] })
    void page.client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.state()?.session).toEqual(session)
    expect(page.bank.requestsTo('GET /api/sessions/current')).toHaveLength(2)
  })

  test('a session check from before a renewal does not undo it', async () => {
    const elevated = { ...session, elevatedUntil: '2026-11-21T12:30:00.000Z' }
    let answer = (_: unknown) => {}
    const slow = () => new Promise((resolve) => (answer = resolve))
    const page = open({ sessions: [slow, () => ({ session: elevated })] })
    void page.client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    await vi.advanceTimersByTimeAsync(1)
    renewSession(page.client, elevated)
    answer({ session })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.state()?.session).toEqual(elevated)
  })
})
