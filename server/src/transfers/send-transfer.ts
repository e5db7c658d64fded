import type { endpoints } from '@bank/contract/endpoints'
import type { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { PlainTransferReceipt } from '@bank/contract/gateway/transfer'
import type { TransferInstruction } from '@bank/contract/transfers/form'
import type { TransferReceipt } from '@bank/contract/transfers/view'
import type { BooksRefusal } from '@bank/ledger/command'
import { formatMinor } from '@bank/ledger/money'
import type { Beneficiary, Transaction, TransactionFacts } from '@bank/ledger/transaction'
import { type Account, findAccountByNumber } from '../accounts/account.ts'
import { recordAudit } from '../audit/audit-chain.ts'
import { refusalOf } from '../books/refusal-of.ts'
import type { Call } from '../call.ts'
import { countForBank } from '../guards/guard.ts'
import { newBeneficiaryGuardOf } from '../guards/paid-beneficiary.ts'
import { pinLockedMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { descriptionOf, receivedDescriptionOf } from './description.ts'

type SendTransfer = Call<typeof endpoints.sendTransfer>
type SendPlainTransfer = Call<typeof gatewayEndpoints.sendPlainTransfer>

/**
 * Sends money to a beneficiary (specification §5, Transfer). A transfer to another bank is pending; one inside the bank
 * arrives at once: when account number and bank name are both this bank's (departure 17).
 */
export async function sendTransfer(call: SendTransfer): Promise<TransferReceipt> {
  const { bank, input } = call
  const beneficiary = beneficiaryOf(input)
  const receiver = isSameName(input.bank_name, bank.config.bankName)
    ? await findAccountByNumber(bank.db, withoutSpaces(input.account_number))
    : undefined
  const transaction = await send(call, {
    beneficiary,
    receiver,
    description: descriptionOf(beneficiary),
    reference: input.reference || null,
  })
  return {
    ...receiptOf(transaction),
    beneficiary: transaction.beneficiary!,
    reference: transaction.reference,
  }
}

/**
 * Sends money without a beneficiary, as clients of the hosted backend do. It is pending until an administrator settles it by
 * its description.
 */
export async function sendPlainTransfer(call: SendPlainTransfer): Promise<PlainTransferReceipt> {
  const { description } = call.input
  return receiptOf(await send(call, { beneficiary: null, receiver: undefined, description, reference: null }))
}

/** Where a transfer goes. `receiver` is a customer of this bank. */
type Destination = {
  readonly beneficiary: Beneficiary | null
  readonly receiver: Account | undefined
  readonly description: string
  readonly reference: string | null
}

/**
 * Submits a transfer to the books, which check the account's state, PIN, limit and funds under the account's lock. The same
 * id with the same contents gets its first answer, whatever has changed since.
 */
async function send(call: SendTransfer | SendPlainTransfer, to: Destination): Promise<Transaction> {
  const { bank, actor, input, answer } = call
  await countForBank(bank, actor)
  const newBeneficiary = await newBeneficiaryGuardOf(bank, actor, to)
  const outcome = await bank.books.submit({
    kind: 'open_transaction',
    facts: factsOf(call, to),
    limitMinor: bank.config.transferLimitMinor,
    newBeneficiary,
    sender: { userId: actor.userId, pin: input.transaction_pin },
  })
  if ('refusal' in outcome) {
    const { refusal } = outcome
    if (refusal.code === 'account_closed' && refusal.closed === to.receiver?.id) {
      throw new Refusal('payee_account_closed')
    }
    throw await refuse(call, refusal)
  }
  if (outcome.replayed) answer.header('Idempotency-Replayed', 'true')
  return outcome.transaction
}

function factsOf(
  { bank, actor, input }: SendTransfer | SendPlainTransfer,
  { beneficiary, receiver, description, reference }: Destination,
): TransactionFacts {
  const { currency } = actor.account
  const { settlement, inTransit } = bank.books.internalAccounts[currency]
  return {
    id: input.transactionId,
    route: { source: actor.account.id, inTransit, destination: receiver?.id ?? settlement },
    debitAccountId: actor.account.id,
    creditAccountId: receiver?.id ?? null,
    currency,
    amountMinor: input.amount,
    debitDescription: description,
    creditDescription: receiver ? receivedDescriptionOf(actor.name) : null,
    beneficiary,
    firstStatus: receiver ? 'success' : 'pending',
    madeBy: actor.userId,
    reference,
  }
}

function beneficiaryOf(input: TransferInstruction): Beneficiary {
  return {
    accountName: input.account_name,
    accountNumber: input.account_number,
    bankName: input.bank_name,
    bankAddress: input.bank_address,
    swiftCode: input.swift_code,
    routingNumber: input.routing_number,
  }
}

/** True for names that differ at most in case and spaces. */
function isSameName(a: string, b: string): boolean {
  return withoutSpaces(a).toLowerCase() === withoutSpaces(b).toLowerCase()
}

/** The screens show an account number in groups, and customers type it that way. */
function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '')
}

/** The refusal for the caller. A PIN that was just locked and a try on an inactive account are audited. */
async function refuse(
  { bank, actor, now }: SendTransfer | SendPlainTransfer,
  refusal: BooksRefusal,
): Promise<Refusal> {
  const record = { actorId: actor.userId, target: actor.userId, details: {}, now }
  if (refusal.code === 'account_inactive') {
    await inTransaction(bank.db, (connection) =>
      recordAudit(connection, { ...record, action: 'transfer_refused_inactive' }),
    )
  }
  if (refusal.code === 'pin_locked' && refusal.byThisTry) {
    await inTransaction(bank.db, async (connection) => {
      await queueMail(connection, pinLockedMail(bank.config.bankName, actor), now)
      await recordAudit(connection, { ...record, action: 'pin_locked' })
    })
  }
  const { transferLimitMinor: limitMinor, timeZone, dayLimitMinor, monthLimitMinor } = bank.config
  return refusalOf(refusal, {
    limitMinor,
    currency: actor.account.currency,
    now: now.getTime(),
    timeZone,
    bankLimits: { day: dayLimitMinor, month: monthLimitMinor },
  })
}

function receiptOf(transaction: Transaction): PlainTransferReceipt {
  return {
    id: transaction.id,
    amount: formatMinor(transaction.amountMinor),
    currency: transaction.currency,
    description: transaction.debitDescription ?? '',
    firstStatus: transaction.firstStatus,
    createdAt: new Date(transaction.createdAt).toISOString(),
  }
}
