import { pages } from '@bank/contract/pages'
import type { PotView } from '@bank/contract/pots/view'
import type { MeView } from '@bank/contract/profile/view'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { useState } from 'react'
import { AccountPicker } from '../accounts/account-picker.tsx'
import { isOpen } from '../accounts/accounts.ts'
import { ClosedAccount } from '../accounts/closed-account.tsx'
import { useMe } from '../accounts/me.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { FrozenNotice } from '../freeze/frozen-notice.tsx'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useAmountsMark } from '../ui/hidden-amounts.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { useListUrlState } from '../ui/list-url-state.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PotCard } from './pot-card.tsx'
import { potLook } from './pot-look.tsx'
import { usePots } from './pots.ts'

/** `/pots`: the money that the customer has put aside from an account. */
export function PotsPage() {
  const me = useMe()
  const pots = usePots()
  const failed = [me, pots].find(({ data, error }) => !data && error)
  return (
    <div className="grid gap-section">
      <PageHeading>{pages.pots.title}</PageHeading>
      <AccountPicker />
      {me.data && pots.data ? (
        <Pots me={me.data} pots={pots.data} />
      ) : failed ? (
        <LoadFailure
          title="Your pots could not be loaded"
          error={failed.error}
          onRetry={() => Promise.all([me.refetch(), pots.refetch()])}
        />
      ) : (
        <>
          <LoadingText />
          <Skeleton className="h-10 w-64" />
          <Skeleton className="h-40 w-full rounded-card" />
        </>
      )}
    </div>
  )
}

function Pots({ me: { account, frozenAt }, pots }: { me: MeView; pots: readonly PotView[] }) {
  const { openId, openOver, leave } = useListUrlState()
  const mark = useAmountsMark()
  const [closing, setClosing] = useState<string>()
  if (!isOpen(account)) return <ClosedAccount account={account} />
  return (
    <>
      {frozenAt && <FrozenNotice since={frozenAt} />}
      {pots.length === 0 ? (
        <p className="max-w-prose">
          Set money aside for a goal. It’s still yours, but it isn’t in your balance and can’t be spent by
          mistake.
        </p>
      ) : (
        <Sum pots={pots} />
      )}
      {account.isActive ? (
        <OpenPotDialog
          account={account}
          name={suggestions.find((name) => name === openId) ?? ''}
          open={openId !== undefined}
          onClose={leave}
        />
      ) : (
        <p>You can open a pot once this account is active.</p>
      )}
      {account.isActive && pots.length > 0 && (
        <div className="flex">
          <Button onClick={() => openOver('pot')}>Open a pot</Button>
        </div>
      )}
      {pots.length === 0 ? (
        <Card>
          <EmptyState title="You have no pots">
            {account.isActive && <FirstPots onOpen={openOver} />}
          </EmptyState>
        </Card>
      ) : (
        <ul aria-label="Your pots" {...mark} className="grid gap-4 lg:grid-cols-2">
          {pots.map((pot) => (
            <PotCard
              key={pot.id}
              pot={pot}
              account={account}
              canMove={account.isActive && !frozenAt}
              onClose={() => setClosing(pot.id)}
            />
          ))}
        </ul>
      )}
      {pots.map((pot) => (
        <ClosePotDialog
          key={pot.id}
          pot={pot}
          account={account}
          open={pot.id === closing}
          onClose={() => setClosing(undefined)}
        />
      ))}
    </>
  )
}

/** The money in all pots of the account, and what is special about it. */
function Sum({ pots }: { pots: readonly PotView[] }) {
  const sum = pots.reduce((sum, { balance }) => sum + minorOf(balance), 0n)
  return (
    <div className="grid gap-1.5 text-table text-muted-foreground">
      <p>
        In pots{' '}
        <span className="block text-foreground">
          <Amount value={formatMinor(sum)} currency={pots[0]!.currency} hero />
        </span>
      </p>
      <p className="max-w-prose">
        It’s still yours, but it isn’t in your balance. With round-up, we round each transfer up to the next
        whole amount and put the difference into a pot.
      </p>
    </div>
  )
}

/** The form of a pot, empty or with a name that a pot could have. */
function FirstPots({ onOpen }: { onOpen: (name: string) => void }) {
  return (
    <>
      <p className="text-muted-foreground">What are you saving for?</p>
      <div className="grid w-full max-w-prose gap-3 sm:grid-cols-3">
        {suggestions.map((name) => {
          const { icon: Icon, colour } = potLook({ name })
          return (
            <button
              key={name}
              type="button"
              onClick={() => onOpen(name)}
              className="grid min-h-24 place-content-center justify-items-center gap-2 rounded-card border border-dashed border-input-border p-3 text-label text-link hover:bg-hover"
            >
              <Icon aria-hidden className={`size-6 ${colour}`} />
              {name}
            </button>
          )
        })}
      </div>
      <Button onClick={() => onOpen('pot')}>Open a pot</Button>
    </>
  )
}

const suggestions = ['Holiday', 'Emergency', 'New bike']

const ClosePotDialog = lazyDialog(
  async () => (await import('../closing/close-pot-dialog.tsx')).ClosePotDialog,
)
const OpenPotDialog = lazyDialog(async () => (await import('./open-pot-dialog.tsx')).OpenPotDialog)
