import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { type Connection, requireRoom, sendHeartbeat } from './connections.ts'
import { addChange, addListener, type Listeners, sendChanges, type WatchedSession } from './listeners.ts'
import { pageDialect } from './page-dialect.ts'
import { addVisitor } from './visitors.ts'

const session: WatchedSession = {
  id: 'session',
  userId: 'alice',
  accounts: new Map([[1n, null]]),
  refusedAs: null,
  endsAt: new Date(0),
  elevatedUntil: null,
}

afterEach(() => {
  vi.useRealTimers()
})

/** A socket, what it was sent, and whether and with which code it was closed. */
function openSocket(bufferedAmount = 0) {
  const sent: string[] = []
  let pings = 0
  let closedWith: number | undefined
  let isGone = false
  const emitter = Object.assign(new EventEmitter(), {
    bufferedAmount,
    OPEN: 1,
    readyState: 1,
    send: (text: string) => void sent.push(text),
    ping: () => void pings++,
    terminate: () => {
      isGone = true
    },
    close: (code: number) => {
      emitter.readyState = 2
      closedWith = code
    },
  })
  const socket = emitter as unknown as WebSocket
  return { socket, sent, pings: () => pings, isGone: () => isGone, closedWith: () => closedWith }
}

function connected({
  bufferedAmount = 0,
  listeners = new Set() as Listeners,
  userId = 'alice',
  dialect = pageDialect,
} = {}) {
  const opened = openSocket(bufferedAmount)
  const noteTooMany = vi.fn()
  const connection = { socket: opened.socket, dialect, address: '192.0.2.1', noteTooMany }
  return { ...opened, noteTooMany, listener: addListener(listeners, connection, { ...session, userId }) }
}

// A page of the previous version can read the messages: their format has not changed.
test('a change is sent once, with others in one message', () => {
  const { listener, sent } = connected()
  for (const id of ['1', '2', '1']) addChange(listener, { collection: 'transactions', id })
  addChange(listener, { collection: 'users', id: '1' })
  addChange(listener, { collection: 'settings', id: null })
  sendChanges(listener)
  sendChanges(listener)
  expect(sent.map((text) => JSON.parse(text))).toEqual([
    {
      type: 'changed',
      changes: [
        { collection: 'transactions', id: '1' },
        { collection: 'transactions', id: '2' },
        { collection: 'users', id: '1' },
        { collection: 'settings', id: null },
      ],
    },
  ])
})

test('a page that does not read what it is sent is disconnected', () => {
  const { listener, sent, isGone } = connected({ bufferedAmount: 70_000 })
  addChange(listener, { collection: 'transactions', id: '1' })
  sendChanges(listener)
  expect([sent.length, isGone()]).toEqual([0, true])
})

test('a page that has not answered a heartbeat is disconnected at the next one', () => {
  const { listener, socket, pings, isGone } = connected()
  sendHeartbeat(listener)
  expect([pings(), isGone()]).toEqual([1, false])
  socket.emit('message', 'ping')
  sendHeartbeat(listener)
  expect([pings(), isGone()]).toEqual([2, false])
  sendHeartbeat(listener)
  expect(isGone()).toBe(true)
})

test.each(['message', 'ping', 'pong'])(
  'a page that sends more than six frames of the kind %s is disconnected at once and noted, and what follows is not answered',
  (frame) => {
    const { listener, socket, sent, isGone, closedWith, noteTooMany } = connected()
    for (let count = 0; count < 6; count++) socket.emit(frame, 'ping')
    expect([isGone(), closedWith()]).toEqual([false, undefined])
    const answered = sent.length
    for (let count = 0; count < 10_000; count++) socket.emit(frame, 'ping')
    expect([sent.length, isGone(), closedWith()]).toEqual([answered, true, 1008])
    expect(listener.receivedCount).toBe(10_006)
    expect(noteTooMany).toHaveBeenCalledOnce()
  },
)

test('a client that goes on sending while its connection is being closed is not answered, and disconnected after as many frames', () => {
  const { socket, sent, isGone } = connected()
  socket.close(1001)
  for (let count = 0; count < 6; count++) socket.emit('message', 'ping')
  expect([sent.length, isGone()]).toEqual([0, false])
  socket.emit('message', 'ping')
  expect([sent.length, isGone()]).toEqual([0, true])
})

test('a client may send further messages after each heartbeat, as many as its dialect says', () => {
  const dialect = { ...pageDialect, receivedMax: 3, receivedPerHeartbeat: 1 }
  const { listener, socket, closedWith } = connected({ dialect })
  for (let count = 0; count < 3; count++) socket.emit('message', 'ping')
  sendHeartbeat(listener)
  socket.emit('message', 'ping')
  expect(closedWith()).toBe(undefined)
  socket.emit('message', 'ping')
  expect(closedWith()).toBe(1008)
})

test('a user may have five connections, an address fifty, until one is closed', () => {
  const listeners: Listeners = new Set()
  const open = (userId: string) => connected({ listeners, userId })
  const [first] = Array.from({ length: 5 }, () => open('alice'))
  const alice = { userId: 'alice', address: '192.0.2.2' }
  const requireRoomFor = (from: Pick<Connection, 'userId' | 'address'>) => requireRoom([...listeners], from)
  expect(() => requireRoomFor(alice)).toThrow(expect.objectContaining({ code: 'too_many_attempts' }))
  first!.socket.emit('close')
  expect(() => requireRoomFor(alice)).not.toThrow()
  for (let number = 0; number < 46; number++) open(`user ${number}`)
  const other = { userId: 'other', address: '192.0.2.1' }
  expect(() => requireRoomFor(other)).toThrow(expect.objectContaining({ code: 'too_many_attempts' }))
  expect(() => requireRoomFor({ ...other, address: undefined })).not.toThrow()
})

test('visitors fill an address and a tenth of a process, and leave room for users', () => {
  const visitors = new Set<Connection>()
  const visit = (address: string) => {
    const { socket } = openSocket()
    addVisitor(visitors, { socket, dialect: pageDialect, address, noteTooMany: () => {} })
  }
  vi.useFakeTimers()
  for (let number = 0; number < 500; number++) visit(`192.0.2.${Math.floor(number / 50)}`)
  const requireRoomFor = (userId: string | null, address: string) =>
    requireRoom([...visitors], { userId, address })
  expect(() => requireRoomFor(null, '192.0.2.50')).toThrow(expect.objectContaining({ code: 'busy' }))
  expect(() => requireRoomFor('alice', '192.0.2.50')).not.toThrow()
  expect(() => requireRoomFor('alice', '192.0.2.1')).toThrow(
    expect.objectContaining({ code: 'too_many_attempts' }),
  )
})

test('a visitor’s connection is closed after ten seconds, to be opened again', () => {
  vi.useFakeTimers()
  const { socket, sent, closedWith } = openSocket()
  addVisitor(new Set(), { socket, dialect: pageDialect, address: undefined, noteTooMany: () => {} })
  expect(sent).toEqual(['{"type":"listening"}'])
  vi.advanceTimersByTime(9_999)
  expect(closedWith()).toBe(undefined)
  vi.advanceTimersByTime(1)
  expect(closedWith()).toBe(1001)
})
