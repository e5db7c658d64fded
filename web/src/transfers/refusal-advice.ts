import type { AccountView } from '@bank/contract/accounts/view'
import type { Problem, RefusalCode } from '@bank/contract/errors'
import { formatMoney } from '@bank/contract/format-money'
import type { MeView } from '@bank/contract/profile/view'
import type { TransferForm } from '@bank/contract/transfers/form'
import type { UseFormReturn } from 'react-hook-form'
import { type Advice, adviceAfter } from '../api/advice-after.ts'
import { minutesText } from '../api/minutes-text.ts'
import { fieldReasons } from '../api/problem.ts'
import { withoutAmounts } from '../ui/hidden-amounts.ts'
import { labels, type TransferField, type TransferFields } from './transfer-fields.ts'

/**
 * Shows advice after a refused transfer, or a payment that was not scheduled, at the fields that it is about, or as the root error of the
 * form. It says how to continue, without the balance where amounts are hidden (`isHidden`). A refused PIN is removed. `inGeneral` is
 * the advice after an error that is about no field: what was reviewed can be confirmed again.
 */
export function showAdvice(
  error: unknown,
  facts: Facts,
  { setError, setValue }: Pick<UseFormReturn<TransferFields, unknown, TransferForm>, 'setError' | 'setValue'>,
  inGeneral: Advice = afterTransfer,
): void {
  const advised = fieldReasons(error).filter(
    (one): one is { field: TransferField; reason: string } => one.field in labels,
  )
  if (advised.length === 0) setError('root', { message: adviceAfter(error, inGeneral) })
  for (const { field, reason } of advised) {
    const problem = error as Problem
    if (field === 'transaction_pin') setValue(field, '')
    const advice = onField[problem.code]?.(problem, facts) ?? reason
    setError(field, { type: problem.code, message: facts.isHidden ? withoutAmounts(advice) : advice })
  }
}

const afterTransfer: Advice = {
  id_reused:
    'Nothing was sent now: this form had already sent another transfer, which is listed in Transactions. To send this one as well, confirm it again.',
  payments_frozen:
    'Nothing was sent: your payments are frozen. Unfreeze them under Limits and freeze, then confirm again.',
  too_many_attempts: ({ facts }) =>
    `Nothing was sent: there were too many transfers in a short time. Wait ${minutesText(facts?.minutes)}, then confirm again.`,
  otherwise: 'Nothing was sent. Nothing you typed is lost; confirm again when you are ready.',
}

type Facts = { readonly me: MeView; readonly isHidden: boolean }

const onField: Partial<Record<RefusalCode, (problem: Problem, facts: Facts) => string>> = {
  pin_incorrect: ({ facts }) => {
    const left = facts?.triesLeft
    if (left === undefined) return 'Check your PIN.'
    // No tries left, but not locked: the account has no PIN.
    if (left === 0) return 'You have no PIN yet. Set one in Settings, under Transaction Pin.'
    return `Check your PIN. ${left} ${left === 1 ? 'try' : 'tries'} left.`
  },
  pin_locked: ({ facts }) =>
    `Too many wrong tries.${facts?.minutes ? ` Your PIN works again in ${minutesText(facts.minutes)}.` : ''} You can choose a new one with “Forgot your PIN?”. If this wasn’t you, freeze your payments under Limits and freeze.`,
  balance_insufficient: (_, { me: { account }, isHidden }) => {
    if (account.balance === '0.00') return 'There is no money in the account yet.'
    if (isHidden) return 'There is less in the account than that.'
    return `You can send up to ${formatMoney(account.available, account.currency)}.`
  },
  balance_held: (_, { me: { account }, isHidden }) =>
    isHidden
      ? 'A part of the balance is held. Ask Support about it.'
      : `You can send up to ${formatMoney(account.available, account.currency)}. Ask Support about the rest.`,
  limit_exceeded: (_, { me: { account, transferLimit } }) =>
    `You can send up to ${formatMoney(transferLimit, account.currency)} per transfer. Send the rest separately.`,
  // The review says itself that nothing was sent.
  payee_account_missing: ({ facts }) => `There is no such account at ${facts?.bank}. Check the number.`,
  own_account: () =>
    'You can’t send money to your own account. Enter the account number of the person you are paying.',
  currency_different: (_, { me: { account } }) => askForAccount(account),
}

/** What helps where the account of the payee holds another currency. */
export function askForAccount({ currency }: AccountView): string {
  return `Ask the person you are paying for an account in ${currency}.`
}
