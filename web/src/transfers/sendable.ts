import type { AccountView } from '@bank/contract/accounts/view'
import { formatMoney } from '@bank/contract/format-money'
import type { GuardView } from '@bank/contract/guards/view'
import type { MeView } from '@bank/contract/profile/view'
import { formatMinor, minorOf } from '@bank/ledger/money'

/**
 * What the customer can send to others now, by what the account has to spend, the bank's maximum and all limits, in words: a hint, and a warning about
 * an amount (minor units) that the bank would refuse, empty for any other. Where amounts are hidden (`isHidden`), neither says one. `guard` is that of the account's currency.
 */
export function sendableIn({ account, transferLimit }: MeView, guard: GuardView, isHidden = false) {
  const { limits, bank, sent, recovery, newBeneficiaries } = guard
  const today = least(
    minorOf(account.available),
    leftOf(limits.day, sent?.day),
    leftOf(bank.day, sent?.day),
    leftOf(limits.month, sent?.month),
    leftOf(bank.month, sent?.month),
    leftOf(recovery?.limit, recovery?.sent),
  )
  const perTransfer = least(minorOf(transferLimit), leftOf(limits.payment))
  const toNew = leftOf(newBeneficiaries?.limit, newBeneficiaries?.sent)
  const text = (minor: bigint) => formatMoney(formatMinor(minor), account.currency)
  return {
    hint: isHidden
      ? undefined
      : today > perTransfer
        ? `You can send up to ${text(perTransfer)} per transfer.`
        : `You can send up to ${text(today)} today.`,
    warningOf(amountMinor: bigint | undefined): string {
      if (amountMinor === undefined) return ''
      const short = shortageIn(account, amountMinor, isHidden)
      if (short) return short
      if (amountMinor > today) return 'That is more than you can send today.'
      if (amountMinor > perTransfer) return 'That is more than you can send in one transfer.'
      if (toNew !== undefined && amountMinor > toNew)
        return isHidden
          ? 'That is more than you can send to new payees today.'
          : `To new payees you can send up to ${text(toNew)} today.`
      return ''
    },
  }
}

/** By how much an amount (minor units) is more than the account has to spend, in words; empty when it has enough. */
export function shortageIn(
  { available, held, currency }: AccountView,
  amountMinor: bigint,
  isHidden: boolean,
): string {
  const missing = amountMinor - minorOf(available)
  if (missing <= 0n) return ''
  const much = isHidden ? '' : `${formatMoney(formatMinor(missing), currency)} `
  return held === '0.00'
    ? `That is ${much}more than your balance.`
    : `That is ${much}more than you can spend: the bank holds a part of your balance.`
}

/** What is left of a limit, which can be lower than what was sent; undefined without a limit. */
function leftOf(limit: string | null | undefined, sent = '0.00'): bigint | undefined {
  if (limit === null || limit === undefined) return undefined
  const left = minorOf(limit) - minorOf(sent)
  return left > 0n ? left : 0n
}

function least(first: bigint, ...others: (bigint | undefined)[]): bigint {
  return others.reduce<bigint>(
    (least, other) => (other !== undefined && other < least ? other : least),
    first,
  )
}
