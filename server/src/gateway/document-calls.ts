import { type Collection, type Data, databaseId, notAllowed } from './collection.ts'
import type { GatewayCall, RegisterCall } from './gateway-call.ts'
import { hostedRefusal } from './hosted-refusal.ts'
import { isRecord } from './json-values.ts'
import { settingsCollection } from './settings-collection.ts'
import { transactionsCollectionId } from './transaction-document.ts'
import { transactionsCollection } from './transactions-collection.ts'
import { usersCollectionId } from './user-document.ts'
import { usersCollection } from './users-collection.ts'

const documentsPath = '/databases/:databaseId/collections/:collectionId/documents'

/** Registers the calls of the document database. */
export function registerDocumentCalls(register: RegisterCall): void {
  const one = `${documentsPath}/:documentId`
  register('GET', documentsPath, (call) => allowed(collectionOf(call).list)(call))
  register(
    'POST',
    documentsPath,
    (call) => allowed(collectionOf(call).create)(call, call.body.documentId, dataOf(call)),
    201,
  )
  register('GET', one, (call) => allowed(collectionOf(call).read)(call, call.params.documentId!))
  register('PATCH', one, (call) =>
    allowed(collectionOf(call).update)(call, call.params.documentId!, dataOf(call)),
  )
  register('DELETE', one, async (call) => {
    collectionOf(call)
    throw notAllowed()
  })
}

function collectionOf({ params, settings }: GatewayCall): Collection {
  if (params.databaseId !== databaseId) throw hostedRefusal('database_not_found', 'Database not found')
  const collections = new Map<string, Collection>([
    [usersCollectionId, usersCollection],
    [transactionsCollectionId, transactionsCollection],
    [settings.settingsCollection, settingsCollection],
  ])
  const collection = collections.get(params.collectionId ?? '')
  if (collection === undefined) {
    throw hostedRefusal('collection_not_found', 'Collection with the requested ID could not be found')
  }
  return collection
}

function allowed<Work>(work: Work | undefined): Work {
  if (work === undefined) throw notAllowed()
  return work
}

function dataOf({ body: { data } }: GatewayCall): Data {
  if (isRecord(data)) return data
  throw hostedRefusal('general_argument_invalid', 'Invalid `data` param: send a JSON object')
}
