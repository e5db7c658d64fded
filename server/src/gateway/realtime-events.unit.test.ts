import { expect, test } from 'vitest'
import { findId } from './ids.ts'
import { type DocumentEvent, documentEvents, eventMessage } from './realtime-events.ts'

const context = { ownerId: 'owner', settingsCollection: 'settings' }
const now = new Date(Date.UTC(2026, 10, 22, 10, 30))

function written(events: readonly DocumentEvent[]): unknown[] {
  return events.map(({ collection, documentId, actions }) => [collection, documentId, ...actions])
}

test('a booking is an event of the transaction and of its owner’s user document', () => {
  const booked = { collection: 'transactions', id: 'one', isNew: true, isCredit: true } as const
  expect(written(documentEvents([booked], context))).toEqual([
    ['transactions', 'one.in', 'create'],
    ['users', 'owner', 'update'],
  ])
})

test('changes of others are one event of each collection, without ids', () => {
  const changes = [
    { collection: 'transactions', id: null },
    { collection: 'users', id: null },
    { collection: 'settings', id: null },
  ] as const
  expect(written(documentEvents(changes, context))).toEqual([
    ['transactions', '*', 'update', 'create'],
    ['users', '*', 'update', 'create'],
    ['settings', 'passcode', 'update'],
  ])
})

test('a document that is created and changed between two polls has one event of both actions', () => {
  const changes = [
    { collection: 'users', id: 'one', isNew: true },
    { collection: 'users', id: 'one' },
  ] as const
  expect(written(documentEvents(changes, context))).toEqual([['users', 'one', 'create', 'update']])
})

test('more than ten documents of a collection are one event without ids', () => {
  const users = Array.from({ length: 11 }, (_, number) => ({ collection: 'users', id: `${number}` }) as const)
  expect(documentEvents(users.slice(0, 10), context).length).toBe(10)
  expect(written(documentEvents(users, context))).toEqual([['users', '*', 'update', 'create']])
})

test('an event is sent to the subscriptions with a channel of it', () => {
  const documents = 'databases.truedb.collections.transactions.documents'
  const heardBy = (event: DocumentEvent, channel: string) =>
    eventMessage(event, new Map([['1', [channel]]]), now) !== undefined
  const one: DocumentEvent = {
    collection: 'transactions',
    documentId: 'one',
    actions: new Set(['create']),
  }
  const many: DocumentEvent = { ...one, documentId: '*', actions: new Set(['update', 'create']) }
  for (const [channel, hearsOne, hearsMany] of [
    ['documents', true, true],
    ['documents.create', true, true],
    ['documents.update', false, true],
    [documents, true, true],
    [`${documents}.create`, true, true],
    [`${documents}.one`, true, true],
    [`${documents}.one.create`, true, true],
    [`${documents}.one.update`, false, true],
    [`${documents}.two`, false, true],
    [`${documents}.one.in`, false, true],
    ['databases.truedb.collections.users.documents', false, false],
    ['databases.other.collections.transactions.documents', false, false],
    ['account', false, false],
    ['*', false, false],
    ['', false, false],
  ] as const) {
    expect([channel, heardBy(one, channel), heardBy(many, channel)]).toEqual([channel, hearsOne, hearsMany])
  }
})

test('an event without ids names the channels of single documents that hear it, for clients that compare them', () => {
  const documents = 'databases.truedb.collections.users.documents'
  const many: DocumentEvent = {
    collection: 'users',
    documentId: '*',
    actions: new Set(['update', 'create']),
  }
  const subscriptions = new Map([
    ['1', [`${documents}.one`]],
    ['2', ['account']],
  ])
  expect(eventMessage(many, subscriptions, now)).toEqual({
    type: 'event',
    data: {
      events: expect.arrayContaining([`${documents}.*.update`, `${documents}.*.create`, `${documents}.*`]),
      channels: ['documents', documents, `${documents}.*`, `${documents}.one`],
      timestamp: '2026-11-22T10:30:00.000+00:00',
      payload: { $id: '*', $collectionId: 'users', $databaseId: 'truedb' },
      subscriptions: ['1'],
    },
  })
})

test('an event has the id that the client gave the document', () => {
  const id = '6921905800123abcdef0'
  const changes = [{ collection: 'users', id: findId(id)! }] as const
  expect(written(documentEvents(changes, context))).toEqual([['users', id, 'update']])
})
