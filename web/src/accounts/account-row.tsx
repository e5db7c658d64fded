import { accountStateOf } from '@bank/contract/accounts/state'
import type { AccountView } from '@bank/contract/accounts/view'
import { messages } from '@bank/contract/messages'
import { accountTypes, labelOf } from '@bank/contract/option-lists'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Amount } from '../ui/amount.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { choiceOf, pathFor } from './account-in-url.ts'
import { accountName } from './account-name.tsx'
import { AccountNumber } from './account-number.tsx'

/** One account of the customer, with the ways to its pages. */
export function AccountRow({ account }: { account: AccountView }) {
  const { number, type, currency, balance, inTransit, isMain, isActive } = account
  const [isRenaming, setRenaming] = useState(false)
  const name = accountName(account)
  return (
    <li className="grid gap-1 border-b py-4 last:border-b-0 last:pb-0">
      <div className="grid items-start gap-x-4 gap-y-1 sm:grid-cols-[1fr_auto]">
        <div className="grid min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-2 text-h3 wrap-anywhere">
            <bdi>{name}</bdi>
            {isMain && <Chip>Main account</Chip>}
            {!isActive && <Chip>{inactive[accountStateOf(account)]}</Chip>}
            <IconButton icon={Pencil} label={`Rename ${name}`} onClick={() => setRenaming(true)} />
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
        <div className="grid text-end max-sm:text-start">
          <Amount value={balance} currency={currency} className="text-h2" />
          {!/^0\.00$/.test(inTransit) && (
            <span className="text-caption text-muted-foreground">
              <Amount value={inTransit} currency={currency} /> pending, already deducted
            </span>
          )}
        </div>
      </div>
      <p className="no-print flex flex-wrap gap-x-4 text-table">
        <AccountLink account={account} path="/dashboard" label="Dashboard" />
        {isActive && <AccountLink account={account} path="/transfer" label="Transfer" />}
        <AccountLink account={account} path="/transactions" label="Transactions" />
        <AccountLink account={account} path="/statement" label="Statement" />
        {isActive && <AccountLink account={account} path="/pots" label="Pots" />}
      </p>
      <RenameDialog account={account} open={isRenaming} onClose={() => setRenaming(false)} />
    </li>
  )
}

const RenameDialog = lazyDialog(async () => (await import('./rename-account-dialog.tsx')).RenameAccountDialog)

const inactive = { waiting: 'Waiting to be activated', active: '', deactivated: 'Deactivated' }

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
