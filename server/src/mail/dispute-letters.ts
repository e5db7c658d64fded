import { dayOf } from '@bank/contract/bank-day'
import { dayText } from '@bank/contract/date-text'
import { formatMoney } from '@bank/contract/format-money'
import { linkTo } from '@bank/contract/pages'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import { letter, numberEnd, type Reader } from './letter.ts'
import type { Mail } from './outgoing-mail.ts'

// As other mails about money, these have the last digits of one account and no balance. What the customer wrote is not in them.

/** The owner of the account that paid, or got the credit. */
type Owner = Reader & { readonly number: string }

type Settings = { readonly bankName: string; readonly timeZone: string }

/** Confirms that a payment is disputed. `payee` is what the reader called the payee. */
export function disputeOpenedMail(
  { bankName, timeZone }: Settings,
  owner: Owner,
  { id, amount, payee, dueAt }: { id: string; amount: string; payee: string; dueAt: Date },
): Mail {
  return about(owner, `Your dispute at ${bankName}`, {
    reason: `dispute opened ${id}`,
    sentences: [
      `We look into the payment of ${amount} that you dispute.`,
      `You get our decision by ${dayText(dayOf(dueAt, timeZone), 'long')}.`,
    ],
    facts: [{ label: 'To', value: payee.replace(/\d{5,}/g, numberEnd) }],
  })
}

/** Reports that the bank credits a disputed payment until the dispute ends. */
export function disputeCreditedMail(
  { bankName }: Settings,
  owner: Owner,
  { id, amountMinor, currency }: { id: string; amountMinor: bigint; currency: Currency },
): Mail {
  const amount = formatMoney(formatMinor(amountMinor), currency)
  return about(owner, `Credit for your dispute at ${bankName}`, {
    reason: `dispute credited ${id}`,
    sentences: [
      `We credited ${amount} to your account while we look into the payment that you dispute.`,
      'You keep it if we decide for you. Otherwise we take it back.',
    ],
    facts: [],
  })
}

/** Reports how a dispute ended. Amounts in minor units: what is taken back, and what is owed. */
export function disputeEndedMail(
  { bankName }: Settings,
  owner: Owner,
  end: {
    readonly id: string
    readonly outcome: 'customer' | 'bank'
    readonly reason: string
    readonly currency: Currency
    readonly takenBackMinor: bigint
    readonly owedMinor: bigint
  },
): Mail {
  const [takenBack, owed] = [end.takenBackMinor, end.owedMinor].map((minor) =>
    formatMoney(formatMinor(minor), end.currency),
  )
  return about(owner, `Your dispute at ${bankName} has ended`, {
    reason: `dispute ended ${end.id}`,
    sentences: [
      end.outcome === 'customer'
        ? 'We decided for you. The credit is yours.'
        : 'We decided that the payment was right.',
      ...(end.takenBackMinor > 0n ? [`We took back ${takenBack} of the credit.`] : []),
      ...(end.owedMinor > 0n ? [`You owe us ${owed} of it, because your account had no more.`] : []),
    ],
    facts: [{ label: 'Reason', value: end.reason }],
  })
}

/** Reports that more of the credit of a dispute that ended was taken back. Amounts in minor units. */
export function disputeCollectedMail(
  { bankName }: Settings,
  owner: Owner,
  {
    id,
    currency,
    takenBackMinor,
    owedMinor,
  }: { id: string; currency: Currency; takenBackMinor: bigint; owedMinor: bigint },
): Mail {
  const money = (minor: bigint) => formatMoney(formatMinor(minor), currency)
  return about(owner, `Credit for your dispute at ${bankName}`, {
    reason: `dispute collected ${id}`,
    sentences: [
      `We took back ${money(takenBackMinor)} of the credit for a payment that was right.`,
      owedMinor > 0n ? `You still owe us ${money(owedMinor)} of it.` : 'You owe us nothing more of it.',
    ],
    facts: [],
  })
}

function about(
  owner: Owner,
  subject: string,
  {
    reason,
    sentences,
    facts,
  }: { reason: string; sentences: string[]; facts: { label: string; value: string }[] },
): Mail {
  const mail = letter(owner, subject, {
    sentences,
    facts: [...facts, { label: 'Your account', value: numberEnd(owner.number) }],
    button: { label: 'Read and answer', page: linkTo('support') },
  })
  return { ...mail, reason }
}
