import type { AccountView } from '@bank/contract/accounts/view'
import { currencyOptions, labelOf } from '@bank/contract/option-lists'
import { linkTo, pages } from '@bank/contract/pages'
import { Button, ButtonLink } from '../ui/button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { useListUrlState } from '../ui/list-url-state.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AccountCard } from './account-card.tsx'
import { isOpen, sourcesIn } from './accounts.ts'
import { signInEndOf } from './closing-day.ts'
import { LoadedAccounts } from './loaded-accounts.tsx'
import { DividedBar, Total } from './total.tsx'

/** `/accounts`: the customer's accounts by currency, with the sum of each, and the way to open another. */
export function AccountsPage() {
  return (
    <div className="grid gap-section">
      <PageHeading>{pages.accounts.title}</PageHeading>
      <LoadedAccounts placeholder={<AccountsSkeleton />}>
        {(accounts) => <Accounts accounts={accounts} />}
      </LoadedAccounts>
    </div>
  )
}

function AccountsSkeleton() {
  return (
    <>
      <Skeleton className="h-10 w-64" />
      <Skeleton className="h-40 w-full rounded-card" />
    </>
  )
}

function Accounts({ accounts }: { accounts: readonly AccountView[] }) {
  const open = accounts.filter(isOpen)
  const byCurrency = [...Map.groupBy(open, ({ currency }) => currency)]
  const closed = accounts.filter((account) => !isOpen(account))
  const { openId: closing, leave } = useListUrlState('close')
  return (
    <>
      {open.length > 0 && (
        <div className="flex flex-wrap gap-section">
          {byCurrency.map(([currency, members]) => (
            <Total key={currency} accounts={members} hero />
          ))}
        </div>
      )}
      <Acts accounts={accounts} />
      {byCurrency.map(([currency, members]) => (
        <section key={currency} className="grid gap-3">
          <h2 className="text-h2">
            <bdi>{labelOf(currencyOptions, currency)}</bdi>
          </h2>
          <DividedBar accounts={members} />
          <Cards label={`Accounts in ${currency}`} members={members} accounts={accounts} />
        </section>
      ))}
      {closed.length > 0 && (
        <section className="grid gap-3">
          <h2 className="text-h2">Closed accounts</h2>
          <Cards label="Closed accounts" members={closed} accounts={accounts} />
        </section>
      )}
      {open.map((account) => (
        <CloseAccountDialog
          key={account.number}
          account={account}
          accounts={accounts}
          open={account.number === closing}
          onClose={leave}
        />
      ))}
    </>
  )
}

/** What the customer can do with their accounts together. */
function Acts({ accounts }: { accounts: readonly AccountView[] }) {
  const { openId, openOver, leave } = useListUrlState()
  const main = accounts.find(({ isMain }) => isMain)
  const signInEnd = main && signInEndOf(main)
  if (signInEnd) {
    return (
      <Notice tone="pending">
        Your accounts are closed. You can log in until {signInEnd} to read your transactions and download your
        statements.
      </Notice>
    )
  }
  if (!main?.isActive) return <p>You can open another account once your main account is active.</p>
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => openOver('account')}>Open an account</Button>
      {sourcesIn(accounts).length > 0 && (
        <ButtonLink to={linkTo('ownTransfer')} look="secondary">
          Move money
        </ButtonLink>
      )}
      <ButtonLink to={linkTo('limits')} look="quiet">
        {pages.limits.title}
      </ButtonLink>
      <OpenAccountDialog open={openId !== undefined} onClose={leave} />
    </div>
  )
}

function Cards({
  label,
  members,
  accounts,
}: {
  label: string
  members: readonly AccountView[]
  accounts: readonly AccountView[]
}) {
  const sources = sourcesIn(accounts)
  return (
    <ul aria-label={label} className="grid gap-4 lg:grid-cols-2">
      {members.map((account) => (
        <AccountCard key={account.number} account={account} canMove={sources.includes(account)} />
      ))}
    </ul>
  )
}

const CloseAccountDialog = lazyDialog(
  async () => (await import('../closing/close-account-dialog.tsx')).CloseAccountDialog,
)
const OpenAccountDialog = lazyDialog(
  async () => (await import('./open-account-dialog.tsx')).OpenAccountDialog,
)
