import { formatMoney } from '@bank/contract/format-money'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import type { Status } from '@bank/ledger/transaction-status'
import { html } from './html.ts'
import type { Mail } from './outgoing-mail.ts'

// A mailbox has more readers than the bank's pages: these mails contain no account number and no balance.

/** The owner of an account, and its currency. */
type Owner = { readonly name: string; readonly email: string; readonly currency: Currency }

/** The destination of a transfer: the beneficiary, or the sender's description of a transfer without one. */
type Destination = { readonly beneficiaryName: string | null; readonly debitDescription: string | null }

/** Reports incoming money to a customer with this notice on. `amountMinor` is in minor units. */
export function moneyReceivedMail(
  bankName: string,
  owner: Owner,
  { amountMinor, description }: { amountMinor: bigint; description: string },
): Mail {
  return about(bankName, owner, 'Money received', [
    html`<p>You received ${amountOf(amountMinor, owner)}: ${description}.</p>`,
  ])
}

/** Reports a sent transfer to a customer with this notice on. */
export function transferSentMail(
  bankName: string,
  owner: Owner,
  { amountMinor, beneficiaryName, debitDescription }: { amountMinor: bigint } & Destination,
): Mail {
  const where = beneficiaryName === null ? `: ${debitDescription}` : ` to ${beneficiaryName}`
  return about(bankName, owner, 'Transfer sent', [
    html`<p>You sent ${amountOf(amountMinor, owner)}${where}.</p>`,
    html`<p>If this wasn’t you, someone knows your PIN. Contact us at once.</p>`,
  ])
}

/** Reports a changed transaction status to a customer with this notice on. */
export function statusChangedMail(
  bankName: string,
  owner: Owner,
  change: Destination & {
    readonly reason: string
    readonly status: Status
    readonly amountMinor: bigint
    /** True on the side that pays. */
    readonly isDebit: boolean
    readonly creditDescription: string | null
  },
): Mail {
  const { beneficiaryName, debitDescription, creditDescription } = change
  const sent = beneficiaryName === null ? debitDescription : `Transfer to ${beneficiaryName}`
  const what = (change.isDebit ? sent : creditDescription) ?? ''
  const explanation = (change.isDebit ? senderExplanations : receiverExplanations)[change.status]
  return {
    ...about(bankName, owner, 'Transaction status changed', [
      html`<p>${what}, ${amountOf(change.amountMinor, owner)}: the status is now ${change.status}. ${explanation}</p>`,
    ]),
    reason: change.reason,
  }
}

const senderExplanations: Readonly<Record<Status, string>> = {
  pending: 'The money is on its way.',
  success: 'The money has arrived.',
  failed: 'The money is back in your account.',
}

const receiverExplanations: Readonly<Record<Status, string>> = {
  pending: 'The money is on its way to you, but not yet in your account.',
  success: 'The money is in your account.',
  failed: 'The money was returned to the sender.',
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
      html`<p>You get this email because you turned it on in the settings, where you can turn it off.</p>`,
      html`<p>${bankName}</p>`,
    ].join('\n'),
  }
}

function amountOf(amountMinor: bigint, { currency }: Owner): string {
  return formatMoney(formatMinor(amountMinor), currency)
}
