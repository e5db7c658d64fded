import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import { statusInWords } from '@bank/contract/statements/statement-words'
import type { TransactionDetailsView, TransactionView } from '@bank/contract/transactions/view'
import { kinds } from '@bank/ledger/kinds'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AccountNumber } from '../accounts/account-number.tsx'
import { useAccountChoice, useLinkTo } from '../api/chosen-account.ts'
import { SaveBeneficiary } from '../beneficiaries/save-beneficiary.tsx'
import { PaymentDispute } from '../disputes/dispute-state.tsx'
import { transferFrom } from '../sending/transfer-name.ts'
import { useGivenDraft } from '../sessions/drafts.ts'
import { Amount } from '../ui/amount.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CopiedCode } from '../ui/copied-code.tsx'
import { DateText } from '../ui/date-text.tsx'
import { FactLine } from '../ui/fact.tsx'
import { Logo } from '../ui/logo.tsx'
import { StatusPill } from '../ui/status-pill.tsx'
import { ReceiptFile } from './receipt-file.tsx'
import { StatusTimeline } from './status-timeline.tsx'
import { TakeBack } from './take-back.tsx'
import { TransactionNote } from './transaction-note.tsx'
import { TypeText } from './transaction-table.tsx'
import { refreshMoney } from './transactions.ts'

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
  const client = useQueryClient()
  const linkTo = useLinkTo()
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
          neutral={kinds[transaction.kind].staysWithCustomer}
          // A line through two sizes of digits is broken.
          {...(isReturned ? { className: 'text-h1 text-muted-foreground line-through' } : { hero: true })}
        />
        <p className="flex items-center gap-2">
          <StatusPill status={status} />
          {isReturned && (
            <span className="text-muted-foreground">
              {statusInWords({ isReturn: true, type: type === 'debit' ? 'credit' : 'debit', status })}
            </span>
          )}
        </p>
      </div>
      {failure ?? (
        <StatusTimeline type={type} currency={currency} kind={transaction.kind} timeline={more?.timeline} />
      )}
      {more?.takeBackUntil && <TakeBack transaction={more} until={more.takeBackUntil} />}
      <dl className="grid">
        {beneficiary ? (
          <Beneficiary {...beneficiary} nameMasked={more?.payeeNameMasked} />
        ) : (
          counterparty !== null && (
            <>
              <FactLine name="From">
                <bdi>{counterparty}</bdi>
              </FactLine>
              {more?.payer && (
                <FactLine name="Account number">
                  <AccountNumber number={more.payer.accountNumber} />
                </FactLine>
              )}
            </>
          )
        )}
        {reference !== null && (
          <FactLine name="Reference">
            <bdi>{reference}</bdi>
          </FactLine>
        )}
        <FactLine name="Date and time">
          <DateText moment={createdAt} time />
        </FactLine>
        <FactLine name="Type">
          <TypeText type={type} />
        </FactLine>
        <FactLine name="Description">
          <bdi>{description}</bdi>
        </FactLine>
        <FactLine name="Transaction ID">
          <CopiedCode code={id} label="Copy transaction ID" />
        </FactLine>
      </dl>
      {more && <PaymentDispute payment={more} refresh={() => refreshMoney(client)} />}
      {more && <TransactionNote id={id} note={more.note} />}
      <div className="no-print flex flex-wrap gap-3">
        {beneficiary && <SendAgain {...transaction} />}
        {more?.payer && !isReturned && <SendAgain {...transaction} reference={null} label="Send back" />}
        {beneficiary && <SaveBeneficiary to={beneficiary} />}
        <ReceiptFile id={id} />
        <Button look="secondary" onClick={() => window.print()}>
          Print receipt
        </Button>
        <ButtonLink to={linkTo('support', { tx: id })} look="quiet">
          Ask about this payment
        </ButtonLink>
      </div>
    </div>
  )
}

/** Leads to the transfer form with the other side as payee, the amount and the reference of this transaction, as its draft. */
function SendAgain({
  id,
  amount,
  reference,
  label = 'Send again',
}: Pick<TransactionView, 'id' | 'amount' | 'reference'> & { label?: string }) {
  const giveDraft = useGivenDraft()
  const form = transferFrom(useAccountChoice())
  const linkTo = useLinkTo()
  return (
    <ButtonLink
      to={linkTo('transfer', { to: id })}
      state={{ field: 'amount' }}
      onClick={() => giveDraft(form, { payee: id, amount, reference })}
    >
      {label}
    </ButtonLink>
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
      <FactLine name="To">
        <bdi>{accountName}</bdi>
      </FactLine>
      {nameMasked && (
        <FactLine name="Account holder at this bank">
          <bdi>{nameMasked}</bdi>
        </FactLine>
      )}
      <FactLine name="Account number">
        <AccountNumber number={accountNumber} />
      </FactLine>
      <FactLine name="Bank">
        <bdi>
          {bankName}, {bankAddress}
        </bdi>
      </FactLine>
    </>
  )
}
