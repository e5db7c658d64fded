import type { AccountView } from '@bank/contract/accounts/view'
import { formatMoney } from '@bank/contract/format-money'
import { amount } from '@bank/contract/rules/amount'
import { canonicalAmount, typedAmount } from '@bank/contract/typed-amount'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { adviceAfter } from '../api/advice-after.ts'
import { type Intention, uncertainKey } from '../api/idempotency-key.ts'
import { fieldReasons } from '../api/problem.ts'
import { requestTimeout } from '../api/request-outcome.ts'
import { resolverOf } from '../api/rules-resolver.ts'
import { useSignedIn } from '../sessions/session.ts'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { useIsHydrated } from '../ui/is-hydrated.ts'
import { sendUntilCertain } from './send-until-certain.ts'
import { useSending } from './use-sending.ts'

const rules = z.object({ amount: z.pipe(z.transform(canonicalAmount), amount) })

/** What the advice after a refusal says about the source: its balance, as it is now, and what of an account's can be spent. */
type Source = Pick<AccountView, 'balance' | 'currency'> & Partial<Pick<AccountView, 'available'>>

/**
 * The form of an amount that is moved between a customer's accounts or pots, and its movement: at once, without a PIN, and once
 * however often it is sent. `amountMinor` is what is typed, undefined while it is no amount. A refusal is shown on the amount or is
 * `refusal`, which the next submit clears. `mayRepeat` is true while the outcome of an earlier movement is not certain.
 */
export function useMoveMoney<Receipt extends { amount: string }>({
  purpose,
  subject,
  typedBefore = '',
  doneText,
  move,
  source,
  ...rest
}: {
  /** What the bank does once: from where the money is moved, or where to. */
  purpose: string
  /** What the toasts are about. */
  subject: string
  typedBefore?: string | undefined
  /** What the toast says, undefined where the page shows it: `hasLeft` is true when the customer has gone on to another page. */
  doneText: (moved: string, hasLeft: boolean) => string | undefined
  move: (movement: { transactionId: string; amount: string }, signal: AbortSignal) => Promise<Receipt>
  /** Where the money comes from, as it is known now, and after `readAgain`. */
  source: () => Source
  onBooked: () => void
  readAgain: () => Promise<unknown>
  onSent: (receipt: Receipt) => void
}) {
  const intention: Intention = { person: useSignedIn().user.id, purpose }
  const [refusal, setRefusal] = useState<{ field: string | undefined; advice: string }>()
  const { register, handleSubmit, formState, setError, control, getValues } = useForm<
    { amount: string },
    unknown,
    z.output<typeof rules>
  >({ resolver: resolverOf(rules), defaultValues: { amount: typedBefore } })
  const typed = useWatch({ control, name: 'amount' })
  const isHidden = useAmountsHidden()
  const moved = ({ amount }: Receipt) => (isHidden ? 'Money' : formatMoney(amount, source().currency))
  const { send, isSending, offlineNotice, ...sending } = useSending<bigint, Receipt>({
    ...rest,
    subject,
    texts: { busy: 'Moving money...', done: (receipt, hasLeft) => doneText(moved(receipt), hasLeft) },
    act: (amountMinor, waiting) =>
      sendUntilCertain(
        intention,
        (transactionId) => move({ transactionId, amount: formatMinor(amountMinor) }, requestTimeout()),
        waiting,
      ),
    onRefused: (error) => {
      const advice = adviceAfter(error, adviceFor(source(), isHidden))
      const field = fieldReasons(error)[0]?.field
      if (field === 'amount') setError(field, { message: advice }, { shouldFocus: true })
      else setRefusal({ field, advice })
    },
  })
  const isHydrated = useIsHydrated()
  const amountMinor = typedAmount(typed)
  const isTooMuch = amountMinor !== undefined && amountMinor > minorOf(availableIn(source()))
  const warning = isTooMuch ? mostIn(source(), isHidden) : ''
  return {
    ...sending,
    isSending,
    getValues,
    input: { ...register('amount'), typed, error: formState.errors.amount?.message, warning },
    amountMinor,
    refusal,
    offlineNotice,
    mayRepeat: isHydrated && !isSending && !refusal && uncertainKey(intention) !== null,
    onSubmit: handleSubmit((form) => {
      setRefusal(undefined)
      send(form.amount)
    }),
  }
}

function adviceFor(source: Source, isHidden: boolean) {
  return {
    id_reused:
      'Nothing was moved now: your last attempt has already moved other money. Check both balances before you move more.',
    balance_insufficient:
      source.balance === '0.00' ? 'There is no money to move yet.' : mostIn(source, isHidden),
    balance_held: `${mostIn(source, isHidden)} The bank holds the rest: ask Support about it.`,
  }
}

/** Of a pot nothing is held. */
function availableIn({ available, balance }: Source): string {
  return available ?? balance
}

/** The most that can be moved, or that it is less, where amounts are hidden. */
function mostIn(source: Source, isHidden: boolean): string {
  return isHidden
    ? 'There is less than that.'
    : `You can move up to ${formatMoney(availableIn(source), source.currency)}.`
}
