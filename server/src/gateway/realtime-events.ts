import type { RowChange } from '../live/dialect.ts'
import { databaseId } from './collection.ts'
import { writeId } from './ids.ts'
import { momentOf } from './json-values.ts'
import { passcodeId } from './settings-collection.ts'
import { transactionsCollectionId, writeSideId } from './transaction-document.ts'
import { usersCollectionId } from './user-document.ts'

type Action = 'create' | 'update'

/** That a document was created or changed, or that documents were: their id is then `*`. */
export type DocumentEvent = {
  readonly collection: string
  readonly documentId: string
  readonly actions: ReadonlySet<Action>
}

// Of documents whose ids are not sent.
const anyDocument = '*'
const anyAction: ReadonlySet<Action> = new Set(['update', 'create'])

// Further ones of a collection, such as those of a long audit log, would make a client load each of them.
const documentsNamedMax = 10

/**
 * The events of these changes. A booking changes the balance, too, so it is also an event of the owner's document. Events of
 * others have no ids.
 */
export function documentEvents(
  changes: readonly RowChange[],
  { ownerId, settingsCollection }: { ownerId: string; settingsCollection: string },
): DocumentEvent[] {
  const events = new Map<string, DocumentEvent>()
  const add = (collection: string, documentId: string, action: Action) => {
    const key = `${collection} ${documentId}`
    const earlier = events.get(key)?.actions ?? []
    const actions = documentId === anyDocument ? anyAction : new Set([...earlier, action])
    events.set(key, { collection, documentId, actions })
  }
  for (const { collection, id, isNew, isCredit } of changes) {
    const action = isNew ? 'create' : 'update'
    if (collection === 'settings') add(settingsCollection, passcodeId, action)
    if (collection === 'users') add(usersCollectionId, id === null ? anyDocument : writeId(id), action)
    if (collection === 'transactions') {
      const documentId = id === null ? anyDocument : writeSideId(id, isCredit ? 'credit' : 'debit')
      add(transactionsCollectionId, documentId, action)
      add(usersCollectionId, id === null ? anyDocument : ownerId, 'update')
    }
  }
  const ofCollection = Map.groupBy(events.values(), ({ collection }) => collection)
  return [...ofCollection.values()].flatMap((named) => {
    if (named.length <= documentsNamedMax) return named
    return [{ collection: named[0]!.collection, documentId: anyDocument, actions: anyAction }]
  })
}

/** The message of an event for the subscriptions that hear it, by id; undefined when none does. */
export function eventMessage(
  event: DocumentEvent,
  subscriptions: ReadonlyMap<string, readonly string[]>,
  now: Date,
): object | undefined {
  const heard = [...subscriptions].flatMap(([id, channels]) => {
    const matching = channels.filter((channel) => isHeardOn(channel, event))
    return matching.length > 0 ? [{ id, channels: matching }] : []
  })
  if (heard.length === 0) return undefined
  const { collection, documentId } = event
  const documents = documentsOf(databaseId, collection)
  const channels = ['documents', documents, `${documents}.${documentId}`]
  return {
    type: 'event',
    data: {
      events: eventNames(event),
      // Some clients compare these with their own channels.
      channels: [...new Set([...channels, ...heard.flatMap((subscription) => subscription.channels)])],
      timestamp: momentOf(now),
      payload: { $id: documentId, $collectionId: collection, $databaseId: databaseId },
      subscriptions: heard.map(({ id }) => id),
    },
  }
}

/** A channel may end with an action, such as `documents.create`. */
function isHeardOn(channel: string, { collection, documentId, actions }: DocumentEvent): boolean {
  const action = [...actions].find((name) => channel.endsWith(`.${name}`))
  const name = action === undefined ? channel : channel.slice(0, -action.length - 1)
  const documents = documentsOf(databaseId, collection)
  if (name === 'documents' || name === documents) return true
  return documentId === anyDocument ? name.startsWith(`${documents}.`) : name === `${documents}.${documentId}`
}

/** The names of an event, of which clients know some: each id also as `*`, with and without the action. */
function eventNames({ collection, documentId, actions }: DocumentEvent): string[] {
  const documentIds = new Set([documentId, '*'])
  return [databaseId, '*'].flatMap((database) =>
    [collection, '*'].flatMap((ofCollection) =>
      [...documentIds].flatMap((id) => {
        const name = `${documentsOf(database, ofCollection)}.${id}`
        return [...Array.from(actions, (action) => `${name}.${action}`), name]
      }),
    ),
  )
}

function documentsOf(database: string, collection: string): string {
  return `databases.${database}.collections.${collection}.documents`
}
