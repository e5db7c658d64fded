import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import type { TransactionDetailsView, TransactionView } from '@bank/contract/transactions/view'
import type { ReactNode } from 'react'
import { useAccountPath } from '../accounts/account-in-url.ts'
import { AccountNumber } from '../accounts/account-number.tsx'
import { SaveBeneficiary } from '../beneficiaries/save-beneficiary.tsx'
import { detailsPath } from '../transfers/payees.ts'
import { Amount } from '../ui/amount.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DateText } from '../ui/date-text.tsx'
import { Logo } from '../ui/logo.tsx'
import { StatusPill } from '../ui/status-pill.tsx'
import { ReceiptFile } from './receipt-file.tsx'
import { StatusTimeline } from './status-timeline.tsx'
import { TransactionNote } from './transaction-note.tsx'
import { returnedInWords, returnedLook, TypeText } from './transaction-table.tsx'

/** One transaction with its actions. Printed, it is the receipt. */
export function TransactionDetails({
  transaction,
  more,
  failure,
}: {
  transaction: TransactionView
  /** What the list does not have; undefined while it is loading. */
  more: TransactionDetailsView | undefined
  /** Replaces the status history when it failed to load. */
  failure?: ReactNode
}) {
  const { id, type, amount, currency, status, description, counterparty, reference, createdAt, beneficiary } =
    transaction
  const isReturned = status === 'failed'
  const path = useAccountPath()
  return (
    <div className="print-alone grid gap-section">
      <div className="hidden print:block">
        <Logo />
      </div>
      <div className="grid justify-items-start gap-2">
        <Amount
          value={amount}
          currency={currency}
          type={type}
          // A line through two sizes of digits is broken.
          hero={!isReturned}
          className={isReturned ? `text-h1 ${returnedLook}` : ''}
        />
        <p className="flex items-center gap-2">
          <StatusPill status={status} />
          {isReturned && <span className="text-muted-foreground">{returnedInWords(type)}</span>}
        </p>
      </div>
      {failure ?? <StatusTimeline type={type} currency={currency} timeline={more?.timeline} />}
      <dl className="grid">
        {beneficiary ? (
          <Beneficiary {...beneficiary} nameMasked={more?.payeeNameMasked} />
        ) : (
          counterparty !== null && (
            <Fact label="From">
              <bdi>{counterparty}</bdi>
            </Fact>
          )
        )}
        {reference !== null && (
          <Fact label="Reference">
            <bdi>{reference}</bdi>
          </Fact>
        )}
        <Fact label="Date and time">
          <DateText moment={createdAt} long />
        </Fact>
        <Fact label="Type">
          <TypeText type={type} />
        </Fact>
        <Fact label="Description">
          <bdi>{description}</bdi>
        </Fact>
        <Fact label="Transaction ID">
          <span className="flex items-center gap-x-1">
            <bdi className="text-caption tabular">{id}</bdi>
            <CopyButton text={id} label="Copy transaction ID" />
          </span>
        </Fact>
      </dl>
      {more && <TransactionNote id={id} note={more.note} />}
      <div className="no-print flex flex-wrap gap-3">
        {beneficiary && <ButtonLink to={path(detailsPath(id))}>Send again</ButtonLink>}
        {beneficiary && <SaveBeneficiary to={beneficiary} />}
        <ReceiptFile id={id} />
        <Button look="secondary" onClick={() => window.print()}>
          Print receipt
        </Button>
        <ButtonLink to={`/support?tx=${id}`} look="quiet">
          Report a problem
        </ButtonLink>
      </div>
    </div>
  )
}

function Beneficiary({
  accountName,
  accountNumber,
  bankName,
  bankAddress,
  nameMasked,
}: BeneficiaryView & { nameMasked: string | null | undefined }) {
  return (
    <>
      <Fact label="To">
        <bdi>{accountName}</bdi>
      </Fact>
      {nameMasked && (
        <Fact label="Account holder at this bank">
          <bdi>{nameMasked}</bdi>
        </Fact>
      )}
      <Fact label="Account number">
        <AccountNumber number={accountNumber} />
      </Fact>
      <Fact label="Bank">
        <bdi>
          {bankName}, {bankAddress}
        </bdi>
      </Fact>
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-b py-2 sm:grid-cols-[8rem_1fr]">
      <dt className="text-table text-muted-foreground">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
