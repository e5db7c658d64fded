import type { Status } from '@bank/ledger/transaction-status'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAccountChoice, useAccountPath } from '../accounts/account-in-url.ts'
import { AccountNumber } from '../accounts/account-number.tsx'
import { LoadFailure } from '../api/load-failure.tsx'
import { SaveBeneficiary } from '../beneficiaries/save-beneficiary.tsx'
import { ReceiptFile } from '../transactions/receipt-file.tsx'
import { transactionDetailsQuery, transactionQuery } from '../transactions/transactions.ts'
import { Amount } from '../ui/amount.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DateText } from '../ui/date-text.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { StatusPill } from '../ui/status-pill.tsx'
import { TransferSteps } from './transfer-steps.tsx'

/** The receipt of a transfer, with its present status. Its URL can be opened again later. */
export function TransferReceipt({ id }: { id: string }) {
  const account = useAccountChoice()
  const path = useAccountPath()
  const { data: details, error, refetch } = useQuery(transactionDetailsQuery(id, account))
  // The answer to the transfer itself, which knows nothing of the account's holder.
  const sent = useQueryClient().getQueryData(transactionQuery(id, account).queryKey)
  const data = details ?? sent
  if (!data) {
    return (
      <>
        <PageHeading>Transfer receipt</PageHeading>
        {error ? (
          <LoadFailure title="This receipt could not be loaded" error={error} onRetry={() => refetch()} />
        ) : (
          <LoadingText />
        )}
      </>
    )
  }
  const { amount, currency, status, createdAt, beneficiary, description, reference } = data
  return (
    <>
      <PageHeading>Transfer receipt</PageHeading>
      <TransferSteps current="Receipt" />
      <div className="grid items-start gap-section xl:grid-cols-[560px_minmax(0,22rem)]">
        <Card className="grid max-w-form gap-field">
          <div className="grid justify-items-start gap-2">
            <Amount value={amount} currency={currency} hero />
            <StatusPill status={status} />
          </div>
          <p>{whatNext[status]}</p>
          <dl className="grid">
            {beneficiary === null ? (
              <Row label="Description">{description}</Row>
            ) : (
              <>
                <Row label="To">
                  <bdi>{beneficiary.accountName}</bdi>
                </Row>
                {details?.payeeNameMasked && (
                  <Row label="Account holder">
                    {details.payeeNameMasked}
                    <span className="block text-caption text-muted-foreground">
                      Our customer with this account number. We hide most of the name.
                    </span>
                  </Row>
                )}
                <Row label="Account number">
                  <AccountNumber number={beneficiary.accountNumber} />
                </Row>
                <Row label="Bank">
                  <bdi>
                    {beneficiary.bankName}, {beneficiary.bankAddress}
                  </bdi>
                </Row>
              </>
            )}
            {reference && (
              <Row label="Reference">
                <bdi>{reference}</bdi>
              </Row>
            )}
            <Row label="Sent">
              <DateText moment={createdAt} long />
            </Row>
            <Row label="Transaction ID">
              <span className="flex items-center gap-x-1">
                <bdi className="text-caption tabular sm:text-table">{id}</bdi>
                <CopyButton text={id} label="Copy transaction ID" />
              </span>
            </Row>
          </dl>
        </Card>
        <Card className="no-print grid max-w-form gap-3">
          <ButtonLink to={path('/transactions')}>View transactions</ButtonLink>
          <ButtonLink to={path('/transfer')} look="secondary">
            Make another transfer
          </ButtonLink>
          <ReceiptFile id={id} />
          <Button look="secondary" onClick={() => window.print()}>
            Print receipt
          </Button>
          {beneficiary && <SaveBeneficiary to={beneficiary} />}
        </Card>
      </div>
    </>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-b py-2 sm:grid-cols-[9rem_1fr] sm:items-center">
      <dt className="text-table text-muted-foreground">{label}</dt>
      <dd className="min-w-0 font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

const whatNext: Record<Status, string> = {
  pending:
    'The money has left your account and is on its way, usually for up to 3 working days. Transactions shows when it has arrived. If the transfer fails, the money returns to your account.',
  success: 'The money has arrived. There is nothing left to do.',
  failed: 'The transfer did not arrive, and the money is back in your account.',
}
