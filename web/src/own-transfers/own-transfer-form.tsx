import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import type { OwnTransferReceipt } from '@bank/contract/own-transfers/view'
import { useQueryClient } from '@tanstack/react-query'
import { AccountName, accountName } from '../accounts/account-name.tsx'
import { accountOptions } from '../accounts/account-options.ts'
import { accountsQuery } from '../accounts/accounts.ts'
import { call } from '../api/call.ts'
import { MovementSlip } from '../sending/balances-after.tsx'
import { besideSlip, revealFocused, StepButton, slipPlace } from '../sending/slip.tsx'
import { TransferCheck } from '../sending/transfer-check.tsx'
import { useMoveMoney } from '../sending/use-move-money.ts'
import { useDraft, useKeptDraft } from '../sessions/drafts.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { refreshMoney } from '../transactions/transactions.ts'
import { Card } from '../ui/card.tsx'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { MoneyInput } from '../ui/money-input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'

/** Chooses two accounts and an amount, shows both balances before and after, and moves the money immediately. */
export function OwnTransferForm({
  from,
  to,
  sources,
  partners,
  foreign,
  onChoose,
  onMoved,
}: {
  from: AccountView
  to: AccountView
  /** The accounts that can be chosen as `from` and as `to`. */
  sources: readonly AccountView[]
  partners: readonly AccountView[]
  /** Those that cannot be chosen as `to`, because they are in another currency. */
  foreign: readonly AccountView[]
  onChoose: (numbers: { from: string; to: string }) => void
  onMoved: (receipt: OwnTransferReceipt) => void
}) {
  const client = useQueryClient()
  const purpose = ownTransferFrom(from)
  const form = useMoveMoney<OwnTransferReceipt>({
    purpose,
    subject: 'own transfer',
    typedBefore: useKeptDraft<{ amount: string }>(purpose)?.amount,
    // The receipt says it to those who see it.
    doneText: (moved, hasLeft) => (hasLeft ? `${moved} moved` : undefined),
    move: (movement, signal) => {
      const query = { account: from.number }
      return call(endpoints.sendOwnTransfer, { query, body: { ...movement, to: to.number }, signal })
    },
    source: () =>
      client.getQueryData(accountsQuery.queryKey)?.find(({ number }) => number === from.number) ?? from,
    onBooked: () => {
      dropDraft(purpose)
      refreshMoney(client)
    },
    readAgain: () => client.fetchQuery({ ...accountsQuery, staleTime: 0 }),
    onSent: onMoved,
  })
  useDraft(purpose, form.getValues)
  const isHidden = useAmountsHidden()
  const { refusal, uncertainId } = form
  const notice = form.offlineNotice ?? (refusal?.field === 'to' ? undefined : refusal?.advice)

  function choose(numbers: { from: string; to: string }) {
    // The amount moves on with the form: it is not the draft of the account that was chosen before.
    if (numbers.from !== from.number) dropDraft(purpose)
    onChoose(numbers)
  }

  if (uncertainId) return <TransferCheck id={uncertainId} onAskNow={form.askNow} />
  return (
    <form
      method="post"
      noValidate
      aria-label="Move money"
      onSubmit={form.onSubmit}
      onFocus={revealFocused}
      className="@container"
    >
      <div className={besideSlip}>
        <Card className="grid min-w-0 gap-field">
          {form.mayRepeat && (
            <Notice tone="pending">
              The bank did not answer when you last moved money from this account. The same amount to the same
              account counts as that movement and is booked at most once.
            </Notice>
          )}
          {notice && <Notice tone="failed">{notice}</Notice>}
          <Select
            label="From"
            name="from"
            options={accountOptions(sources, isHidden)}
            value={from.number}
            // The account that was the other one changes places with it.
            onChange={({ target: { value } }) =>
              choose({ from: value, to: value === to.number ? from.number : to.number })
            }
          />
          <Select
            label="To"
            name="to"
            options={[...accountOptions(partners, isHidden), ...foreign.map(foreignOption)]}
            hint={
              foreign.length > 0
                ? `We don’t exchange money: only accounts in ${from.currency} can be chosen.`
                : undefined
            }
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
        <div className={slipPlace}>
          <MovementSlip from={placeOf(from)} to={placeOf(to)} amountMinor={form.amountMinor} />
          <p className="text-caption text-muted-foreground">Arrives immediately. No PIN needed.</p>
        </div>
        <StepButton busy={form.isSending} busyLabel="Moving money…">
          Move money
        </StepButton>
      </div>
    </form>
  )
}

function foreignOption(account: AccountView) {
  const { number, currency } = account
  const label = `\u2068${accountName(account)}\u2069 ··${number.slice(-4)}, in ${currency}`
  return { value: number, label, disabled: true }
}

function placeOf(account: AccountView) {
  const { balance, held, currency } = account
  return { name: <AccountName account={account} />, balance, held, currency }
}

/** The name of the form, of its draft and of what the bank does once: what was typed for one account is not shown for another. */
function ownTransferFrom({ number }: AccountView): string {
  return `own transfer from ${number}`
}
