import type { AccountView } from '@bank/contract/accounts/view'
import { potMovementForm } from '@bank/contract/pots/form'
import type { PotView } from '@bank/contract/pots/view'
import { canonicalAmount, typedAmount } from '@bank/contract/rules/amount'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { AccountName } from '../accounts/account-name.tsx'
import { uncertainKey } from '../api/idempotency-key.ts'
import { adviceAfter } from '../own-transfers/advice-after.ts'
import { BalancesAfter } from '../own-transfers/balances-after.tsx'
import { TransferCheck } from '../transfers/transfer-check.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { Notice } from '../ui/notice.tsx'
import { useOnline } from '../ui/online.ts'
import { type Direction, useMovePotMoney } from './use-move-pot-money.ts'

type Props = { pot: PotView; account: AccountView; direction: Direction; onClose: () => void }

/** Moves money from the account into a pot, or back, and shows both balances before and after. */
export function MovePotMoneyDialog({ open, ...props }: Props & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title={actions[props.direction].label}
      description="The money is moved at once, without a PIN."
    >
      <MoveForm {...props} />
    </Dialog>
  )
}

const actions = {
  in: { label: 'Add money', echo: 'You’re adding' },
  out: { label: 'Take money out', echo: 'You’re taking out' },
}

const rules = z.object({ amount: z.pipe(z.transform(canonicalAmount), potMovementForm.shape.amount) })

function MoveForm({ pot, account, direction, onClose }: Props) {
  const [notice, setNotice] = useState<string>()
  const [pressedOffline, setPressedOffline] = useState(false)
  const isOnline = useOnline()
  const { register, handleSubmit, formState, setError, control } = useForm<
    { amount: string },
    unknown,
    z.output<typeof rules>
  >({ resolver: standardSchemaResolver(rules), defaultValues: { amount: '' } })
  const typed = useWatch({ control, name: 'amount' })
  const { send, isSending, uncertainId, askNow, intention } = useMovePotMoney({
    pot,
    account,
    direction,
    onSent: onClose,
    onRefused: (error, source) => {
      const { field, advice } = adviceAfter(error, source)
      if (field === 'amount') setError(field, { message: advice }, { shouldFocus: true })
      else setNotice(advice)
    },
  })
  const [isEarlierUncertain] = useState(() => uncertainKey(intention) !== null)

  function move({ amount }: z.output<typeof rules>) {
    setNotice(undefined)
    setPressedOffline(!navigator.onLine)
    if (navigator.onLine) send(amount)
  }

  if (uncertainId) return <TransferCheck id={uncertainId} onAskNow={askNow} />
  const { label, echo } = actions[direction]
  const places = [
    { name: <AccountName account={account} />, balance: account.balance, currency: account.currency },
    { name: <bdi className="wrap-anywhere">{pot.name}</bdi>, balance: pot.balance, currency: pot.currency },
  ] as const
  const [from, to] = direction === 'in' ? places : ([places[1], places[0]] as const)
  return (
    <form noValidate onSubmit={handleSubmit(move)} className="grid gap-field">
      {isEarlierUncertain && !isSending && !notice && (
        <Notice tone="pending">
          The bank did not answer when you last did this. The same amount again counts as that movement and is
          booked at most once.
        </Notice>
      )}
      {notice && <Notice tone="failed">{notice}</Notice>}
      {pressedOffline && !isOnline && (
        <Notice tone="failed">
          You’re offline, and nothing has been sent. Try again once you are connected.
        </Notice>
      )}
      <MoneyInput
        label="Amount"
        currency={pot.currency}
        echo={echo}
        error={formState.errors.amount?.message}
        data-first-focus
        {...register('amount')}
      />
      <BalancesAfter from={from} to={to} amountMinor={typedAmount(typed)} />
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
