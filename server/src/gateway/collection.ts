import type { Refusal } from '../refusal.ts'
import type { GatewayCall } from './gateway-call.ts'
import { hostedRefusal } from './hosted-refusal.ts'

/** The hosted backend's database: the one that the specification names (§7). */
export const databaseId = 'truedb'

/** What clients do with the documents of one collection. No caller may do what has no function here. */
export type Collection = {
  readonly list?: (call: GatewayCall) => Promise<unknown>
  readonly read?: (call: GatewayCall, documentId: string) => Promise<unknown>
  /** `documentId` is as the client sent it. Answers with the document, and 201. */
  readonly create?: (call: GatewayCall, documentId: unknown, data: Data) => Promise<unknown>
  readonly update?: (call: GatewayCall, documentId: string, data: Data) => Promise<unknown>
}

/** The attributes of a document that a client sends. */
export type Data = Readonly<Record<string, unknown>>

/** The refusal of what no caller may do. */
export function notAllowed(): Error {
  return hostedRefusal(
    'user_unauthorized',
    'The current user is not authorized to perform the requested action',
  )
}

/** What a client asks for by an id that no document of its own or of its users has. `cause` is why the document is hidden. */
export function documentNotFound(cause?: Refusal): Error {
  return hostedRefusal('document_not_found', 'Document with the requested ID could not be found', cause)
}

/** The refusal of a second document with the id of the first. */
export function documentExists(): Error {
  return hostedRefusal('document_already_exists', 'Document with the requested ID already exists')
}

export function invalidStructure(problem: string): Error {
  return hostedRefusal('document_invalid_structure', `Invalid document structure: ${problem}`)
}
