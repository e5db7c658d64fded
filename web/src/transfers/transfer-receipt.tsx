import type { Status } from '@bank/ledger/transaction-status'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AccountNumber } from '../accounts/account-number.tsx'
import { reasonOf } from '../api/problem.ts'
import { SaveBeneficiary } from '../beneficiaries/save-beneficiary.tsx'
import { ReceiptFile } from '../transactions/receipt-file.tsx'
import { transactionQuery } from '../transactions/transactions.ts'
import { Amount } from '../ui/amount.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DateText } from '../ui/date-text.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { StatusPill } from '../ui/status-pill.tsx'
import { TransferSteps } from './transfer-steps.tsx'

/** The receipt of a transfer, with its present status. Its URL can be opened again later. */
export function TransferReceipt({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(transactionQuery(id))
  if (!data) {
    return (
      <>
        <PageHeading>Transfer receipt</PageHeading>
        {error ? (
          <LoadFailure
            title="This receipt could not be loaded"
            reason={reasonOf(error)}
            onRetry={() => refetch()}
          />
        ) : (
          <LoadingText />
        )}
      </>
    )
  }
  const { amount, currency, status, createdAt, beneficiary, description } = data
  return (
    <>
      <PageHeading>Transfer receipt</PageHeading>
      <TransferSteps current="Receipt" />
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
              <Row label="To">{beneficiary.accountName}</Row>
              <Row label="Account number">
                <AccountNumber number={beneficiary.accountNumber} />
              </Row>
              <Row label="Bank">
                {beneficiary.bankName}, {beneficiary.bankAddress}
              </Row>
            </>
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
        <div className="no-print flex flex-wrap gap-3">
          <ButtonLink to="/transactions" className="max-sm:grow">
            View transactions
          </ButtonLink>
          <ButtonLink to="/transfer" look="secondary" className="max-sm:grow">
            Make another transfer
          </ButtonLink>
          <ReceiptFile id={id} className="max-sm:grow" />
          <Button look="secondary" onClick={() => window.print()} className="max-sm:grow">
            Print receipt
          </Button>
        </div>
        {beneficiary && (
          <div className="no-print">
            <SaveBeneficiary to={beneficiary} />
          </div>
        )}
      </Card>
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
