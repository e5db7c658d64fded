import { endpoints } from '@bank/contract/endpoints'
import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { MeView } from '@bank/contract/profile/view'
import type { SessionView } from '@bank/contract/sessions/view'
import { Refusal } from '../refusal.ts'
import { type Collection, documentExists, documentNotFound } from './collection.ts'
import type { GatewayCall } from './gateway-call.ts'
import { baseUrlOf } from './gateway-route.ts'
import { findId, readNewId } from './ids.ts'
import { changeOf, makeOthersChange, makeOwnChange } from './user-changes.ts'
import { type DocumentedUser, userDocument } from './user-document.ts'
import { registrationOf } from './user-registration.ts'

/** The users: profile, account and balance, by the id of the user, who owns the document. */
export const usersCollection: Collection = {
  async read(call, documentId) {
    return (await readUser(call, documentId)).document
  },
  async create(call, documentId, data) {
    const id = readNewId('documentId', documentId, call.now)
    const body = { ...registrationOf(data), id }
    const session = await sessionOf(call)
    if (session?.user.id === id) throw documentExists()
    if (session === null) await call.perform(gatewayEndpoints.completeRegistration, { body })
    else await call.perform(gatewayEndpoints.createPendingUser, { body })
    return (await readUser(call, id)).document
  },
  async update(call, documentId, data) {
    const { id, isOwn, document } = await readUser(call, documentId)
    const change = changeOf(document, data, isOwn)
    if (change === undefined) return document
    if (isOwn) await makeOwnChange(call, change)
    else await makeOthersChange(call, id, change)
    return (await readUser(call, id)).document
  },
}

async function sessionOf({ perform }: GatewayCall): Promise<SessionView | null> {
  return (await perform(endpoints.checkSession)).session
}

/**
 * A user's document as the caller may see it: their own, or with the passcode entered any user's. To other callers another
 * user's document does not exist.
 */
async function readUser(call: GatewayCall, documentId: string) {
  const { perform } = call
  const session = await sessionOf(call)
  if (session === null) throw new Refusal('signed_out')
  const id = findId(documentId)
  if (id === undefined) throw documentNotFound()
  const isOwn = id === session.user.id
  const user = isOwn ? ownRecord(await perform(endpoints.readMe)) : await othersRecord(call, id)
  return { id, isOwn, document: userDocument(user, baseUrlOf(call.bank.config, call.request)) }
}

function ownRecord({ account, ...user }: MeView): DocumentedUser {
  const balanceMinor = BigInt(account.balance.replace('.', ''))
  return { ...user, createdAt: new Date(account.openedAt), account: { ...account, balanceMinor } }
}

async function othersRecord({ perform }: GatewayCall, id: string): Promise<DocumentedUser> {
  const user = await perform(endpoints.readUser, { params: { id } }).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'forbidden' ? documentNotFound() : error
  })
  // Read again: the balance in the answer has to be the one that is noted.
  const { balanceMinor } = await perform(gatewayEndpoints.tellBalance, { params: { id } })
  return { ...user, createdAt: new Date(user.createdAt), account: { ...user.account, balanceMinor } }
}
