import type { AccountView } from '@bank/contract/accounts/view'
import { formatMoney } from '@bank/contract/format-money'
import { hasActedBefore } from '../api/idempotency-key.ts'
import { fieldReasons, isProblem, reasonOf } from '../api/problem.ts'

/** What the advice says about the source: its balance, as it is now. */
export type AdvisedSource = Pick<AccountView, 'balance' | 'currency'>

/** The advice after a refused movement of money between a customer's accounts or pots, and the field it is about: null for one about no field. */
export function adviceAfter(
  error: unknown,
  from: AdvisedSource,
): { field: 'to' | 'amount' | null; advice: string } {
  if (hasActedBefore(error)) {
    return {
      field: null,
      advice:
        'Nothing was moved now: your last attempt has already moved other money. Check both balances before you move more.',
    }
  }
  const [about] = fieldReasons(error)
  const field = about?.field === 'to' || about?.field === 'amount' ? about.field : null
  if (isProblem(error) && error.code === 'balance_insufficient') {
    const { balance, currency } = from
    return {
      field,
      advice:
        balance === '0.00'
          ? 'There is no money to move yet.'
          : `You can move up to ${formatMoney(balance, currency)}.`,
    }
  }
  return { field, advice: about?.reason ?? reasonOf(error) }
}
