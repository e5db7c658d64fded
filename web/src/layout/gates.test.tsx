import type { SessionView } from '@bank/contract/sessions/view'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { refused, stubbedBank } from '../../test/stubbed-bank.tsx'
import { FailedCheck } from '../sessions/failed-check.tsx'
import { sessionQuery, useSignedIn } from '../sessions/session.ts'
import { useSignOut } from '../sessions/sign-out.ts'
import { AdministratorsOnly, Gate, ReadyOnly, VisitorsOnly } from './gates.tsx'

afterEach(() => {
  delete window.earlySession
})

type SessionState = { session: SessionView | null; leftOnPurpose?: boolean }

const alice = sessionOf('customer')
const clara = sessionOf('administrator')

describe('the gate', () => {
  test('the gate says "Loading" while the session is being checked', () => {
    visit('/dashboard', undefined)
    expect(screen.getByRole('status').textContent).toBe('Loading')
  })
  test('the gate lets a signed-in user through', () => {
    visit('/dashboard', alice)
    expect(screen.getByText('dashboard of /dashboard')).toBeDefined()
  })
  test('the gate sends a visitor to the sign-in page, which remembers the requested page', () => {
    visit('/transactions?page=2', { session: null })
    expect(screen.getByText('sign-in, then /transactions?page=2')).toBeDefined()
  })
  test('the next user does not start at the page where the last one pressed Logout', () => {
    visit('/transactions', { session: null, leftOnPurpose: true })
    expect(screen.getByText('sign-in, then nothing')).toBeDefined()
  })
  test('the next user does not start there either when the end of the session is known before Logout is answered', async () => {
    const bank = stubbedBank({
      'DELETE /api/sessions/current': () => new Promise(() => {}),
      'GET /api/sessions/current': () => ({ session: null }),
    })
    vi.stubGlobal('fetch', bank.fetch)
    const client = visit('/transactions', alice)
    screen.getByRole('button', { name: 'Logout' }).click()
    await waitFor(() => expect(bank.requestsTo('DELETE /api/sessions/current')).toHaveLength(1))
    void client.refetchQueries(sessionQuery)
    expect(await screen.findByText('sign-in, then nothing')).toBeDefined()
  })
  test('nothing of a user stays on the page when another window has signed in the next user', async () => {
    const bob = { ...alice.session!, user: { ...alice.session!.user, id: 'bob' } }
    vi.stubGlobal('fetch', stubbedBank({ 'GET /api/sessions/current': () => ({ session: bob }) }).fetch)
    const client = visit('/transactions', alice)
    client.setQueryData(['me'], 'what Alice has')
    const alicesPage = screen.getByText('dashboard of /transactions')
    void client.refetchQueries(sessionQuery)
    await waitFor(() => expect(alicesPage.isConnected).toBe(false))
    expect(screen.getByText('dashboard of /transactions')).toBeDefined()
    expect(client.getQueryData(['me'])).toBeUndefined()
  })
  test('the page of a user is remembered when a failed Logout is followed by the end of the session', async () => {
    const bank = stubbedBank({
      'DELETE /api/sessions/current': () => refused('busy'),
      'GET /api/sessions/current': () => ({ session: null }),
    })
    vi.stubGlobal('fetch', bank.fetch)
    const client = visit('/transactions', alice)
    screen.getByRole('button', { name: 'Logout' }).click()
    await waitFor(() => expect(client.isMutating()).toBe(0))
    void client.refetchQueries(sessionQuery)
    expect(await screen.findByText('sign-in, then /transactions')).toBeDefined()
  })
})

test('a part of the page that is rendered after the end of the session, and before the gate closes, still has its user', async () => {
  let renderName = () => {}
  function Name() {
    const [, setCount] = useState(0)
    renderName = () => flushSync(() => setCount((count) => count + 1))
    return <p>{useSignedIn().user.name}</p>
  }
  const client = visit('/transactions', alice, false, <Name />)
  await act(async () => {
    client.setQueryData(sessionQuery.queryKey, { session: null })
    renderName()
    expect(screen.getByText('Alice Moreno')).toBeDefined()
  })
  expect(await screen.findByText('sign-in, then /transactions')).toBeDefined()
})

describe('a session check that fails', () => {
  test('a failed session check leads to the sign-in page, which remembers the requested page and says that the user was not logged out', async () => {
    unreachable()
    visit('/transactions?page=2', undefined, true)
    expect(await screen.findByText('sign-in, then /transactions?page=2')).toBeDefined()
    expect(screen.getByRole('alert').textContent).toMatch(
      /^We couldn’t reach the bank .*You have not been logged out/,
    )
  })
  for (const path of ['/', '/transactions']) {
    test(`a failed session check at ${path} is repeated by a button, keeps what was typed, and then opens the page`, async () => {
      const bank = unreachable()
      visit(path, undefined, true)
      await userEvent.type(await screen.findByLabelText('Email'), 'alice@')
      await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
      await waitFor(() => expect(bank.fetch).toHaveBeenCalledTimes(2))
      expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
      expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('alice@')
      bank.fetch.mockResolvedValue(Response.json(alice))
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
      const reached = path === '/' ? '/dashboard' : path
      expect(await screen.findByText(`dashboard of ${reached}`)).toBeDefined()
    })
  }
  test('a visitor whose repeated session check succeeds stays on the sign-in page', async () => {
    const bank = unreachable()
    visit('/', undefined, true)
    const again = await screen.findByRole('button', { name: 'Try again' })
    bank.fetch.mockResolvedValue(Response.json({ session: null }))
    await userEvent.click(again)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.getByText('sign-in, then nothing')).toBeDefined()
  })
  test('a session check that fails while a page is open leaves the page as it is', async () => {
    const bank = unreachable()
    const client = visit('/transactions', alice)
    await client.refetchQueries(sessionQuery)
    expect(bank.fetch).toHaveBeenCalledOnce()
    expect(client.getQueryState(sessionQuery.queryKey)?.status).toBe('error')
    expect(screen.getByText('dashboard of /transactions')).toBeDefined()
  })
})

test('a signed-in user who opens the sign-in page goes on to the dashboard', () => {
  visit('/', alice)
  expect(screen.getByText('dashboard of /dashboard')).toBeDefined()
})

test('an administrator’s page does not exist for a customer', () => {
  visit('/admin', alice)
  expect(screen.getByText('404')).toBeDefined()
  cleanup()
  visit('/admin', clara)
  expect(screen.getByText('dashboard of /admin')).toBeDefined()
})

test('a user with temporary secrets must replace them before any page, which then appears at the same URL', async () => {
  const session = { ...alice.session!, temporarySecrets: { password: true, pin: true } }
  const client = visit('/transactions?page=2', { session })
  expect(screen.getByText('choose your own')).toBeDefined()
  expect(screen.queryByText('dashboard of /transactions')).toBeNull()
  client.setQueryData(sessionQuery.queryKey, alice)
  expect(await screen.findByText('dashboard of /transactions')).toBeDefined()
  expect(screen.queryByText('choose your own')).toBeNull()
})

test('a user without a required second factor must set it up before any page, and saves the recovery codes before the gate opens', async () => {
  const client = visit('/transactions', { session: { ...alice.session!, lacksSecondFactor: true } })
  expect(screen.queryByText('dashboard of /transactions')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'show codes' }))
  act(() => void client.setQueryData(sessionQuery.queryKey, alice))
  expect(screen.getByText('choose your own')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'saved' }))
  expect(screen.getByText('dashboard of /transactions')).toBeDefined()
})

/** A bank that cannot be reached: every request fails. */
function unreachable() {
  const fetch = vi.fn<() => Promise<Response>>().mockRejectedValue(new TypeError('connection lost'))
  vi.stubGlobal('fetch', fetch)
  return { fetch }
}

function visit(
  path: string,
  state: SessionState | undefined,
  isChecked = false,
  inside = <Inside />,
): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  if (state) client.setQueryData(sessionQuery.queryKey, state)
  else if (!isChecked) window.earlySession = new Promise(() => {})
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route element={<VisitorsOnly />}>
            <Route index element={<SignIn />} />
          </Route>
          <Route element={<Gate />}>
            <Route element={<AdministratorsOnly otherwise="404" />}>
              <Route path="/admin" element={<Inside />} />
            </Route>
            <Route element={<ReadyOnly otherwise={FirstSteps} />}>
              <Route path="*" element={inside} />
            </Route>
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return client
}

function FirstSteps({ onCodes }: { onCodes: (areShown: boolean) => void }) {
  return (
    <>
      <p>choose your own</p>
      <button type="button" onClick={() => onCodes(true)}>
        show codes
      </button>
      <button type="button" onClick={() => onCodes(false)}>
        saved
      </button>
    </>
  )
}

function Inside() {
  const { signOut } = useSignOut()
  return (
    <>
      <p>dashboard of {useLocation().pathname}</p>
      <button type="button" onClick={signOut}>
        Logout
      </button>
    </>
  )
}

function SignIn() {
  return (
    <>
      <p>sign-in, then {useLocation().state?.requestedPage ?? 'nothing'}</p>
      <FailedCheck />
      <input aria-label="Email" />
    </>
  )
}

function sessionOf(role: 'customer' | 'administrator'): SessionState {
  return {
    session: {
      user: { id: 'id', name: 'Alice Moreno', email: 'alice@example.com', role },
      signedInAt: '2026-01-01T00:00:00.000Z',
      idleEndsAt: '2026-01-01T00:15:00.000Z',
      elevatedUntil: null,
      temporarySecrets: null,
      lacksSecondFactor: false,
    },
  }
}
