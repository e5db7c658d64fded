import { formatMoney } from '@bank/contract/format-money'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import type { Status } from '@bank/ledger/transaction-status'
import { html } from './html.ts'
import type { Mail } from './outgoing-mail.ts'

// Mail is read by more eyes than the bank's own pages: no account number and no balance stands in it.

/** Whom a letter is for, and the currency of their account. */
type Owner = { readonly name: string; readonly email: string; readonly currency: Currency }

/** Tells a customer who asked for it that money came in. `amountMinor` in minor units. */
export function moneyReceivedMail(
  bankName: string,
  owner: Owner,
  { amountMinor, description }: { amountMinor: bigint; description: string },
): Mail {
  return about(bankName, owner, 'Money received', [
    html`<p>${amountOf(amountMinor, owner)} came into your account: ${description}.</p>`,
  ])
}

/** Tells a customer who asked for it that a transfer of theirs was sent. */
export function transferSentMail(
  bankName: string,
  owner: Owner,
  { amountMinor, to }: { amountMinor: bigint; to: string },
): Mail {
  return about(bankName, owner, 'Transfer sent', [
    html`<p>a transfer of ${amountOf(amountMinor, owner)} to ${to} was sent from your account.</p>`,
    html`<p>Was it not you? Then somebody else knows your PIN: please write to us at once.</p>`,
  ])
}

/** Tells a customer who asked for it that a transaction on their list got another status. */
export function statusChangedMail(
  bankName: string,
  owner: Owner,
  change: {
    readonly reason: string
    readonly status: Status
    readonly amountMinor: bigint
    /** True on the side that pays. */
    readonly isDebit: boolean
    readonly creditDescription: string | null
    readonly beneficiaryName: string | null
  },
): Mail {
  const what = change.isDebit
    ? `Transfer to ${change.beneficiaryName ?? ''}`
    : (change.creditDescription ?? '')
  const where = (change.isDebit ? ofPayer : ofReceiver)[change.status]
  return {
    ...about(bankName, owner, 'A transaction has another status', [
      html`<p>${what}, ${amountOf(change.amountMinor, owner)}: the status is now ${change.status}. ${where}</p>`,
    ]),
    reason: change.reason,
  }
}

const ofPayer: Readonly<Record<Status, string>> = {
  pending: 'The money is on its way.',
  success: 'The money has arrived.',
  failed: 'The money is back in your account.',
}

const ofReceiver: Readonly<Record<Status, string>> = {
  pending: 'The money is on its way to you and not in your account.',
  success: 'The money is in your account.',
  failed: 'The money has gone back to where it came from.',
}

function about(
  bankName: string,
  { name, email }: Owner,
  subject: string,
  paragraphs: readonly string[],
): Mail {
  return {
    recipient: email,
    subject: `${subject} · ${bankName}`,
    html: [
      html`<p>Dear ${name},</p>`,
      ...paragraphs,
      html`<p>You get this mail because you asked for it in the bank’s settings, where you can switch it off.</p>`,
      html`<p>${bankName}</p>`,
    ].join('\n'),
  }
}

function amountOf(amountMinor: bigint, { currency }: Owner): string {
  return formatMoney(formatMinor(amountMinor), currency)
}
