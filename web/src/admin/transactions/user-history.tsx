import { endpoints } from '@bank/contract/endpoints'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import type { HistoryRow } from '@bank/contract/transactions/view'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountNumber } from '../../accounts/account-number.tsx'
import { download } from '../../api/call.ts'
import type { AccountChoice } from '../../api/chosen-account.ts'
import { DownloadButton } from '../../api/download-button.tsx'
import { LoadFailure } from '../../api/load-failure.tsx'
import { queryOf } from '../../api/query-of.ts'
import { useSignedIn } from '../../sessions/session.ts'
import { TransactionTable } from '../../transactions/transaction-table.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { StatementOfUser } from './statement-of-user.tsx'

/** The transactions of a user's account as the user sees them. A row opens the dialog that sets its status. */
export function UserHistory({
  userId,
  account,
  shownNumber,
}: {
  userId: string
  account: AccountChoice
  /** The number of the account where the user has several. */
  shownNumber: string | undefined
}) {
  const { user } = useSignedIn()
  const [trail, setTrail] = useState<readonly (string | undefined)[]>([undefined])
  // The whole row: a newer transaction may push it to the next page while the dialog is open.
  const [opened, setOpened] = useState<HistoryRow>()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queryOf(['admin', 'user-transactions'], endpoints.listUserTransactions, {
      params: { id: userId },
      query: { account, cursor: trail.at(-1) },
    }),
    placeholderData: keepPreviousData,
  })
  const next = data?.nextCursor
  return (
    <section className="grid min-w-0 gap-4" aria-labelledby="user-history">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h2 id="user-history" className="text-h2">
            Transactions
          </h2>
          {shownNumber && (
            <p className="text-muted-foreground">
              Account <AccountNumber number={shownNumber} />
            </p>
          )}
        </div>
        <StatementOfUser userId={userId} account={account} />
      </div>
      {!data && error ? (
        <LoadFailure title="The transactions could not be loaded" error={error} onRetry={() => refetch()} />
      ) : data?.transactions.length === 0 ? (
        <Card>
          <EmptyState title={customerTexts.transactions.none} />
        </Card>
      ) : (
        <>
          <Card>
            <TransactionTable
              caption="Transactions of this user"
              transactions={data?.transactions}
              firstRow={data?.firstRow ?? 1}
              busy={isPlaceholderData}
              onOpen={setOpened}
              openId={opened?.id}
            />
          </Card>
          {data && (
            <Pagination
              label="Transaction pages"
              firstRow={data.firstRow}
              rowCount={data.transactions.length}
              total={data.total}
              onPrevious={trail.length > 1 ? () => setTrail(trail.slice(0, -1)) : undefined}
              onNext={next ? () => setTrail([...trail, next]) : undefined}
            />
          )}
        </>
      )}
      <StatusDialog
        open={opened !== undefined}
        transaction={transactionOf(data?.transactions, opened) ?? opened ?? null}
        by={user.id}
        readAgain={async () => {
          const page = await refetch({ throwOnError: true })
          return transactionOf(page.data?.transactions, opened)?.status
        }}
        readOnly={user.id === userId}
        file={
          opened && (
            <DownloadButton
              busyLabel="Preparing receipt…"
              toastId="receipt-file"
              load={() =>
                download(endpoints.downloadReceiptOfUser, {
                  params: { id: userId, transactionId: opened.transactionId },
                  query: { account },
                })
              }
            >
              Download receipt
            </DownloadButton>
          )
        }
        onClose={() => setOpened(undefined)}
      />
    </section>
  )
}

const StatusDialog = lazyDialog(async () => (await import('./status-dialog.tsx')).StatusDialog)

function transactionOf(
  transactions: readonly HistoryRow[] | undefined,
  opened: HistoryRow | undefined,
): HistoryRow | undefined {
  return transactions?.find(({ id }) => id === opened?.id)
}
