import type { AccountView } from '@bank/contract/accounts/view'
import { dayText } from '@bank/contract/date-text'
import { endpoints } from '@bank/contract/endpoints'
import type { PotMovementView, PotView } from '@bank/contract/pots/view'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountName } from '../accounts/account-name.tsx'
import { meQuery } from '../accounts/me.ts'
import { call } from '../api/call.ts'
import { choiceOf } from '../api/chosen-account.ts'
import { BalancesAfter } from '../sending/balances-after.tsx'
import { TransferCheck } from '../sending/transfer-check.tsx'
import { useMoveMoney } from '../sending/use-move-money.ts'
import { refreshMoney } from '../transactions/transactions.ts'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { Notice } from '../ui/notice.tsx'
import { isLockedToday } from './pot-lock.ts'
import { potsQuery, refreshPots } from './pots.ts'

type Direction = 'in' | 'out'
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
          ? `This pot is locked until ${dayText(lockedUntil!, 'long')}. You can still add money.`
          : 'Arrives immediately. No PIN needed.'
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
  const client = useQueryClient()
  const isIn = direction === 'in'
  const [me, pots] = [meQuery(choiceOf(account)), potsQuery(choiceOf(account))]
  const form = useMoveMoney<PotMovementView>({
    purpose: `money ${isIn ? 'into' : 'out of'} pot ${pot.id}`,
    subject: 'pot',
    doneText: (moved) => `${moved} ${isIn ? 'added' : 'taken out'}`,
    move: (body, signal) =>
      call(isIn ? endpoints.moveIntoPot : endpoints.moveOutOfPot, { params: { id: pot.id }, body, signal }),
    source: () =>
      isIn
        ? (client.getQueryData(me.queryKey)?.account ?? account)
        : (client.getQueryData(pots.queryKey)?.find(({ id }) => id === pot.id) ?? pot),
    onBooked: () => {
      refreshMoney(client)
      void refreshPots(client)
    },
    readAgain: () =>
      Promise.all([client.fetchQuery({ ...me, staleTime: 0 }), client.fetchQuery({ ...pots, staleTime: 0 })]),
    onSent: onClose,
  })
  const { isSending, uncertainId, mayRepeat } = form
  const notice = form.offlineNotice ?? form.refusal?.advice
  // A movement without an answer can be sent again: it may have been booked before the lock.
  const [isLocked] = useState(() => isLockedFor({ pot, direction }) && !mayRepeat)

  if (isLocked) return <DialogActions onCancel={onClose} cancel="Back to pots" isCancelFirst />
  if (uncertainId) return <TransferCheck id={uncertainId} onAskNow={form.askNow} />
  const { label, echo } = actions[direction]
  const places = [
    {
      name: <AccountName account={account} />,
      balance: account.balance,
      held: account.held,
      currency: account.currency,
    },
    { name: <bdi className="wrap-anywhere">{pot.name}</bdi>, balance: pot.balance, currency: pot.currency },
  ] as const
  const [from, to] = isIn ? places : ([places[1], places[0]] as const)
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-field">
      {mayRepeat && !notice && (
        <Notice tone="pending">
          The bank did not answer when you last did this. The same amount again counts as that movement and is
          booked at most once.
        </Notice>
      )}
      {notice && <Notice tone="failed">{notice}</Notice>}
      <MoneyInput label="Amount" currency={pot.currency} echo={echo} data-first-focus {...form.input} />
      <BalancesAfter from={from} to={to} amountMinor={form.amountMinor} />
      <DialogActions onCancel={onClose} action={label} busyLabel="Moving money…" isBusy={isSending} />
    </form>
  )
}
