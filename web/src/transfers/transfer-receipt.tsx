import type { TransactionDetailsView } from '@bank/contract/transactions/view'
import { ibanIn } from '@bank/contract/transfers/iban'
import type { Status } from '@bank/ledger/transaction-status'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AccountNumber } from '../accounts/account-number.tsx'
import { useMe } from '../accounts/me.ts'
import { useAccountChoice, useLinkTo } from '../api/chosen-account.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { SaveBeneficiary } from '../beneficiaries/save-beneficiary.tsx'
import { ReceiptFile } from '../transactions/receipt-file.tsx'
import { transactionDetailsQuery, transactionQuery } from '../transactions/transactions.ts'
import { Amount } from '../ui/amount.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DateText } from '../ui/date-text.tsx'
import { FactLine } from '../ui/fact.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { StatusPill } from '../ui/status-pill.tsx'
import { labels } from './transfer-fields.ts'
import { IbanOrCode } from './transfer-review.tsx'
import { TransferSteps } from './transfer-steps.tsx'

/** The receipt of a transfer, with its present status. Its URL can be opened again later. */
export function TransferReceipt({ id }: { id: string }) {
  const account = useAccountChoice()
  const linkTo = useLinkTo()
  const { data: me } = useMe()
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
          <dl className="grid font-semibold sm:*:items-center">
            {me && (
              <FactLine name="From">
                <AccountNumber number={me.account.number} />
              </FactLine>
            )}
            {beneficiary === null ? (
              <FactLine name="Description">{description}</FactLine>
            ) : (
              <>
                <FactLine name="To">
                  <bdi>{beneficiary.accountName}</bdi>
                </FactLine>
                {details?.payeeNameMasked && (
                  <FactLine name="Account holder">
                    {details.payeeNameMasked}
                    <span className="block text-caption text-muted-foreground">
                      Our customer with this account number. We hide most of the name.
                    </span>
                  </FactLine>
                )}
                <FactLine name="Account number">
                  <AccountNumber number={beneficiary.accountNumber} />
                </FactLine>
                <FactLine name="Bank">
                  <bdi>
                    {beneficiary.bankName}, {beneficiary.bankAddress}
                  </bdi>
                </FactLine>
                <FactLine name={labels.swift_code}>
                  <bdi>{beneficiary.swiftCode}</bdi>
                </FactLine>
                {ibanIn(beneficiary.accountNumber) === undefined && (
                  <FactLine name={labels.routing_number}>
                    <IbanOrCode text={beneficiary.routingNumber} />
                  </FactLine>
                )}
              </>
            )}
            {reference && (
              <FactLine name="Reference">
                <bdi>{reference}</bdi>
              </FactLine>
            )}
            {details && <BalanceFacts {...details} />}
            <FactLine name="Sent">
              <DateText moment={createdAt} time />
            </FactLine>
            <FactLine name="Transaction ID">
              <span className="flex items-center gap-x-1">
                <bdi className="text-caption tabular sm:text-table">{id}</bdi>
                <CopyButton text={id} label="Copy transaction ID" />
              </span>
            </FactLine>
          </dl>
        </Card>
        <Card className="no-print grid max-w-form gap-3">
          <ButtonLink to={linkTo('transactions')}>View transactions</ButtonLink>
          <ButtonLink to={linkTo('transfer')} look="secondary">
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

/** The round-up and the balance after it: for the sender, and not on paper. */
function BalanceFacts({
  roundUp,
  balanceAfter,
  currency,
}: Pick<TransactionDetailsView, 'roundUp' | 'balanceAfter' | 'currency'>) {
  const balance = roundUp?.balanceAfter ?? balanceAfter
  return (
    <>
      {roundUp && (
        <FactLine name="Round-up" className="no-print">
          <Amount value={roundUp.amount} currency={currency} /> to <bdi>{roundUp.pot}</bdi>
        </FactLine>
      )}
      {balance && (
        <FactLine name="Balance after" className="no-print">
          <Amount value={balance} currency={currency} />
        </FactLine>
      )}
    </>
  )
}

const whatNext: Record<Status, string> = {
  pending:
    'On its way. It usually arrives within 3 working days; follow it in Transactions. If the transfer fails, the money returns to your account.',
  success: 'Done. The money is in the payee’s account.',
  failed: 'The transfer did not arrive, and the money is back in your account.',
}
