import { type AccountState, accountStateOf } from '@bank/contract/accounts/state'
import type { AccountView } from '@bank/contract/accounts/view'
import { accountTypes, labelOf } from '@bank/contract/option-lists'
import { linkTo } from '@bank/contract/pages'
import { isStaff } from '@bank/contract/roles/role'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { choiceOf } from '../api/chosen-account.ts'
import { useSignedIn } from '../sessions/session.ts'
import { Amount } from '../ui/amount.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DateText } from '../ui/date-text.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { useListUrlState } from '../ui/list-url-state.ts'
import { MoreMenu, menuItem } from '../ui/more-menu.tsx'
import { DetailsDialog } from './account-details.tsx'
import { accountName } from './account-name.tsx'
import { canSendFrom, isOpen } from './accounts.ts'
import { CopiedAccountNumber } from './copied-account-number.tsx'
import { CurrencyMark } from './currency-mark.tsx'

/** One account of the customer, with two buttons and a menu of what else can be done. A closed one keeps its transactions and statements. */
export function AccountCard({
  account,
  canMove,
}: {
  account: AccountView
  /** Whether there is another account to which its money can be moved. */
  canMove: boolean
}) {
  const { number, type, currency, balance, held, inTransit, inPots, isMain } = account
  const [dialog, setDialog] = useState<'details' | 'name'>()
  const onClose = () => setDialog(undefined)
  const name = accountName(account)
  const isClosed = !isOpen(account)
  const inactivity = inactivities[accountStateOf(account)]
  return (
    <li className="min-w-0">
      <Card className="grid h-full content-between gap-4">
        <div className="grid grid-cols-[auto_1fr] gap-x-3">
          <CurrencyMark currency={currency} />
          <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <h3 className="min-w-0 text-h3 wrap-anywhere">
              <bdi>{name}</bdi>
            </h3>
            {!isClosed && (
              <span className="ms-auto">
                <Amount value={balance} currency={currency} className="text-h2" />
              </span>
            )}
            <p className="flex w-full flex-wrap items-center justify-between gap-x-4 text-caption text-muted-foreground">
              <span className="-my-2 flex items-center text-table">
                <CopiedAccountNumber number={number} label={`Copy account number of ${name}`} />
              </span>
              {!/^0\.00$/.test(inTransit) && (
                <span>
                  <Amount value={inTransit} currency={currency} /> pending, already deducted
                </span>
              )}
              {held !== '0.00' && (
                <span>
                  <Amount value={held} currency={currency} /> held by the bank
                </span>
              )}
              {inPots !== '0.00' && (
                <span>
                  and <Amount value={inPots} currency={currency} /> in pots
                </span>
              )}
            </p>
            <p className="flex w-full flex-wrap gap-x-2 text-caption text-muted-foreground">
              {account.name && labelOf(accountTypes, type)}
              {isMain && <Chip>Main account</Chip>}
              {isClosed && (
                <Chip>
                  Closed on <DateText moment={account.closedAt!} />
                </Chip>
              )}
              {inactivity && <Chip>{inactivity}</Chip>}
            </p>
          </div>
        </div>
        <AccountActs account={account} canMove={canMove} onOpen={setDialog} />
        <DetailsDialog account={account} open={dialog === 'details'} onClose={onClose} />
        <RenameDialog account={account} open={dialog === 'name'} onClose={onClose} />
      </Card>
    </li>
  )
}

const RenameDialog = lazyDialog(async () => (await import('./rename-account-dialog.tsx')).RenameAccountDialog)

const inactivities: Partial<Record<AccountState, string>> = {
  waiting: 'Waiting to be activated',
  deactivated: 'Deactivated',
  declined: 'Not activated',
}

function Chip({ children }: { children: ReactNode }) {
  return <span className="rounded-full border bg-sunken px-2 py-0.5 text-caption">{children}</span>
}

/** The first two of what can be done with an account as buttons, the rest in a menu. */
function AccountActs({
  account,
  canMove,
  onOpen,
}: {
  account: AccountView
  canMove: boolean
  /** Opens a dialog about the account. */
  onOpen: (dialog: 'details' | 'name') => void
}) {
  const { openOver: startClosing } = useListUrlState('close')
  const { user } = useSignedIn()
  const name = accountName(account)
  const mayOpen = isOpen(account)
  const maySend = canSendFrom(account)
  // The main account of a member of staff stays open.
  const mayClose = maySend && !(account.isMain && isStaff(user.role))
  const choice = { account: choiceOf(account) }
  const links = [
    ...(maySend ? [{ label: 'Send', to: linkTo('transfer', choice) }] : []),
    ...(canMove ? [{ label: 'Move', to: linkTo('ownTransfer', { from: account.number }) }] : []),
    { label: 'Transactions', to: linkTo('transactions', choice) },
    { label: 'Statement', to: linkTo('statement', choice) },
    ...(mayOpen ? [{ label: 'Dashboard', to: linkTo('dashboard', choice) }] : []),
    ...(maySend ? [{ label: 'Pots', to: linkTo('pots', choice) }] : []),
  ]
  const named = (label: string, word = ' of') => (
    <span>
      {label}
      <span className="sr-only">
        {word} {name}
      </span>
    </span>
  )
  return (
    <div className="no-print flex flex-wrap gap-2">
      {links.slice(0, 2).map(({ label, to }) => (
        <ButtonLink key={label} to={to} look="secondary">
          {named(label)}
        </ButtonLink>
      ))}
      {mayOpen && (
        <MoreMenu label={`More for ${name}`}>
          {(close) => (
            <>
              {links.slice(2).map(({ label, to }) => (
                <Link key={label} to={to} className={menuItem}>
                  {named(label)}
                </Link>
              ))}
              {[
                { label: 'Details', word: ' of', act: () => onOpen('details') },
                { label: 'Rename', act: () => onOpen('name') },
                ...(mayClose ? [{ label: 'Close', act: () => startClosing(account.number) }] : []),
              ].map(({ label, word = '', act }) => (
                <button
                  key={label}
                  type="button"
                  className={menuItem}
                  onClick={() => {
                    close()
                    act()
                  }}
                >
                  {named(label, word)}
                </button>
              ))}
            </>
          )}
        </MoreMenu>
      )}
    </div>
  )
}
