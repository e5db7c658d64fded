import { formatMoney } from '@bank/contract/format-money'
import type { Currency } from '@bank/ledger/currency'
import type { GuardSpan } from '@bank/ledger/guard'
import { formatMinor } from '@bank/ledger/money'
import { buttons, ifNotYou, letter, type Reader } from './letter.ts'
import type { Mail } from './outgoing-mail.ts'

/** Reports that the customer stopped their own payments. */
export function frozenMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `Your payments at ${bankName} are frozen`, {
    sentences: [
      'You froze your payments: no money leaves your accounts and pots until you unfreeze them. Money still arrives.',
    ],
    button: buttons.limits,
    advice: [ifNotYou.changePassword],
  })
}

/** Reports that the customer allowed payments again. */
export function thawedMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `Your payments at ${bankName} are no longer frozen`, {
    sentences: ['You unfroze your payments: you can send money again.'],
    button: buttons.freeze,
    advice: [
      'If this wasn’t you, freeze your payments again, change your password in the settings, and contact us immediately.',
    ],
  })
}

const limitNames: Readonly<Record<GuardSpan, string>> = {
  payment: 'Limit per payment',
  day: 'Limit per day',
  month: 'Limit per month',
}

/** A limit that will be higher. The amounts are in minor units; null is no limit. */
export type LimitRaise = { readonly span: GuardSpan; readonly before: bigint; readonly after: bigint | null }

/** Reports that the customer's limits in a currency will be higher after a day, from the formatted time `from`. */
export function limitsRaisedMail(
  bankName: string,
  reader: Reader,
  { raises, currency, from }: { raises: readonly LimitRaise[]; currency: Currency; from: string },
): Mail {
  const amountOf = (minor: bigint | null) =>
    minor === null ? 'no limit' : formatMoney(formatMinor(minor), currency)
  return letter(reader, `Your limits at ${bankName} will be higher in 24 hours`, {
    sentences: [
      `You raised or removed a limit of what you can send from your ${currency} accounts. Until the change takes effect you can cancel it.`,
    ],
    facts: [
      ...raises.map(({ span, before, after }) => ({
        label: limitNames[span],
        value: `${amountOf(before)} to ${amountOf(after)}`,
      })),
      { label: 'Takes effect', value: from },
    ],
    button: buttons.limits,
    advice: [ifNotYou.freezeAndChange],
  })
}
