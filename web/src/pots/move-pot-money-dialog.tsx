import type { AccountView } from '@bank/contract/accounts/view'
import type { PotView } from '@bank/contract/pots/view'
import { useState } from 'react'
import { AccountName } from '../accounts/account-name.tsx'
import { uncertainKey } from '../api/idempotency-key.ts'
import { BalancesAfter } from '../own-transfers/balances-after.tsx'
import { useAmountForm } from '../own-transfers/use-amount-form.ts'
import { TransferCheck } from '../transfers/transfer-check.tsx'
import { Button } from '../ui/button.tsx'
import { dayInSentences } from '../ui/date-text.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { Notice } from '../ui/notice.tsx'
import { isLockedToday } from './pot-lock.ts'
import { type Direction, useMovePotMoney } from './use-move-pot-money.ts'

type Props = { pot: PotView; account: AccountView; direction: Direction; onClose: () => void }

/** Moves money from the account into a pot, or back, and shows both balances before and after. A locked pot says until when. */
export function MovePotMoneyDialog({ open, ...props }: Props & { open: boolean }) {
  const { lockedUntil } = props.pot
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title={actions[props.direction].label}
      description={
        isLockedFor(props)
          ? `This pot is locked until ${dayInSentences(lockedUntil!)}. You can still add money.`
          : 'The money is moved at once, without a PIN.'
      }
    >
      <MoveForm {...props} />
    </Dialog>
  )
}

const actions = {
  in: { label: 'Add money', echo: 'You’re adding' },
  out: { label: 'Take money out', echo: 'You’re taking out' },
}

function isLockedFor({ pot: { lockedUntil }, direction }: Pick<Props, 'pot' | 'direction'>): boolean {
  return direction === 'out' && lockedUntil !== null && isLockedToday(lockedUntil)
}

function MoveForm({ pot, account, direction, onClose }: Props) {
  const form = useAmountForm()
  const { send, isSending, uncertainId, askNow, offlineNotice, intention } = useMovePotMoney({
    pot,
    account,
    direction,
    onSent: onClose,
    onRefused: form.refuse,
  })
  const [isEarlierUncertain] = useState(() => uncertainKey(intention) !== null)
  const [isLocked] = useState(() => isLockedFor({ pot, direction }))
  const notice = offlineNotice ?? form.refusal?.advice

  // A movement without an answer can be sent again: it may have been booked before the lock.
  if (isLocked && !isEarlierUncertain) {
    return (
      <div className="flex justify-end">
        <Button look="secondary" onClick={onClose} data-first-focus>
          Back to pots
        </Button>
      </div>
    )
  }
  if (uncertainId) return <TransferCheck id={uncertainId} onAskNow={askNow} />
  const { label, echo } = actions[direction]
  const places = [
    { name: <AccountName account={account} />, balance: account.balance, currency: account.currency },
    { name: <bdi className="wrap-anywhere">{pot.name}</bdi>, balance: pot.balance, currency: pot.currency },
  ] as const
  const [from, to] = direction === 'in' ? places : ([places[1], places[0]] as const)
  return (
    <form noValidate onSubmit={form.onSubmit(send)} className="grid gap-field">
      {isEarlierUncertain && !isSending && !notice && (
        <Notice tone="pending">
          The bank did not answer when you last did this. The same amount again counts as that movement and is
          booked at most once.
        </Notice>
      )}
      {notice && <Notice tone="failed">{notice}</Notice>}
      <MoneyInput label="Amount" currency={pot.currency} echo={echo} data-first-focus {...form.input} />
      <BalancesAfter from={from} to={to} amountMinor={form.amountMinor} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isSending} busyLabel="Moving money…">
          {label}
        </Button>
      </div>
    </form>
  )
}
