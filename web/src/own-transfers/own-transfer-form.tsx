import type { AccountView } from '@bank/contract/accounts/view'
import type { OwnTransferReceipt } from '@bank/contract/own-transfers/view'
import { useQueryClient } from '@tanstack/react-query'
import { AccountName } from '../accounts/account-name.tsx'
import { accountOptions } from '../accounts/account-options.ts'
import { accountsQuery } from '../accounts/accounts.ts'
import { uncertainKey } from '../api/idempotency-key.ts'
import { useDraft, useKeptDraft } from '../sessions/drafts.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { TransferCheck } from '../transfers/transfer-check.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useIsHydrated } from '../ui/is-hydrated.ts'
import { MoneyInput } from '../ui/money-input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { BalancesAfter } from './balances-after.tsx'
import { useAmountForm } from './use-amount-form.ts'
import { ownTransferFrom, useSendOwnTransfer } from './use-send-own-transfer.ts'

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
  const draft = ownTransferFrom(from)
  const form = useAmountForm(useKeptDraft<{ amount: string }>(draft)?.amount)
  useDraft(draft, form.getValues)
  const { send, isSending, uncertainId, askNow, offlineNotice, intention } = useSendOwnTransfer({
    from,
    to,
    onSent: onMoved,
    onRefused: (error) => {
      const fresh = client.getQueryData(accountsQuery.queryKey)?.find(({ number }) => number === from.number)
      form.refuse(error, fresh ?? from)
    },
  })
  const { refusal } = form
  const notice = offlineNotice ?? (refusal?.field === null ? refusal.advice : undefined)
  const isHydrated = useIsHydrated()
  const isEarlierUncertain = isHydrated && !isSending && !refusal && uncertainKey(intention) !== null

  function choose(numbers: { from: string; to: string }) {
    // The amount moves on with the form: it is not the draft of the account that was chosen before.
    if (numbers.from !== from.number) dropDraft(draft)
    onChoose(numbers)
  }

  if (uncertainId) return <TransferCheck id={uncertainId} onAskNow={askNow} />
  return (
    <form
      method="post"
      noValidate
      aria-label="Move money"
      onSubmit={form.onSubmit(send)}
      className="grid items-start gap-section xl:grid-cols-[560px_minmax(0,22rem)]"
    >
      <Card className="grid min-w-0 max-w-form gap-field">
        {isEarlierUncertain && (
          <Notice tone="pending">
            The bank did not answer when you last moved money from this account. The same amount to the same
            account counts as that movement and is booked at most once.
          </Notice>
        )}
        {notice && <Notice tone="failed">{notice}</Notice>}
        <Select
          label="From"
          name="from"
          options={accountOptions(sources)}
          value={from.number}
          // The account that was the other one changes places with it.
          onChange={({ target: { value } }) =>
            choose({ from: value, to: value === to.number ? from.number : to.number })
          }
        />
        <Select
          label="To"
          name="to"
          options={accountOptions(partners)}
          value={to.number}
          error={refusal?.field === 'to' ? refusal.advice : undefined}
          onChange={({ target }) => choose({ from: from.number, to: target.value })}
        />
        <MoneyInput
          label="Amount"
          currency={from.currency}
          echo="You’re moving"
          className="text-h2"
          {...form.input}
        />
      </Card>
      <div className="grid min-w-0 max-w-form gap-field xl:sticky xl:top-[calc(var(--bar-height)+32px)]">
        <BalancesAfter from={placeOf(from)} to={placeOf(to)} amountMinor={form.amountMinor} />
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
