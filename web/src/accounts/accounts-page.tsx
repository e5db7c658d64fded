import type { AccountView } from '@bank/contract/accounts/view'
import { currencyOptions, labelOf } from '@bank/contract/option-lists'
import { pages } from '@bank/contract/pages'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { Amount } from '../ui/amount.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AccountRow } from './account-row.tsx'
import { isOpen, sourcesIn } from './accounts.ts'
import { useAccountsUrlState } from './accounts-url-state.ts'
import { signInEndOf } from './closing-day.ts'
import { LoadedAccounts } from './loaded-accounts.tsx'

/** `/accounts`: the customer's accounts by currency, with the sum of each, and the way to open another. */
export function AccountsPage() {
  return (
    <div className="grid max-w-content gap-section">
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
  const closed = accounts.filter((account) => !isOpen(account))
  return (
    <>
      <Acts accounts={accounts} />
      {[...Map.groupBy(open, ({ currency }) => currency)].map(([currency, members]) => (
        <Card key={currency}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b pb-3">
            <h2 className="text-h2">
              <bdi>{labelOf(currencyOptions, currency)}</bdi>
            </h2>
            <p className="text-table text-muted-foreground">
              Total{' '}
              <span className="text-label text-foreground">
                <Amount value={sumOf(members)} currency={currency} />
              </span>
            </p>
          </div>
          <Rows label={`Accounts in ${currency}`} members={members} accounts={accounts} />
        </Card>
      ))}
      {closed.length > 0 && (
        <Card>
          <h2 className="border-b pb-3 text-h2">Closed accounts</h2>
          <Rows label="Closed accounts" members={closed} accounts={accounts} />
        </Card>
      )}
    </>
  )
}

/** What the customer can do with their accounts together. */
function Acts({ accounts }: { accounts: readonly AccountView[] }) {
  const { isOpening, startOpening, leave } = useAccountsUrlState()
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
      <Button onClick={startOpening}>Open an account</Button>
      {sourcesIn(accounts).length > 0 && (
        <ButtonLink to="/own-transfer" look="secondary">
          Move money
        </ButtonLink>
      )}
      <ButtonLink to={pages.limits.path} look="quiet">
        {pages.limits.title}
      </ButtonLink>
      <OpenAccountDialog open={isOpening} onClose={leave} />
    </div>
  )
}

function Rows({
  label,
  members,
  accounts,
}: {
  label: string
  members: readonly AccountView[]
  accounts: readonly AccountView[]
}) {
  return (
    <ul aria-label={label}>
      {members.map((account) => (
        <AccountRow key={account.number} account={account} accounts={accounts} />
      ))}
    </ul>
  )
}

const OpenAccountDialog = lazyDialog(
  async () => (await import('./open-account-dialog.tsx')).OpenAccountDialog,
)

function sumOf(accounts: readonly AccountView[]): string {
  return formatMinor(accounts.reduce((sum, { balance }) => sum + minorOf(balance), 0n))
}
