import { isWaitingAct } from '@bank/contract/admin/approvals/waiting-act'
import { clientReason } from '@bank/contract/admin/transactions/usual-reasons'
import type { GivenAnswerOf } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import { minorOf } from '@bank/ledger/money'
import { derivedId, gatewayVariants } from '../books/derived-id.ts'
import { Refusal } from '../refusal.ts'
import { isElevated, requireSession, sessionForDocument, sessionForList } from './caller.ts'
import { type Collection, type Data, documentNotFound, invalidStructure, notAllowed } from './collection.ts'
import type { GatewayCall } from './gateway-call.ts'
import { findId, readNewId } from './ids.ts'
import { amountText } from './json-values.ts'
import { isExport, sideSelectionOf } from './queries.ts'
import { findSide, transactionDocument } from './transaction-document.ts'
import { unknownAttribute } from './user-registration.ts'

/**
 * The transactions: a document is one side of one, and belongs to the user whose account it is. Creating a debit sends money;
 * an administrator changes the status.
 */
export const transactionsCollection: Collection = {
  async list(call) {
    const query = sideSelectionOf(call.request.query)
    const session = await sessionForList(call)
    if (session === null) return { total: 0, documents: [] }
    const [listed, exported] = isElevated(session)
      ? [gatewayEndpoints.listAllSides, gatewayEndpoints.exportAllSides]
      : [gatewayEndpoints.listOwnSides, gatewayEndpoints.exportOwnSides]
    const { sides, total } = await call.perform(isExport(query) ? exported : listed, { query })
    return { total, documents: sides.map(transactionDocument) }
  },
  async read(call, documentId) {
    return transactionDocument(await readSide(call, documentId))
  },
  async create(call, documentId, data) {
    const transactionId = readNewId('documentId', documentId, call.now)
    const { user } = await requireSession(call)
    requireOwnDebit(data, user.id)
    const receipt = await sendTransfer(call, transactionId, data)
    const { createdAt } = receipt
    return transactionDocument({
      transactionId: receipt.id,
      type: 'debit',
      ownerId: user.id,
      amountMinor: minorOf(receipt.amount),
      description: receipt.description,
      status: receipt.firstStatus,
      createdAt,
      updatedAt: createdAt,
      statusChanges: 0,
    })
  },
  async update(call, documentId, data) {
    const side = await readSide(call, documentId)
    const document: Data = transactionDocument(side)
    const changes = Object.entries(data).filter(([name, value]) => {
      if (!name.startsWith('$') && !Object.hasOwn(document, name)) throw unknownAttribute(name)
      return !name.startsWith('$') && value !== document[name]
    })
    if (changes.length === 0) return document
    const { user } = await requireSession(call)
    const { transactionId, status: seen, statusChanges } = side
    const { status } = data
    if (changes.some(([name]) => name !== 'status')) throw notAllowed()
    // A repeat of the same change, at the same time or from another process, has the same id.
    const named = ['status change', user.id, transactionId, statusChanges, status].join('\n')
    const changeId = derivedId(named, gatewayVariants)
    const body = { changeId, status, seen, reason: clientReason }
    const set = await call.perform(endpoints.setTransactionStatus, { params: { id: transactionId }, body })
    if (isWaitingAct(set)) throw new Refusal('approval_waits')
    return transactionDocument(await readSide(call, documentId))
  },
}

/** The side that a document's id names: the caller's own, or with the passcode entered any. */
async function readSide(call: GatewayCall, documentId: string) {
  const session = await sessionForDocument(call)
  const params = findSide(documentId)
  if (params === undefined) throw documentNotFound()
  const { readAnySide, readOwnSide } = gatewayEndpoints
  return call.perform(isElevated(session) ? readAnySide : readOwnSide, { params })
}

const attributes = ['id', 'type', 'amount', 'transaction_pin'] as const
const beneficiary = [
  'account_name',
  'account_number',
  'bank_name',
  'bank_address',
  'swift_code',
  'routing_number',
] as const
// The bank's id of the transaction is the document's.
const others = ['transactionId', 'description', 'status'] as const
const known = new Set<string>([...attributes, ...beneficiary, ...others])

/** Throws for a document that no customer may create: a credit, another customer's, one that is not pending or incomplete. */
function requireOwnDebit(data: Data, ownId: string): void {
  const unknown = Object.keys(data).find((name) => !known.has(name) && !name.startsWith('$'))
  if (unknown !== undefined) throw unknownAttribute(unknown)
  requireAll(attributes, data)
  if (data.type === 'credit' || typeof data.id !== 'string' || findId(data.id) !== ownId) throw notAllowed()
  if (data.type !== 'debit') throw invalidStructure('Attribute "type" must be debit')
  if (data.status !== undefined && data.status !== 'pending') {
    throw invalidStructure('Attribute "status" must be pending')
  }
}

/** Sends to the beneficiary, or without one where the client names none. */
function sendTransfer(
  { perform }: GatewayCall,
  transactionId: string,
  data: Data,
): Promise<GivenAnswerOf<typeof gatewayEndpoints.sendPlainTransfer>> {
  const amount = amountText(data.amount)
  if (amount === undefined) {
    throw invalidStructure('Attribute "amount" must be an amount of money with at most 2 decimals')
  }
  const { transaction_pin, description } = data
  const body = { transactionId, amount, transaction_pin }
  if (!beneficiary.some((name) => name in data)) {
    return perform(gatewayEndpoints.sendPlainTransfer, { body: { ...body, description } })
  }
  requireAll(beneficiary, data)
  const to = Object.fromEntries(beneficiary.map((name) => [name, data[name]]))
  return perform(endpoints.sendTransfer, { body: { ...body, ...to } })
}

function requireAll(names: readonly string[], data: Data): void {
  const missing = names.find((name) => data[name] === undefined)
  if (missing !== undefined) throw invalidStructure(`Missing required attribute "${missing}"`)
}
