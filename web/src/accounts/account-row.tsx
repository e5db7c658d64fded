import { type AccountState, accountStateOf } from '@bank/contract/accounts/state'
import type { AccountView } from '@bank/contract/accounts/view'
import { accountTypes, labelOf } from '@bank/contract/option-lists'
import { linkTo } from '@bank/contract/pages'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { choiceOf } from '../api/chosen-account.ts'
import { Amount } from '../ui/amount.tsx'
import { DateText } from '../ui/date-text.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { useListUrlState } from '../ui/list-url-state.ts'
import { AccountDetails } from './account-details.tsx'
import { accountName } from './account-name.tsx'
import { canSendFrom, isOpen } from './accounts.ts'
import { CopiedAccountNumber } from './copied-account-number.tsx'

/** One account of the customer, with the ways to its pages. A closed one keeps its transactions and statements. */
export function AccountRow({ account }: { account: AccountView }) {
  const { number, type, currency, balance, inTransit, inPots, isMain } = account
  const { openOver: startClosing } = useListUrlState('close')
  const [isRenaming, setRenaming] = useState(false)
  const name = accountName(account)
  const isClosed = !isOpen(account)
  const inactivity = inactivities[accountStateOf(account)]
  return (
    <li className="grid gap-1 border-b py-4 last:border-b-0 last:pb-0">
      <div className="grid items-start gap-x-4 gap-y-1 sm:grid-cols-[1fr_auto]">
        <div className="grid min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-2 text-h3 wrap-anywhere">
            <bdi>{name}</bdi>
            {isMain && <Chip>Main account</Chip>}
            {isClosed && (
              <Chip>
                Closed on <DateText moment={account.closedAt!} />
              </Chip>
            )}
            {inactivity && <Chip>{inactivity}</Chip>}
            {!isClosed && (
              <IconButton icon={Pencil} label={`Rename ${name}`} onClick={() => setRenaming(true)} />
            )}
          </h3>
          <p className="flex flex-wrap items-center gap-x-2 text-table text-muted-foreground">
            {account.name && labelOf(accountTypes, type)}
            <span className="flex items-center">
              <CopiedAccountNumber number={number} label={`Copy account number of ${name}`} />
            </span>
          </p>
        </div>
        {!isClosed && (
          <div className="grid text-end max-sm:text-start">
            <Amount value={balance} currency={currency} className="text-h2" />
            {!/^0\.00$/.test(inTransit) && (
              <span className="text-caption text-muted-foreground">
                <Amount value={inTransit} currency={currency} /> pending, already deducted
              </span>
            )}
            {inPots !== '0.00' && (
              <span className="text-caption text-muted-foreground">
                and <Amount value={inPots} currency={currency} /> in pots
              </span>
            )}
          </div>
        )}
      </div>
      <p className="no-print flex flex-wrap gap-x-4 text-table">
        {!isClosed && <AccountLink account={account} page="dashboard" label="Dashboard" />}
        {canSendFrom(account) && <AccountLink account={account} page="transfer" label="Transfer" />}
        <AccountLink account={account} page="transactions" label="Transactions" />
        <AccountLink account={account} page="statement" label="Statement" />
        {canSendFrom(account) && <AccountLink account={account} page="pots" label="Pots" />}
        {!isClosed && (
          <AccountDetails account={account} className="link-alone">
            Details<span className="sr-only"> of {name}</span>
          </AccountDetails>
        )}
        {canSendFrom(account) && (
          <button type="button" className="link-alone" onClick={() => startClosing(number)}>
            Close<span className="sr-only"> {name}</span>
          </button>
        )}
      </p>
      <RenameDialog account={account} open={isRenaming} onClose={() => setRenaming(false)} />
    </li>
  )
}

const RenameDialog = lazyDialog(async () => (await import('./rename-account-dialog.tsx')).RenameAccountDialog)

const inactivities: Partial<Record<AccountState, string>> = {
  waiting: 'Waiting to be activated',
  deactivated: 'Deactivated',
}

function Chip({ children }: { children: ReactNode }) {
  return <span className="rounded-full border bg-sunken px-2 py-0.5 text-caption">{children}</span>
}

type AccountPage = 'dashboard' | 'transfer' | 'transactions' | 'statement' | 'pots'

function AccountLink({ account, page, label }: { account: AccountView; page: AccountPage; label: string }) {
  return (
    <Link to={linkTo(page, { account: choiceOf(account) })} className="link-alone">
      {label}
      <span className="sr-only"> of {accountName(account)}</span>
    </Link>
  )
}
