import { endpoints } from '@bank/contract/endpoints'
import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import { Refusal } from '../refusal.ts'
import { type Collection, type Data, databaseId, documentNotFound, invalidStructure } from './collection.ts'
import type { GatewayCall } from './gateway-call.ts'
import { momentOf } from './json-values.ts'

/** The document that stands for the passcode. */
export const passcodeId = 'passcode'

/**
 * The settings: one document, the passcode, whose value no answer has. Creating a document with a passcode enters it, which
 * elevates the session; updating the document changes it. An attempt is a create, because an update could change the passcode
 * by a typing error, and a query would put it into addresses.
 */
export const settingsCollection: Collection = {
  async read(call, documentId) {
    if (documentId !== passcodeId) throw documentNotFound()
    return passcodeDocument(call)
  },
  async create(call, _documentId, data) {
    await call.perform(endpoints.enterPasscode, { body: passcodeOf(data) })
    return passcodeDocument(call)
  },
  async update(call, documentId, data) {
    if (documentId !== passcodeId) throw documentNotFound()
    await call.perform(endpoints.changePasscode, { body: passcodeOf(data) })
    return passcodeDocument(call)
  },
}

function passcodeOf(data: Data): { passcode: unknown } {
  const { passcode, ...others } = data
  const unknown = Object.keys(others).find((name) => !name.startsWith('$'))
  if (unknown !== undefined) throw invalidStructure(`Unknown attribute: "${unknown.slice(0, 40)}"`)
  return { passcode }
}

/** To a customer the document does not exist. */
async function passcodeDocument({ settings, perform }: GatewayCall) {
  const { changedAt } = await perform(gatewayEndpoints.readPasscodeDate).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'forbidden' ? documentNotFound(error) : error
  })
  const moment = momentOf(changedAt)
  return {
    $id: passcodeId,
    $collectionId: settings.settingsCollection,
    $databaseId: databaseId,
    $createdAt: moment,
    $updatedAt: moment,
    $permissions: [],
  }
}
