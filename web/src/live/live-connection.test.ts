import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type StubbedSocket, stubSockets } from '../../test/stubbed-socket.ts'
import { openLiveConnection } from './live-connection.ts'

let sockets: StubbedSocket[]
let events: string[]
let close: () => void

beforeEach(() => {
  vi.useFakeTimers()
  sockets = stubSockets()
  events = []
  close = openLiveConnection({
    onListening: () => events.push('listening'),
    onChanges: (changes) => events.push(...changes.map(({ collection }) => collection)),
    onLost: () => events.push('lost'),
    onEnded: () => events.push('ended'),
  })
})
afterEach(() => {
  close()
})

test('the live connection is opened at the page’s origin and reports changes', () => {
  expect(new URL(sockets[0]!.address)).toMatchObject({ host: window.location.host, pathname: '/api/live' })
  sockets[0]!.say({ type: 'listening' })
  sockets[0]!.say({ type: 'changed', changes: [{ collection: 'transactions', id: null }] })
  expect(events).toEqual(['listening', 'transactions'])
})

test('a lost live connection is opened again after one second, five times, then after five, ten and sixty', () => {
  const waits: number[] = []
  for (let attempt = 0; attempt < 102; attempt++) {
    const opened = sockets.length
    sockets.at(-1)!.end(1006)
    let waited = 0
    while (sockets.length === opened) {
      vi.advanceTimersByTime(1_000)
      waited += 1_000
    }
    waits.push(waited)
  }
  expect(waits.slice(0, 5)).toEqual(Array(5).fill(1_000))
  expect(waits.slice(5, 15)).toEqual(Array(10).fill(5_000))
  expect(waits.slice(15, 100)).toEqual(Array(85).fill(10_000))
  expect(waits.slice(100)).toEqual([60_000, 60_000])
})

test('a live connection that succeeds resets the delay', () => {
  for (let attempt = 0; attempt < 7; attempt++) {
    sockets.at(-1)!.end(1006)
    vi.advanceTimersByTime(5_000)
  }
  sockets.at(-1)!.say({ type: 'listening' })
  const opened = sockets.length
  sockets.at(-1)!.end(1001)
  vi.advanceTimersByTime(1_000)
  expect(sockets.length).toBe(opened + 1)
})

test('a live connection that the bank has closed for good is not opened again', () => {
  sockets[0]!.say({ type: 'listening' })
  sockets[0]!.end(1008)
  vi.advanceTimersByTime(3_600_000)
  expect(sockets.length).toBe(1)
  expect(events).toEqual(['listening', 'ended'])
})

test('a heartbeat is sent every 20 seconds, and a bank that does not answer it is connected to again', () => {
  const [first] = sockets
  first!.open()
  first!.say({ type: 'listening' })
  vi.advanceTimersByTime(20_000)
  expect(first!.sent).toEqual(['ping'])
  first!.say({ type: 'alive' })
  vi.advanceTimersByTime(20_000)
  expect(first!.sent).toEqual(['ping', 'ping'])
  vi.advanceTimersByTime(20_000)
  expect(first!.isClosed()).toBe(true)
  expect(events).toEqual(['listening', 'lost'])
  vi.advanceTimersByTime(1_000)
  expect(sockets.length).toBe(2)
})

test('a browser that is online again reconnects at once', () => {
  for (let attempt = 0; attempt < 6; attempt++) {
    sockets.at(-1)!.end(1006)
    vi.advanceTimersByTime(1_000)
  }
  const opened = sockets.length
  window.dispatchEvent(new Event('online'))
  expect(sockets.length).toBe(opened + 1)
  window.dispatchEvent(new Event('online'))
  expect(sockets.length).toBe(opened + 1)
})

test('a page that is left closes its live connection and opens no other', () => {
  sockets[0]!.open()
  close()
  expect(sockets[0]!.isClosed()).toBe(true)
  vi.advanceTimersByTime(3_600_000)
  expect(sockets.length).toBe(1)
})

test('a page that is left before its live connection is open closes it once it is', () => {
  close()
  expect(sockets[0]!.isClosed()).toBe(false)
  sockets[0]!.open()
  expect(sockets[0]!.isClosed()).toBe(true)
})
