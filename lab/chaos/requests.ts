import type { BankRequest } from './ask.ts'
import type { Clerk, Customer } from './people.ts'
import type { FundingIntent, TransferIntent } from './records.ts'

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
      transactionId: key,
      account_name: 'Dora Example',
      account_number: to,
      bank_name: isInside ? 'Truepenny' : 'Northern Savings',
      bank_address: '1 Harbour Street, Bergen',
      swift_code: 'NOSANOKK',
      routing_number: '021000021',
      amount,
      reference,
      transaction_pin: pin,
    },
  }
}

/** A movement of money between two accounts of a customer. */
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
  { cookie }: Clerk,
): BankRequest {
  const path = `/api/admin/users/${userId}/fundings?account=${to}`
  return { method: 'POST', path, cookie, body: { transactionId: key, amount } }
}
