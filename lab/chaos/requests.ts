import { transferForm } from '../transfer-form.ts'
import type { BankRequest } from './ask.ts'
import type { Administrator, Customer } from './people.ts'
import type { FundingIntent, ScheduleIntent, TransferIntent } from './records.ts'

/** A customer's transfer to another bank. */
export function transferOut(key: string, from: string, amount: string): TransferIntent {
  return { kind: 'transfer', key, from, to: '5550001111', isInside: false, amount }
}

type Sender = Pick<Customer, 'cookie' | 'pin'>

/** A transfer as a browser sends it. */
export function transferRequest(intent: TransferIntent, sender: Sender): BankRequest {
  const { key: transactionId, from, reference } = intent
  const body = { ...paymentFields(intent, sender), transactionId, reference }
  return { method: 'POST', path: `/api/transfers?account=${from}`, cookie: sender.cookie, body }
}

function paymentFields(
  { to, isInside, amount }: TransferIntent | ScheduleIntent,
  { pin }: Pick<Sender, 'pin'>,
) {
  const payee = { account_number: to, ...(isInside && { bank_name: 'Truepenny' }) }
  return { ...transferForm, ...payee, amount, transaction_pin: pin }
}

/** An own transfer: money between two accounts of a customer, or an account and its pot. */
export function ownTransferRequest(
  { key: transactionId, from, to, amount }: TransferIntent,
  { cookie, pot }: Pick<Customer, 'cookie' | 'pot'>,
): BankRequest {
  const body = { transactionId, amount }
  if (to === pot) return { method: 'POST', path: `/api/pots/${pot}/deposits`, cookie, body }
  if (from === pot) return { method: 'POST', path: `/api/pots/${pot}/withdrawals`, cookie, body }
  return { method: 'POST', path: `/api/own-transfers?account=${from}`, cookie, body: { ...body, to } }
}

/** A payment on a day; to a pot without a PIN. */
export function scheduleRequest(intent: ScheduleIntent, sender: Sender): BankRequest {
  const { key: openingId, from, to, amount, isOwn, day: firstDay } = intent
  const path = `/api/${isOwn ? 'own-schedules' : 'schedules'}?account=${from}`
  const payment = isOwn ? { to, amount } : paymentFields(intent, sender)
  return {
    method: 'POST',
    path,
    cookie: sender.cookie,
    body: { ...payment, openingId, firstDay, repeat: 'once' },
  }
}

/** The decision of the second person about what waits. */
export function decisionRequest(
  id: string,
  decision: 'approval' | 'decline',
  { cookie }: Administrator,
): BankRequest {
  const path = `/api/admin/approvals/${id}/${decision}`
  return { method: 'PUT', path, cookie, ...(decision === 'decline' && { body: { reason: 'Not agreed' } }) }
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
