import type { AccountView } from '@bank/contract/accounts/view'
import { dayText } from '@bank/contract/date-text'
import type { PotView } from '@bank/contract/pots/view'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useIsHydrated } from '../ui/is-hydrated.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { GoalRing, percentOf } from './goal-ring.tsx'
import { isLockedToday, monthlyMinor } from './pot-lock.ts'
import { RoundUpSwitch } from './round-up-switch.tsx'

type Act = 'in' | 'out' | 'change'

/** One pot with its balance, its goal as a ring, its days, and everything that the customer can do with it. */
export function PotCard({
  pot,
  account,
  canMove,
  onClose,
}: {
  pot: PotView
  account: AccountView
  /** False while the account is not active or its owner has frozen their payments. */
  canMove: boolean
  /** Asks whether to close the pot. */
  onClose: () => void
}) {
  const { name, balance, currency } = pot
  const [act, setAct] = useState<Act>()
  // The code of a dialog stays mounted while the dialog closes.
  const [direction, setDirection] = useState<'in' | 'out'>('in')
  const leave = () => setAct(undefined)
  function move(to: 'in' | 'out') {
    setDirection(to)
    setAct(to)
  }
  const isEmpty = balance === '0.00'
  return (
    <li className="min-w-0">
      <Card className="grid h-full content-between gap-4">
        <div className="flex items-center gap-4">
          <GoalRing pot={pot} size="size-18" />
          <div className="grid min-w-0 grow">
            <div className="flex items-start justify-between gap-2">
              <h2 className="text-h3 wrap-anywhere">
                <bdi>{name}</bdi>
              </h2>
              <IconButton
                icon={Pencil}
                label={`Change ${name}`}
                onClick={() => setAct('change')}
                className="no-print -my-2 -me-2"
              />
            </div>
            <p>
              {/* More than twelve digits have room on a phone where they are smaller. */}
              <Amount
                value={balance}
                currency={currency}
                className={balance.length > 13 ? 'text-h3' : 'text-h2'}
              />
            </p>
            <GoalText pot={pot} />
          </div>
        </div>
        <div className="grid gap-4">
          <div className="border-t pt-1 text-muted-foreground">
            <RoundUpSwitch pot={pot} />
          </div>
          <div className="no-print flex flex-wrap gap-2">
            {canMove && <PotButton label="Add money" object={`to ${name}`} onClick={() => move('in')} />}
            {canMove && !isEmpty && (
              <PotButton label="Take out" object={`from ${name}`} onClick={() => move('out')} />
            )}
            {isEmpty && <PotButton label="Close" object={name} look="quiet" onClick={onClose} />}
          </div>
        </div>
        <MovePotMoneyDialog
          pot={pot}
          account={account}
          direction={direction}
          open={act === 'in' || act === 'out'}
          onClose={leave}
        />
        <ChangePotDialog pot={pot} open={act === 'change'} onClose={leave} />
      </Card>
    </li>
  )
}

const MovePotMoneyDialog = lazyDialog(
  async () => (await import('./move-pot-money-dialog.tsx')).MovePotMoneyDialog,
)
const ChangePotDialog = lazyDialog(async () => (await import('./change-pot-dialog.tsx')).ChangePotDialog)

/** The goal, what a month reaches it by its day, and the lock. */
function GoalText({ pot: { balance, goal, currency, targetDay, lockedUntil } }: { pot: PotView }) {
  // The clock of the browser is not that of the first view.
  const isHydrated = useIsHydrated()
  const isHidden = useAmountsHidden()
  const missing = isHydrated && goal !== null && targetDay ? minorOf(goal) - minorOf(balance) : 0n
  const monthly = targetDay ? monthlyMinor(missing, targetDay) : undefined
  return (
    <div className="text-table text-muted-foreground tabular">
      {goal !== null && (
        <p>
          {isHidden ? 'Goal' : `${percentOf(balance, goal)}% of`} <Amount value={goal} currency={currency} />
        </p>
      )}
      {targetDay && (
        <p>
          {monthly === undefined ? (
            'Target day '
          ) : (
            <>
              <Amount value={formatMinor(monthly)} currency={currency} /> a month until{' '}
            </>
          )}
          {dayText(targetDay, 'short')}
        </p>
      )}
      {lockedUntil && (
        <p>
          {isHydrated && !isLockedToday(lockedUntil) ? 'Lock ended' : 'Locked until'}{' '}
          {dayText(lockedUntil, 'short')}
        </p>
      )}
    </div>
  )
}

/** `object` ends the label for screen readers: there is such a button for each pot. */
function PotButton({
  label,
  object,
  look = 'secondary',
  onClick,
}: {
  label: string
  object: string
  look?: 'secondary' | 'quiet'
  onClick: () => void
}) {
  return (
    <Button look={look} onClick={onClick}>
      <span>
        {label}
        <span className="sr-only"> {object}</span>
      </span>
    </Button>
  )
}
