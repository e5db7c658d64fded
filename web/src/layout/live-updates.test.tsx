import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { alice } from '../../test/stubbed-bank.tsx'
import { type StubbedSocket, stubSockets } from '../../test/stubbed-socket.ts'
import { accountsQuery } from '../accounts/accounts.ts'
import { LiveUpdates } from './live-updates.tsx'

let sockets: StubbedSocket[]
let requested: string[]
let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  sockets = stubSockets()
  requested = []
  client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <Subscriber what="me" />
      <Subscriber what="session" />
      <Subscriber what="countries" />
      <LiveUpdates />
    </QueryClientProvider>,
  )
})

function Subscriber({ what }: { what: string }) {
  const queryFn = async () => requested.push(what)
  const staleTime = what === 'countries' ? 'static' : Number.POSITIVE_INFINITY
  useQuery({ queryKey: [what], queryFn, staleTime })
  return null
}

async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}

/** The queries requested since the last call. */
async function newRequests(milliseconds = 0): Promise<string[]> {
  await pass(milliseconds)
  return requested.splice(0)
}

test('the visible queries are refetched after a change, and the session only after a change of a user', async () => {
  expect(await newRequests()).toEqual(['me', 'session', 'countries'])
  sockets[0]!.say({ type: 'changed', changes: [{ collection: 'transactions', id: null }] })
  expect(await newRequests()).toEqual(['me'])
  await pass(2_000)
  sockets[0]!.say({ type: 'changed', changes: [{ collection: 'users', id: 'alice' }] })
  expect(await newRequests()).toEqual(['me', 'session'])
})

test('a busy bank causes one refetch in eight seconds at most', async () => {
  await newRequests()
  for (let times = 0; times < 600; times++) {
    sockets[0]!.say({ type: 'changed', changes: [{ collection: 'transactions', id: null }] })
    await pass(100)
  }
  expect((await newRequests(8_000)).length).toBe(12)
})

test('the queries and the session are refetched when the live connection is back', async () => {
  await newRequests()
  sockets[0]!.say({ type: 'listening' })
  expect(await newRequests()).toEqual(['me'])
  sockets[0]!.end(1006)
  expect(await newRequests(1_000)).toEqual([])
  sockets[1]!.say({ type: 'listening' })
  expect(await newRequests()).toEqual(['me', 'session'])
})

test('a server-rendered page whose session has ended checks the session as soon as its live connection is refused', async () => {
  await newRequests()
  sockets[0]!.end(1006)
  expect(await newRequests(0)).toEqual(['session'])
  sockets[1]?.end(1006)
  expect(await newRequests(5_000)).toEqual([])
})

test('without a live connection the queries are refetched every half minute, until there is one again', async () => {
  await newRequests()
  sockets[0]!.say({ type: 'listening' })
  await newRequests()
  sockets[0]!.end(1006)
  expect(await newRequests(30_000)).toEqual(['me', 'session'])
  expect(await newRequests(30_000)).toEqual(['me', 'session'])
  sockets.at(-1)!.say({ type: 'listening' })
  expect(await newRequests()).toEqual(['me', 'session'])
  expect((await newRequests(10_000)).length).toBe(0)
})

test('the session is checked when the bank closes the live connection for good', async () => {
  await newRequests()
  sockets[0]!.end(1008)
  expect(await newRequests()).toEqual(['session'])
})

test('new activity is announced to screen readers once in ten seconds, and never for others’ transactions', async () => {
  const announcement = () => document.querySelector('[aria-live]')?.textContent
  const happens = (id: string | null) =>
    act(() => sockets[0]!.say({ type: 'changed', changes: [{ collection: 'transactions', id }] }))
  happens(null)
  expect(announcement()).toBe('')
  happens('first')
  expect(announcement()).toBe('There is new activity on your account')
  await pass(9_000)
  happens('second')
  await pass(1_000)
  expect(announcement()).toBe('')
  happens('third')
  expect(announcement()).toBe('There is new activity on your account')
})

test('new activity of a customer with several accounts is announced with the name or the number of the account', async () => {
  const announcement = () => document.querySelector('[aria-live]')?.textContent
  const happens = (account?: string) =>
    act(() =>
      sockets[0]!.say({ type: 'changed', changes: [{ collection: 'transactions', id: 'one', account }] }),
    )
  happens('6315582094')
  expect(announcement()).toBe('There is new activity on your account ending in 2094')
  await pass(10_000)
  client.setQueryData(accountsQuery.queryKey, [
    { ...alice().account, name: null },
    { ...alice().account, number: '6315582094', isMain: false, name: 'Savings' },
  ])
  happens('6315582094')
  expect(announcement()).toBe('There is new activity on Savings ending in 2094')
  await pass(10_000)
  happens()
  expect(announcement()).toBe(
    `There is new activity on your account ending in ${alice().account.number.slice(-4)}`,
  )
  // What happens meanwhile on another account is announced afterwards.
  happens('6315582094')
  await pass(10_000)
  expect(announcement()).toBe('There is new activity on Savings ending in 2094')
})
