import { formatMoney } from '@bank/contract/format-money'
import { linkTo } from '@bank/contract/pages'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import type { Status } from '@bank/ledger/transaction-status'
import { type Fact, letter, numberEnd, type Reader } from './letter.ts'
import type { Mail } from './outgoing-mail.ts'

// A mailbox has more readers than the bank's pages: these mails have the last digits of the reader's account, no other account number and
// no balance. They have no text of another customer either, nor the name, which is any text.

/** The owner of an account, its number and its currency. */
export type Owner = Reader & { readonly number: string; readonly currency: Currency }

/** Where money went: the beneficiary, or what the sender reads of a transaction that names none. */
type Destination = { readonly beneficiaryName: string | null; readonly debitDescription: string | null }

/** A changed status, as a customer of the transaction sees it. */
export type SeenStatusChange = Destination & {
  /** Names the posting and the account, so that the mail is queued once. */
  readonly reason: string
  readonly status: Status
  readonly amountMinor: bigint
  /** True on the side that pays. */
  readonly isDebit: boolean
  /** The reason of staff, where it is for the customer. */
  readonly why: string | null
}

/** Reports incoming money to a customer with this notice on. `amountMinor` is in minor units. */
export function moneyReceivedMail(
  bankName: string,
  owner: Owner,
  { amountMinor, isFunding }: { amountMinor: bigint; isFunding: boolean },
): Mail {
  const amount = amountOf(amountMinor, owner)
  return about(owner, `Money received at ${bankName}`, {
    sentence: isFunding ? `We credited ${amount} to your account.` : `You received ${amount}.`,
    facts: [],
  })
}

/** Reports to a customer who gets mails about received money that staff took back what the bank had credited. */
export function fundingTakenBackMail(
  bankName: string,
  owner: Owner,
  { amountMinor, why }: { amountMinor: bigint; why: string | null },
): Mail {
  return about(owner, `Money taken back by ${bankName}`, {
    sentence: `We took back ${amountOf(amountMinor, owner)} that we had credited to your account.`,
    facts: reasonFacts(why),
  })
}

/** Reports a sent transfer to a customer with this notice on. */
export function transferSentMail(
  bankName: string,
  owner: Owner,
  { amountMinor, ...destination }: { amountMinor: bigint } & Destination,
): Mail {
  return about(owner, `Transfer sent from ${bankName}`, {
    sentence: `You sent ${amountOf(amountMinor, owner)}.`,
    facts: [payeeFact(destination)],
    advice: 'If this wasn’t you, someone knows your PIN. Freeze your payments and contact us immediately.',
  })
}

/** Reports a changed transaction status to a customer with this notice on. */
export function statusChangedMail(bankName: string, owner: Owner, change: SeenStatusChange): Mail {
  const { status, isDebit, amountMinor, reason, why } = change
  const amount = amountOf(amountMinor, owner)
  const what = isDebit ? `Your transfer of ${amount}` : `The payment of ${amount} to you`
  const explanation = (isDebit ? senderExplanations : receiverExplanations)[status]
  const mail = about(owner, `Transfer status changed at ${bankName}`, {
    sentence: `${what} ${explanation}`,
    facts: [...(isDebit ? [payeeFact(change)] : []), { label: 'Status', value: status }, ...reasonFacts(why)],
  })
  return { ...mail, reason }
}

const senderExplanations: Readonly<Record<Status, string>> = {
  pending: 'is on its way.',
  success: 'has arrived.',
  failed: 'was returned. The money is back in your account.',
}

const receiverExplanations: Readonly<Record<Status, string>> = {
  pending: 'is on its way, but not yet in your account.',
  success: 'has arrived. The money is in your account.',
  failed: 'was returned to the sender.',
}

function about(
  owner: Owner,
  subject: string,
  { sentence, facts, advice }: { sentence: string; facts: readonly Fact[]; advice?: string },
): Mail {
  return letter(owner, subject, {
    sentences: [sentence],
    facts: [...facts, { label: 'Your account', value: numberEnd(owner.number) }],
    button: {
      label: 'See transactions',
      page: linkTo('transactions'),
    },
    advice: [
      ...(advice === undefined ? [] : [advice]),
      'You get this email because you turned it on in the settings, where you can turn it off.',
    ],
  })
}

/** The payee in the sender's words. The description of a transaction without a beneficiary may have account numbers. */
function payeeFact({ beneficiaryName, debitDescription }: Destination): Fact {
  const description = (debitDescription ?? '').replace(/\d{5,}/g, numberEnd)
  return beneficiaryName === null
    ? { label: 'Description', value: description }
    : { label: 'To', value: beneficiaryName }
}

function reasonFacts(why: string | null): readonly Fact[] {
  return why === null ? [] : [{ label: 'Reason', value: why }]
}

function amountOf(amountMinor: bigint, { currency }: Owner): string {
  return formatMoney(formatMinor(amountMinor), currency)
}
