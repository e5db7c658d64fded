import { randomUUID } from 'node:crypto'
import { isWaitingAct } from '@bank/contract/admin/approvals/waiting-act'
import { clientReason } from '@bank/contract/admin/transactions/usual-reasons'
import { endpoints } from '@bank/contract/endpoints'
import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import { formatMinor } from '@bank/ledger/money'
import { Refusal } from '../refusal.ts'
import { type Data, invalidStructure, notAllowed } from './collection.ts'
import type { GatewayCall } from './gateway-call.ts'
import { hostedRefusal } from './hosted-refusal.ts'
import { minorOfSum } from './json-values.ts'
import type { userDocument } from './user-document.ts'
import { unknownAttribute } from './user-registration.ts'

/** One attribute of a user's document that a client writes. */
export type UserChange = {
  readonly name: string
  readonly value: unknown
  /** Everything that the client wrote, such as the present PIN beside the new one. */
  readonly data: Data
}

type UserDocument = ReturnType<typeof userDocument>

// They are in no document: each is written to make a change.
const writeOnly = new Set(['pin', 'current_pin'])

/**
 * The change that written attributes make to a document as the caller reads it; undefined for none. What is equal is no change,
 * so a client may write a whole document back. Throws `document_invalid_structure` for two changes at once.
 */
export function changeOf(document: UserDocument, data: Data, isOwn: boolean): UserChange | undefined {
  const changes = Object.entries(data).filter(([name, value]) => {
    if (name.startsWith('$') || name === 'current_pin') return false
    if (!Object.hasOwn(document, name) && !writeOnly.has(name)) throw unknownAttribute(name)
    // The clients keep a copy of the password here; the one to sign in with is changed at the account service.
    if (name === 'password' && isOwn) return false
    return !isEqual(name, value, document)
  })
  if (changes.length > 1) throw invalidStructure('One change at a time')
  const [change] = changes
  if (change) return { name: change[0], value: change[1], data }
  // Money that has arrived since the client read the balance can make it equal, so what the client was told decides.
  return isOwn || data.balance === undefined ? undefined : { name: 'balance', value: data.balance, data }
}

function isEqual(name: string, value: unknown, document: UserDocument): boolean {
  if (name === 'avatar') return (value || null) === document.avatar
  if (name === 'balance') return minorOfSum(name, value) === minorOfSum(name, document.balance)
  return value === (document as Data)[name]
}

/** Makes a change to the caller's own document. Throws `user_unauthorized` for what only the bank decides. */
export async function makeOwnChange(call: GatewayCall, change: UserChange): Promise<void> {
  const { perform } = call
  switch (change.name) {
    case 'pin':
      return changePin(call, change)
    case 'avatar':
      if (change.value) throw invalidStructure('Upload the picture to the bank: it shows no other addresses')
      return perform(endpoints.removeAvatar)
    case 'balance': {
      // After a transfer the clients write the balance that they have computed. The books have booked it already.
      const balance = minorOfSum('balance', change.value)
      const { isRecent } = await perform(gatewayEndpoints.checkRecentBalance, { body: { balance } })
      if (!isRecent) throw notAllowed()
      return
    }
    default:
      throw notAllowed()
  }
}

async function changePin({ perform }: GatewayCall, { value: pin, data }: UserChange): Promise<void> {
  const { isSet } = await perform(endpoints.readPin)
  if (!isSet) return perform(endpoints.setPin, { body: { new_pin: pin } })
  if (data.current_pin === undefined) throw invalidStructure('Missing required attribute "current_pin"')
  return perform(endpoints.changePin, { body: { current_pin: data.current_pin, new_pin: pin } })
}

/** Makes an administrator's change to another user's document. */
export async function makeOthersChange(
  call: GatewayCall,
  id: string,
  { name, value }: UserChange,
): Promise<void> {
  const { perform } = call
  const params = { id }
  if (name === 'balance') return fund(call, id, minorOfSum(name, value))
  if (name === 'isActive' && typeof value === 'boolean') {
    const { activateAccount, deactivateAccount } = endpoints
    const body = { changeId: randomUUID() }
    return perform(value ? activateAccount : deactivateAccount, { params, body })
  }
  if (name === 'isAdmin' && value === true) {
    const body = { role: 'administrator', reason: clientReason }
    if (isWaitingAct(await perform(endpoints.giveRole, { params, body }))) throw new Refusal('approval_waits')
    return
  }
  throw notAllowed()
}

/** A higher balance is a funding of the difference. */
async function fund({ perform }: GatewayCall, id: string, balance: bigint): Promise<void> {
  const params = { id }
  const plan = await perform(gatewayEndpoints.planFundingOfBalance, { params, body: { balance } })
  switch (plan.means) {
    case 'fund': {
      const { transactionId, amountMinor } = plan
      // The balance that was written says whether it is another funding.
      const body = { transactionId, amount: formatMinor(amountMinor), reason: clientReason, again: true }
      const funded = await perform(endpoints.fundAccount, { params, body }).catch((error: unknown) => {
        // Another balance was written to the same one.
        throw error instanceof Refusal && error.code === 'id_reused' ? balanceChanged() : error
      })
      if (isWaitingAct(funded)) throw new Refusal('approval_waits')
      return
    }
    case 'no-op':
      return
    case 'lower':
      throw invalidStructure('Attribute "balance" can only be raised')
    case 'conflict':
      throw balanceChanged()
  }
}

function balanceChanged(): Error {
  const message = 'The balance has changed in the meantime. Read the document again'
  return hostedRefusal('document_update_conflict', message)
}
