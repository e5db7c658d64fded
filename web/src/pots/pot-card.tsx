import type { AccountView } from '@bank/contract/accounts/view'
import { dayText } from '@bank/contract/date-text'
import type { PotView } from '@bank/contract/pots/view'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { type ReactNode, useState } from 'react'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useIsHydrated } from '../ui/is-hydrated.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { GoalProgress } from './goal-progress.tsx'
import { isLockedToday, monthlyMinor } from './pot-lock.ts'
import { RoundUpSwitch } from './round-up-switch.tsx'

type Act = 'in' | 'out' | 'change' | 'close'

/** One pot with its balance, its goal, its days, and everything that the customer can do with it. */
export function PotCard({
  pot,
  account,
  canMove,
}: {
  pot: PotView
  account: AccountView
  /** False while the account is not active or its owner has frozen their payments. */
  canMove: boolean
}) {
  const { name, balance, currency, targetDay, lockedUntil } = pot
  const [act, setAct] = useState<Act>()
  // The code of a dialog stays mounted while the dialog closes.
  const [direction, setDirection] = useState<'in' | 'out'>('in')
  const onClose = () => setAct(undefined)
  function move(to: 'in' | 'out') {
    setDirection(to)
    setAct(to)
  }
  const isEmpty = balance === '0.00'
  return (
    <li className="min-w-0">
      <Card className="grid gap-4">
        <div>
          <h2 className="text-h3 wrap-anywhere">
            <bdi>{name}</bdi>
          </h2>
          <p>
            <Amount value={balance} currency={currency} className="text-h2" />
          </p>
        </div>
        <GoalProgress pot={pot} />
        {(targetDay || lockedUntil) && (
          <dl className="grid gap-1 text-table">
            {targetDay && <Fact label="Target day">{dayText(targetDay, 'short')}</Fact>}
            {targetDay && <MonthlyFact pot={pot} targetDay={targetDay} />}
            {lockedUntil && (
              <Fact label="Lock">
                <LockText lockedUntil={lockedUntil} />
              </Fact>
            )}
          </dl>
        )}
        <RoundUpSwitch pot={pot} />
        <div className="no-print flex flex-wrap gap-2">
          {canMove && <PotButton label="Add money" object={`to ${name}`} onClick={() => move('in')} />}
          {canMove && !isEmpty && (
            <PotButton label="Take out" object={`from ${name}`} onClick={() => move('out')} />
          )}
          <PotButton label="Change" object={name} onClick={() => setAct('change')} />
          {isEmpty && <PotButton label="Close" object={name} onClick={() => setAct('close')} />}
        </div>
        <MovePotMoneyDialog
          pot={pot}
          account={account}
          direction={direction}
          open={act === 'in' || act === 'out'}
          onClose={onClose}
        />
        <ChangePotDialog pot={pot} open={act === 'change'} onClose={onClose} />
        <ClosePotDialog pot={pot} open={act === 'close'} onClose={onClose} />
      </Card>
    </li>
  )
}

const MovePotMoneyDialog = lazyDialog(
  async () => (await import('./move-pot-money-dialog.tsx')).MovePotMoneyDialog,
)
const ChangePotDialog = lazyDialog(async () => (await import('./change-pot-dialog.tsx')).ChangePotDialog)
const ClosePotDialog = lazyDialog(async () => (await import('./close-pot-dialog.tsx')).ClosePotDialog)

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  )
}

/** How much a month reaches the goal by its day. */
function MonthlyFact({ pot, targetDay }: { pot: PotView; targetDay: string }) {
  // The clock of the browser is not that of the first view.
  if (!useIsHydrated() || pot.goal === null) return null
  const monthly = monthlyMinor(minorOf(pot.goal) - minorOf(pot.balance), targetDay)
  if (monthly === undefined) return null
  return (
    <Fact label="To get there">
      <Amount value={formatMinor(monthly)} currency={pot.currency} /> a month
    </Fact>
  )
}

/** `object` ends the label for screen readers: there is such a button for each pot. */
function PotButton({ label, object, onClick }: { label: string; object: string; onClick: () => void }) {
  return (
    <Button look="secondary" onClick={onClick}>
      <span>
        {label}
        <span className="sr-only"> {object}</span>
      </span>
    </Button>
  )
}

/** Until when a pot is locked, or since when no longer. */
function LockText({ lockedUntil }: { lockedUntil: string }) {
  const isHydrated = useIsHydrated()
  const isOver = isHydrated && !isLockedToday(lockedUntil)
  return `${isOver ? 'Ended' : 'Until'} ${dayText(lockedUntil, 'short')}`
}
