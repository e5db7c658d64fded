import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import {
  addChange,
  addListener,
  type Listeners,
  requireRoom,
  sendChanges,
  sendHeartbeat,
  type WatchedSession,
} from './listeners.ts'

const session: WatchedSession = {
  id: 'session',
  userId: 'alice',
  accountId: 1n,
  hasTemporarySecrets: false,
  endsAt: new Date(0),
  elevatedUntil: null,
}

function connected({ bufferedAmount = 0, listeners = new Set() as Listeners, userId = 'alice' } = {}) {
  const sent: string[] = []
  let pings = 0
  let isGone = false
  const socket = Object.assign(new EventEmitter(), {
    bufferedAmount,
    send: (text: string) => void sent.push(text),
    ping: () => void pings++,
    terminate: () => {
      isGone = true
    },
    close: () => {
      isGone = true
    },
  })
  const listener = addListener(listeners, socket as unknown as WebSocket, { ...session, userId }, '192.0.2.1')
  return { listener, socket, sent, pings: () => pings, isGone: () => isGone }
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

test('a page that sends more heartbeats than a browser does is disconnected', () => {
  const { socket, sent, isGone } = connected()
  for (let count = 0; count < 4; count++) socket.emit('message', 'ping')
  expect([sent.length, isGone()]).toEqual([4, false])
  socket.emit('message', 'ping')
  expect([sent.length, isGone()]).toEqual([4, true])
})

test('a user may have five connections, an address fifty, until one is closed', () => {
  const listeners: Listeners = new Set()
  const open = (userId: string) => connected({ listeners, userId })
  const [first] = Array.from({ length: 5 }, () => open('alice'))
  const alice = { userId: 'alice', address: '192.0.2.2' }
  expect(() => requireRoom(listeners, alice)).toThrow(expect.objectContaining({ code: 'too_many_attempts' }))
  first!.socket.emit('close')
  expect(() => requireRoom(listeners, alice)).not.toThrow()
  for (let number = 0; number < 46; number++) open(`user ${number}`)
  const other = { userId: 'other', address: '192.0.2.1' }
  expect(() => requireRoom(listeners, other)).toThrow(expect.objectContaining({ code: 'too_many_attempts' }))
  expect(() => requireRoom(listeners, { ...other, address: undefined })).not.toThrow()
})
