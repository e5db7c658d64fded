import { type AccountState, accountStateOf } from '@bank/contract/accounts/state'
import type { AccountView } from '@bank/contract/accounts/view'
import { messages } from '@bank/contract/messages'
import { accountTypes, labelOf } from '@bank/contract/option-lists'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Amount } from '../ui/amount.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DateText } from '../ui/date-text.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { choiceOf, pathFor } from './account-in-url.ts'
import { accountName } from './account-name.tsx'
import { AccountNumber } from './account-number.tsx'
import { canSendFrom, isOpen } from './accounts.ts'
import { useAccountsUrlState } from './accounts-url-state.ts'

/** One account of the customer, with the ways to its pages. A closed one keeps its transactions and statements. */
export function AccountRow({
  account,
  accounts,
}: {
  account: AccountView
  /** All accounts of the customer. */
  accounts: readonly AccountView[]
}) {
  const { number, type, currency, balance, inTransit, isMain } = account
  const { closing, startClosing, leave } = useAccountsUrlState()
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
              <AccountNumber number={number} />
              <CopyButton
                text={number}
                label={`Copy account number of ${name}`}
                onCopied={() => toast.success(messages.accountNumberCopied, { id: 'account-number' })}
              />
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
          </div>
        )}
      </div>
      <p className="no-print flex flex-wrap gap-x-4 text-table">
        {!isClosed && <AccountLink account={account} path="/dashboard" label="Dashboard" />}
        {canSendFrom(account) && <AccountLink account={account} path="/transfer" label="Transfer" />}
        <AccountLink account={account} path="/transactions" label="Transactions" />
        <AccountLink account={account} path="/statement" label="Statement" />
        {canSendFrom(account) && <AccountLink account={account} path="/pots" label="Pots" />}
        {canSendFrom(account) && (
          <button type="button" className="link-alone" onClick={() => startClosing(number)}>
            Close<span className="sr-only"> {name}</span>
          </button>
        )}
      </p>
      <RenameDialog account={account} open={isRenaming} onClose={() => setRenaming(false)} />
      <CloseDialog
        account={account}
        accounts={accounts}
        open={closing === number && !isClosed}
        onClose={leave}
      />
    </li>
  )
}

const RenameDialog = lazyDialog(async () => (await import('./rename-account-dialog.tsx')).RenameAccountDialog)
const CloseDialog = lazyDialog(async () => (await import('./close-account-dialog.tsx')).CloseAccountDialog)

const inactivities: Partial<Record<AccountState, string>> = {
  waiting: 'Waiting to be activated',
  deactivated: 'Deactivated',
}

function Chip({ children }: { children: ReactNode }) {
  return <span className="rounded-full border bg-sunken px-2 py-0.5 text-caption">{children}</span>
}

function AccountLink({ account, path, label }: { account: AccountView; path: string; label: string }) {
  return (
    <Link to={pathFor(choiceOf(account), path)} className="link-alone">
      {label}
      <span className="sr-only"> of {accountName(account)}</span>
    </Link>
  )
}
