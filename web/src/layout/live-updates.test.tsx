import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type StubbedSocket, stubSockets } from '../../test/stubbed-socket.ts'
import { LiveUpdates } from './live-updates.tsx'

let sockets: StubbedSocket[]
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers()
  sockets = stubSockets()
  asked = []
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Asking what="me" />
      <Asking what="session" />
      <Asking what="countries" />
      <LiveUpdates />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Asking({ what }: { what: string }) {
  const queryFn = async () => asked.push(what)
  useQuery({ queryKey: [what], queryFn, staleTime: Number.POSITIVE_INFINITY })
  return null
}

async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}

/** What was asked for since the last time. */
async function askedNow(milliseconds = 0): Promise<string[]> {
  await pass(milliseconds)
  return asked.splice(0)
}

test('what is in sight is asked for again when something has changed, and who one is with users only', async () => {
  expect(await askedNow()).toEqual(['me', 'session', 'countries'])
  sockets[0]!.say({ type: 'changed', changes: [{ collection: 'transactions', id: null }] })
  expect(await askedNow()).toEqual(['me'])
  await pass(2_000)
  sockets[0]!.say({ type: 'changed', changes: [{ collection: 'users', id: 'alice' }] })
  expect(await askedNow()).toEqual(['me', 'session'])
})

test('however much changes, it is not asked for each time', async () => {
  await askedNow()
  for (let times = 0; times < 600; times++) {
    sockets[0]!.say({ type: 'changed', changes: [{ collection: 'transactions', id: null }] })
    await pass(100)
  }
  expect((await askedNow(8_000)).length).toBe(12)
})

test('what may have been missed, who one is too, is asked for when the bank listens again', async () => {
  await askedNow()
  sockets[0]!.say({ type: 'listening' })
  expect(await askedNow()).toEqual(['me'])
  sockets[0]!.end(1006)
  expect(await askedNow(1_000)).toEqual([])
  sockets[1]!.say({ type: 'listening' })
  expect(await askedNow()).toEqual(['me', 'session'])
})

test('a server-rendered page whose session has ended checks the session as soon as its live connection is refused', async () => {
  await askedNow()
  sockets[0]!.end(1006)
  expect(await askedNow(0)).toEqual(['session'])
  sockets[1]?.end(1006)
  expect(await askedNow(5_000)).toEqual([])
})

test('without a live connection it is asked for every half minute, and no more once there is one', async () => {
  await askedNow()
  sockets[0]!.say({ type: 'listening' })
  await askedNow()
  sockets[0]!.end(1006)
  expect(await askedNow(30_000)).toEqual(['me', 'session'])
  expect(await askedNow(30_000)).toEqual(['me', 'session'])
  sockets.at(-1)!.say({ type: 'listening' })
  expect(await askedNow()).toEqual(['me', 'session'])
  expect((await askedNow(10_000)).length).toBe(0)
})

test('when the session has ended it is asked who is there', async () => {
  await askedNow()
  sockets[0]!.end(1008)
  expect(await askedNow()).toEqual(['session'])
})

test('whoever listens to the page is told once in ten seconds, and never of others’ transactions', async () => {
  const said = () => document.querySelector('[aria-live]')?.textContent
  const happens = (id: string | null) =>
    act(() => sockets[0]!.say({ type: 'changed', changes: [{ collection: 'transactions', id }] }))
  happens(null)
  expect(said()).toBe('')
  happens('first')
  expect(said()).toBe('There is new activity on your account')
  await pass(9_000)
  happens('second')
  await pass(1_000)
  expect(said()).toBe('')
  happens('third')
  expect(said()).toBe('There is new activity on your account')
})
