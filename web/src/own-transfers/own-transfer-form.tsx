import type { AccountView } from '@bank/contract/accounts/view'
import { formatMoney } from '@bank/contract/format-money'
import type { OwnTransferReceipt } from '@bank/contract/own-transfers/view'
import { amount, canonicalAmount, typedAmount } from '@bank/contract/rules/amount'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { AccountName, accountName } from '../accounts/account-name.tsx'
import { accountsQuery } from '../accounts/accounts.ts'
import { uncertainKey } from '../api/idempotency-key.ts'
import { TransferCheck } from '../transfers/transfer-check.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useIsHydrated } from '../ui/is-hydrated.ts'
import { MoneyInput } from '../ui/money-input.tsx'
import { Notice } from '../ui/notice.tsx'
import { useOnline } from '../ui/online.ts'
import { Select } from '../ui/select.tsx'
import { adviceAfter } from './advice-after.ts'
import { BalancesAfter } from './balances-after.tsx'
import { useSendOwnTransfer } from './use-send-own-transfer.ts'

const rules = z.object({ amount: z.pipe(z.transform(canonicalAmount), amount) })

/** Chooses two accounts and an amount, shows both balances before and after, and moves the money at once. */
export function OwnTransferForm({
  from,
  to,
  sources,
  partners,
  onChoose,
  onMoved,
}: {
  from: AccountView
  to: AccountView
  /** The accounts that can be chosen as `from` and as `to`. */
  sources: readonly AccountView[]
  partners: readonly AccountView[]
  onChoose: (numbers: { from: string; to: string }) => void
  onMoved: (receipt: OwnTransferReceipt) => void
}) {
  const client = useQueryClient()
  const [notice, setNotice] = useState<string>()
  const [toError, setToError] = useState<string>()
  const [pressedOffline, setPressedOffline] = useState(false)
  const isOnline = useOnline()
  const { register, handleSubmit, formState, setError, control } = useForm<
    { amount: string },
    unknown,
    z.output<typeof rules>
  >({ resolver: standardSchemaResolver(rules), defaultValues: { amount: '' } })
  const typed = useWatch({ control, name: 'amount' })
  const { send, isSending, uncertainId, askNow, intention } = useSendOwnTransfer({
    from,
    to,
    onSent: onMoved,
    onRefused: (error) => {
      const fresh = client.getQueryData(accountsQuery.queryKey)?.find(({ number }) => number === from.number)
      const { field, advice } = adviceAfter(error, fresh ?? from)
      if (field === 'amount') setError(field, { message: advice }, { shouldFocus: true })
      else if (field === 'to') setToError(advice)
      else setNotice(advice)
    },
  })
  const isHydrated = useIsHydrated()
  const isEarlierUncertain = isHydrated && !isSending && !notice && uncertainKey(intention) !== null

  function move({ amount }: z.output<typeof rules>) {
    setNotice(undefined)
    setToError(undefined)
    setPressedOffline(!navigator.onLine)
    if (navigator.onLine) send(amount)
  }

  if (uncertainId) return <TransferCheck id={uncertainId} onAskNow={askNow} />
  return (
    <form
      method="post"
      noValidate
      aria-label="Move money"
      onSubmit={handleSubmit(move)}
      className="grid items-start gap-section xl:grid-cols-[560px_minmax(0,22rem)]"
    >
      <Card className="grid max-w-form gap-field">
        {isEarlierUncertain && (
          <Notice tone="pending">
            The bank did not answer when you last moved money from this account. The same amount to the same
            account counts as that movement and is booked at most once.
          </Notice>
        )}
        {notice && <Notice tone="failed">{notice}</Notice>}
        {pressedOffline && !isOnline && (
          <Notice tone="failed">
            You’re offline, and nothing has been sent. Try again once you are connected.
          </Notice>
        )}
        <Select
          label="From"
          name="from"
          options={optionsOf(sources)}
          value={from.number}
          // The account that was the other one changes places with it.
          onChange={({ target: { value } }) =>
            onChoose({ from: value, to: value === to.number ? from.number : to.number })
          }
        />
        <Select
          label="To"
          name="to"
          options={optionsOf(partners)}
          value={to.number}
          error={toError}
          onChange={({ target }) => onChoose({ from: from.number, to: target.value })}
        />
        <MoneyInput
          label="Amount"
          currency={from.currency}
          echo="You’re moving"
          error={formState.errors.amount?.message}
          className="text-h2"
          {...register('amount')}
        />
      </Card>
      <div className="grid max-w-form gap-field xl:sticky xl:top-[calc(var(--bar-height)+32px)]">
        <BalancesAfter from={placeOf(from)} to={placeOf(to)} amountMinor={typedAmount(typed)} />
        <Button type="submit" wide busy={isSending} busyLabel="Moving money…">
          Move money
        </Button>
        <p className="text-caption text-muted-foreground">The money is moved at once, without a PIN.</p>
      </div>
    </form>
  )
}

function placeOf(account: AccountView) {
  const { balance, currency } = account
  return { name: <AccountName account={account} />, balance, currency }
}

function optionsOf(accounts: readonly AccountView[]) {
  return accounts.map((account) => ({
    value: account.number,
    // The name is isolated from what follows it, in either writing direction.
    label: `\u2068${accountName(account)}\u2069 ··${account.number.slice(-4)}, ${formatMoney(account.balance, account.currency)}`,
  }))
}
