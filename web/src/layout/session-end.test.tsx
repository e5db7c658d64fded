import type { SessionView } from '@bank/contract/sessions/view'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionQuery } from '../sessions/session.ts'
import { SessionEnd } from './session-end.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../ui/dialog-surface.tsx'

const start = Date.parse('2026-03-07T12:00:00.000Z')
const minute = 60_000
let idleEndsAt: number
let requests: string[]

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  idleEndsAt = start + 15 * minute
  requests = []
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    requests.push(`${method} ${address}`)
    if (method === 'PUT') idleEndsAt = Date.now() + 15 * minute
    return Response.json(method === 'PUT' ? session() : { session: session() })
  })
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  client.setQueryData(sessionQuery.queryKey, { session: session() })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <SessionEnd />
      </MemoryRouter>
    </QueryClientProvider>,
  )
})

test('the user is asked two minutes before the session ends, and can stay signed in', async () => {
  await pass(12.9 * minute)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await pass(0.2 * minute)
  expect(screen.getByRole('alertdialog', { name: 'Are you still there?' })).toBeDefined()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' })))
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
  }
}
