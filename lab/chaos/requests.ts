import { transferForm } from '../transfer-form.ts'
import type { BankRequest } from './ask.ts'
import type { Administrator, Customer } from './people.ts'
import type { FundingIntent, TransferIntent } from './records.ts'

/** A customer's transfer to another bank. */
export function transferOut(key: string, from: string, amount: string): TransferIntent {
  return { kind: 'transfer', key, from, to: '5550001111', isInside: false, amount }
}

/** A transfer as a browser sends it. */
export function transferRequest(
  { key, from, to, isInside, amount, reference }: TransferIntent,
  { cookie, pin }: Pick<Customer, 'cookie' | 'pin'>,
): BankRequest {
  return {
    method: 'POST',
    path: `/api/transfers?account=${from}`,
    cookie,
    body: {
      ...transferForm,
      ...(isInside && { bank_name: 'Truepenny' }),
      transactionId: key,
      account_number: to,
      amount,
      reference,
      transaction_pin: pin,
    },
  }
}

/** An own transfer: money between two accounts of a customer. */
export function ownTransferRequest(
  { key, from, to, amount }: TransferIntent,
  { cookie }: Pick<Customer, 'cookie'>,
): BankRequest {
  const path = `/api/own-transfers?account=${from}`
  return { method: 'POST', path, cookie, body: { transactionId: key, to, amount } }
}

/** A funding of a customer's account by an administrator. */
export function fundingRequest(
  { key, to, amount }: FundingIntent,
  { userId }: Customer,
  { cookie }: Administrator,
): BankRequest {
  const path = `/api/admin/users/${userId}/fundings?account=${to}`
  const body = { transactionId: key, amount, reason: 'Deposit', again: true }
  return { method: 'POST', path, cookie, body }
}
