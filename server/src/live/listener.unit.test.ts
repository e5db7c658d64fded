import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { askWhetherThere, hear, newListener, note, tellChanges, type WatchedSession } from './listener.ts'

const session: WatchedSession = {
  id: 'session',
  userId: 'alice',
  accountId: 1n,
  hasTemporarySecrets: false,
  endsAt: new Date(0),
  elevatedUntil: null,
}

function listening({ bufferedAmount = 0 } = {}) {
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
  const listener = newListener(socket as unknown as WebSocket, session, undefined)
  return { listener, sent, pings: () => pings, isGone: () => isGone }
}

test('a change is told once, with others in one message', () => {
  const { listener, sent } = listening()
  for (const id of ['1', '2', '1']) note(listener, { collection: 'transactions', id })
  note(listener, { collection: 'users', id: '1' })
  tellChanges(listener)
  tellChanges(listener)
  expect(sent.map((text) => JSON.parse(text))).toEqual([
    {
      type: 'changed',
      changes: [
        { collection: 'transactions', id: '1' },
        { collection: 'transactions', id: '2' },
        { collection: 'users', id: '1' },
      ],
    },
  ])
})

test('very many changes are told as many, whatever comes after', () => {
  const { listener, sent } = listening()
  for (let id = 0; id < 10_000; id++) note(listener, { collection: 'transactions', id: String(id) })
  expect(listener.untold.size).toBeLessThan(100)
  tellChanges(listener)
  expect(JSON.parse(sent[0]!).changes).toEqual([{ collection: 'transactions', id: null }])
})

test('who does not read what they are told is let go of', () => {
  const { listener, sent, isGone } = listening({ bufferedAmount: 70_000 })
  note(listener, { collection: 'transactions', id: '1' })
  tellChanges(listener)
  expect([sent.length, isGone()]).toEqual([0, true])
})

test('who does not answer whether they are there is let go of the next time', () => {
  const { listener, pings, isGone } = listening()
  askWhetherThere(listener)
  expect([pings(), isGone()]).toEqual([1, false])
  hear(listener, 'ping')
  askWhetherThere(listener)
  expect([pings(), isGone()]).toEqual([2, false])
  askWhetherThere(listener)
  expect(isGone()).toBe(true)
})
