import type { GivenAnswerOf } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { UserSelection } from '@bank/contract/gateway/users/form'
import type { UserRecord } from '@bank/contract/gateway/users/view'
import { Refusal } from '../refusal.ts'
import type { SessionView } from '../sessions/session.ts'
import {
  isElevated,
  refuseWithoutSecondFactor,
  sessionForDocument,
  sessionForList,
  sessionOf,
} from './caller.ts'
import { type Collection, type Data, documentExists, documentNotFound } from './collection.ts'
import type { GatewayCall } from './gateway-call.ts'
import { baseUrlOf } from './gateway-route.ts'
import { findId, readNewId } from './ids.ts'
import { isExport, userSelectionOf } from './queries.ts'
import { changeOf, makeOthersChange, makeOwnChange } from './user-changes.ts'
import { userDocument } from './user-document.ts'
import { registrationOf } from './user-registration.ts'

/** The users: profile, account and balance, by the id of the user, who owns the document. */
export const usersCollection: Collection = {
  async list(call) {
    const query = userSelectionOf(call.request.query)
    const session = await sessionForList(call)
    if (session === null) return { total: 0, documents: [] }
    if (!isElevated(session)) return listOwn(call, query)
    const { exportUserRecords, listUserRecords } = gatewayEndpoints
    const { users, total } = await call.perform(isExport(query) ? exportUserRecords : listUserRecords, {
      query,
    })
    return { total, documents: users.map((user) => documentOf(call, user)) }
  },
  async read(call, documentId) {
    return tellUser(call, documentId)
  },
  async create(call, documentId, data) {
    const id = readNewId('documentId', documentId, call.now)
    const body = { ...registrationOf(data), id }
    const session = await sessionOf(call)
    if (session?.user.id === id) throw documentExists()
    if (session === null) {
      await refuseWithoutSecondFactor(
        call,
        await call.perform(gatewayEndpoints.completeRegistration, { body }),
      )
    } else await call.perform(gatewayEndpoints.createPendingUser, { body })
    return tellUser(call, id)
  },
  async update(call, documentId, data) {
    if (replacesPin(await sessionOf(call), documentId, data)) {
      await makeOwnChange(call, { name: 'pin', value: data.pin, data })
      return tellUser(call, documentId)
    }
    const { id, isOwn, user } = await readUser(call, documentId)
    const change = changeOf(documentOf(call, user), data, isOwn)
    if (change !== undefined && isOwn) await makeOwnChange(call, change)
    else if (change !== undefined) await makeOthersChange(call, id, change)
    return tellUser(call, id)
  },
}

/** A list of the caller alone, if the selection has them. */
async function listOwn(call: GatewayCall, selection: UserSelection) {
  const me = await call.perform(endpoints.readMe)
  const user = documented(me, me.account.openedAt)
  const isListed = isSelected(user, selection)
  const isOnPage = isListed && selection.offset === 0 && selection.cursor === undefined
  return { total: isListed ? 1 : 0, documents: isOnPage ? [documentOf(call, user)] : [] }
}

function isSelected({ id, email, name, role, account }: UserRecord, selection: UserSelection): boolean {
  const { ids, emails, names, isAdministrator, isActive, emailParts } = selection
  return (
    ids?.includes(id) !== false &&
    emails?.includes(email) !== false &&
    names?.includes(name) !== false &&
    isAdministrator?.includes(role === 'administrator') !== false &&
    isActive?.includes(account.isActive) !== false &&
    emailParts.every((part) => email.includes(part))
  )
}

/** True when a user replaces a temporary PIN. Before that, and before the temporary password is replaced, they can read nothing. */
function replacesPin(session: SessionView | null, documentId: string, data: Data): boolean {
  const { password, pin } = session?.temporarySecrets ?? { password: false, pin: false }
  const isPin = Object.keys(data).every((name) => name === 'pin' || name === 'current_pin')
  return pin && !password && isPin && findId(documentId) === session?.user.id
}

/** The document as it is answered. The balance of another user's is noted: what is added to it later is a funding. */
async function tellUser(call: GatewayCall, documentId: string) {
  const { id, isOwn, user } = await readUser(call, documentId)
  // Read again: the balance in the answer has to be the one that is noted.
  const told = isOwn ? {} : await call.perform(gatewayEndpoints.tellBalance, { params: { id } })
  return documentOf(call, { ...user, account: { ...user.account, ...told } })
}

function documentOf({ bank, request }: GatewayCall, user: UserRecord) {
  return userDocument(user, baseUrlOf(bank.config, request))
}

/**
 * A user as the caller may see them: the caller, or with the passcode entered any user. To other callers another user's
 * document does not exist.
 */
async function readUser(
  call: GatewayCall,
  documentId: string,
): Promise<{ id: string; isOwn: boolean; user: UserRecord }> {
  const { perform } = call
  const session = await sessionForDocument(call)
  const id = findId(documentId)
  if (id === undefined) throw documentNotFound()
  if (id === session.user.id) {
    const me = await perform(endpoints.readMe)
    return { id, isOwn: true, user: documented(me, me.account.openedAt) }
  }
  const user = await perform(endpoints.readUser, { params: { id } }).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'forbidden' ? documentNotFound(error) : error
  })
  return { id, isOwn: false, user: documented(user, user.createdAt) }
}

function documented(
  { account, ...user }: GivenAnswerOf<typeof endpoints.readMe | typeof endpoints.readUser>,
  createdAt: Date,
): UserRecord {
  const balanceMinor = BigInt(account.balance.replace('.', ''))
  return { ...user, createdAt, account: { ...account, balanceMinor } }
}
