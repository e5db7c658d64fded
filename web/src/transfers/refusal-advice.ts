import type { Problem, RefusalCode } from '@bank/contract/errors'
import { formatMoney } from '@bank/contract/format-money'
import type { MeView } from '@bank/contract/profile/view'
import { fieldReasons } from '../api/problem.ts'
import { labels, type TransferField } from './transfer-fields.ts'

/**
 * Advice after a refused transfer, for the fields it is about. The toast has given the bank's reason; the advice says how to
 * continue. Empty when the refusal is about no field.
 */
export function adviceOn(problem: Problem, me: MeView): { field: TransferField; advice: string }[] {
  return fieldReasons(problem)
    .filter((one): one is { field: TransferField; reason: string } => one.field in labels)
    .map(({ field, reason }) => ({ field, advice: advice[problem.code]?.(problem, me) ?? reason }))
}

/** Advice after a refusal that is about no field: the reviewed transfer can be confirmed again. */
export function adviceInGeneral({ code, facts }: Problem): string {
  if (code === 'id_reused') {
    return 'Nothing was sent now: this form had already sent another transfer, which is listed in Transactions. To send this one as well, confirm it again.'
  }
  if (code === 'payments_frozen') {
    return 'Nothing was sent: your payments are frozen. Unfreeze them under Limits and freeze, then confirm again.'
  }
  if (code === 'too_many_attempts') {
    const minutes = Number(facts?.minutes ?? 1)
    return `Nothing was sent: there were too many transfers in a short time. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then confirm again.`
  }
  return 'Nothing was sent. Nothing you typed is lost; confirm again when you are ready.'
}

type Advice = (problem: Problem, me: MeView) => string

const advice: Partial<Record<RefusalCode, Advice>> = {
  pin_incorrect: ({ facts }) => {
    const left = facts?.triesLeft
    if (left === undefined) return 'Check your PIN.'
    // No tries left, but not locked: the account has no PIN.
    if (left === 0) return 'You have no PIN yet. Set one in Settings, under Transaction Pin.'
    return `Check your PIN. ${left} ${left === 1 ? 'try' : 'tries'} left.`
  },
  pin_locked: ({ facts }) =>
    `Your PIN is locked${facts?.minutes ? ` for ${facts.minutes} minutes` : ''}. Wait, or write to Support if it was not you.`,
  balance_insufficient: (_, { account }) =>
    account.balance === '0.00'
      ? 'There is no money in the account yet.'
      : `You can send up to ${formatMoney(account.balance, account.currency)}.`,
  limit_exceeded: (_, { account, transferLimit }) =>
    `You can send up to ${formatMoney(transferLimit, account.currency)} at once. Send the rest separately.`,
  own_account: () =>
    'You can’t send money to your own account. Enter the account number of the person you are paying.',
  currency_different: (_, { account }) =>
    `Ask the person you are paying for an account in ${account.currency}.`,
}
