import type { AccountView } from '@bank/contract/accounts/view'
import { currencyOptions, labelOf } from '@bank/contract/option-lists'
import { pages } from '@bank/contract/pages'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { reasonOf, referenceOf } from '../api/problem.ts'
import { Amount } from '../ui/amount.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AccountRow } from './account-row.tsx'
import { sourcesIn, useAccounts } from './accounts.ts'
import { useOpeningUrlState } from './opening-url-state.ts'

/** `/accounts`: the customer's accounts by currency, with the sum of each, and the way to open another. */
export function AccountsPage() {
  const { data: accounts, error, refetch } = useAccounts()
  return (
    <div className="grid max-w-content gap-section">
      <PageHeading>{pages.accounts.title}</PageHeading>
      {accounts ? (
        <Accounts accounts={accounts} />
      ) : error ? (
        <LoadFailure
          title="Your accounts could not be loaded"
          reason={reasonOf(error)}
          reference={referenceOf(error)}
          onRetry={() => refetch()}
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

function Accounts({ accounts }: { accounts: readonly AccountView[] }) {
  const opening = useOpeningUrlState()
  const isActive = accounts.some((account) => account.isMain && account.isActive)
  return (
    <>
      {isActive ? (
        <div className="flex flex-wrap gap-3">
          <Button onClick={opening.open}>Open an account</Button>
          {sourcesIn(accounts).length > 0 && (
            <ButtonLink to="/own-transfer" look="secondary">
              Move money
            </ButtonLink>
          )}
          <ButtonLink to={pages.limits.path} look="quiet">
            {pages.limits.title}
          </ButtonLink>
          <OpenAccountDialog open={opening.isOpen} onClose={opening.close} />
        </div>
      ) : (
        <p>You can open another account once your main account is active.</p>
      )}
      {[...Map.groupBy(accounts, ({ currency }) => currency)].map(([currency, members]) => (
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
          <ul aria-label={`Accounts in ${currency}`}>
            {members.map((account) => (
              <AccountRow key={account.number} account={account} />
            ))}
          </ul>
        </Card>
      ))}
    </>
  )
}

const OpenAccountDialog = lazyDialog(
  async () => (await import('./open-account-dialog.tsx')).OpenAccountDialog,
)

function sumOf(accounts: readonly AccountView[]): string {
  return formatMinor(accounts.reduce((sum, { balance }) => sum + minorOf(balance), 0n))
}
