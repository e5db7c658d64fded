import type { SessionView } from '@bank/contract/sessions/view'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionQuery, useSession } from '../sessions/session.ts'
import { SessionEnd } from './session-end.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../ui/dialog.tsx'

const start = Date.parse('2026-03-07T12:00:00.000Z')
const minute = 60_000
let idleEndsAt: number
let requests: string[]
let client: QueryClient
let isReachable: boolean

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  idleEndsAt = start + 15 * minute
  requests = []
  isReachable = true
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    requests.push(`${method} ${address}`)
    if (method === 'PUT') idleEndsAt = Date.now() + 15 * minute
    return Response.json(method === 'PUT' ? session() : { session: session() })
  })
  client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  openPage()
})

function openPage() {
  client.setQueryData(sessionQuery.queryKey, { session: session() })
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Gate />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('a page opened by its address extends the session, unless that has just been done', async () => {
  expect(requests).toEqual([])
  cleanup()
  await pass(0.5 * minute)
  openPage()
  expect(requests).toEqual([])
  cleanup()
  await pass(12.4 * minute)
  openPage()
  await pass(1000)
  expect(requests).toEqual(['PUT /api/sessions/current'])
})

test('the user is asked two minutes before the session ends, and can stay signed in', async () => {
  await pass(12.9 * minute)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await pass(0.2 * minute)
  expect(screen.getByRole('alertdialog', { name: 'Are you still there?' })).toBeDefined()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Stay logged in' })))
  await pass(1000)
  expect(requests.at(-1)).toBe('PUT /api/sessions/current')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('an active user is not asked, and extends the session at most once a minute', async () => {
  for (let minutes = 0; minutes < 20; minutes += 0.5) {
    fireEvent.keyDown(document.body, { key: 'a' })
    await pass(0.5 * minute)
  }
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(requests.length).toBeGreaterThanOrEqual(13)
  expect(requests.length).toBeLessThanOrEqual(20)
})

test('a session that another window has extended asks nothing', async () => {
  idleEndsAt = start + 25 * minute
  await pass(14 * minute)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a session whose time is over ends on the page, and its data goes, although the bank cannot be reached', async () => {
  client.setQueryData(['account'], 'what Alice has')
  isReachable = false
  await pass(14.9 * minute)
  expect(known()).toMatchObject({ session: { user: { name: 'Alice' } } })
  await pass(0.5 * minute)
  expect(known()).toMatchObject({ session: null })
  expect(client.getQueryData(['account'])).toBeUndefined()
})

test('a session that another window has extended while this page slept goes on', async () => {
  vi.setSystemTime(start + 20 * minute)
  idleEndsAt = start + 30 * minute
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  await pass(minute)
  expect(known()).toMatchObject({ session: { user: { name: 'Alice' } } })
})

/** As the pages behind the gate have it: nothing of them is left once the session has ended. */
function Gate() {
  return useSession().data?.session ? <SessionEnd /> : null
}

function known() {
  return client.getQueryData(sessionQuery.queryKey)
}

async function pass(milliseconds: number): Promise<void> {
  await act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)))
}

function session(): SessionView {
  return {
    user: { id: 'id', name: 'Alice', email: 'alice@example.com', role: 'customer' },
    signedInAt: '2026-03-07T12:00:00.000Z',
    idleEndsAt: new Date(idleEndsAt).toISOString(),
    elevatedUntil: null,
    temporarySecrets: null,
    lacksSecondFactor: false,
  }
}
