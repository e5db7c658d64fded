import type { AccountView } from '@bank/contract/accounts/view'
import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import { nominalDay } from '@bank/contract/schedules/rhythm'
import type { TransactionDetailsView } from '@bank/contract/transactions/view'
import { minorOf } from '@bank/ledger/money'
import type { Status } from '@bank/ledger/transaction-status'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useNavigate } from 'react-router'
import { AccountNumber } from '../accounts/account-number.tsx'
import { useMe } from '../accounts/me.ts'
import { bankToday } from '../api/bank-today.ts'
import { useAccountChoice, useLinkTo } from '../api/chosen-account.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { fieldsOf } from '../beneficiaries/beneficiaries.ts'
import { SaveBeneficiary } from '../beneficiaries/save-beneficiary.tsx'
import { besideReceipt, Slip, SlipNote, SlipRow } from '../sending/slip.tsx'
import { transferOf } from '../sending/transfer-name.ts'
import { useGivenDraft } from '../sessions/drafts.ts'
import { ReceiptFile } from '../transactions/receipt-file.tsx'
import { transactionDetailsQuery, transactionQuery } from '../transactions/transactions.ts'
import { Amount } from '../ui/amount.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CopiedCode } from '../ui/copied-code.tsx'
import { DateText } from '../ui/date-text.tsx'
import { deferred } from '../ui/deferred.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { StatusPill } from '../ui/status-pill.tsx'
import { someoneNew } from './payees.ts'
import { TransferSlip } from './transfer-slip.tsx'
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
  const { amount, currency, kind, status, createdAt, beneficiary, description, reference } = data
  // Inside the bank a transfer is pending for its sender's undo time, unless staff have set it back.
  const hasOneStep = (details?.timeline.length ?? 0) <= 1
  const isWaiting = status === 'pending' && kind === 'transfer_inside' && hasOneStep
  const takeBack = details?.takeBackUntil && <TakeBack transaction={details} until={details.takeBackUntil} />
  const slip = {
    label: 'Transfer receipt',
    amountMinor: minorOf(amount),
    currency,
    corner: <StatusPill status={status} />,
    isReceipt: true,
    note: (
      <>
        <SlipNote isDone={status === 'success'}>{whatNext[isWaiting ? 'waiting' : status]}</SlipNote>
        {/* In sight without scrolling: it is there for seconds. */}
        {isWaiting && takeBack}
      </>
    ),
  }
  const rows = (
    <>
      {me && (
        <SlipRow name="From">
          <AccountNumber number={me.account.number} />
        </SlipRow>
      )}
      <SlipRow name="Sent">
        <DateText moment={createdAt} time />
      </SlipRow>
      {details && <BalanceFacts {...details} />}
      <SlipRow name="Transaction ID">
        <CopiedCode code={id} label="Copy transaction ID" />
      </SlipRow>
    </>
  )
  return (
    <>
      <PageHeading>Transfer receipt</PageHeading>
      <TransferSteps current="Receipt" />
      <div className="@container">
        <div className={clsx(besideReceipt, 'print:block')}>
          {beneficiary === null ? (
            <Slip {...slip} to={description}>
              {rows}
            </Slip>
          ) : (
            <TransferSlip
              {...slip}
              fields={fieldsOf(beneficiary)}
              reference={reference}
              isWhole
              holder={details?.payeeNameMasked && <HolderRow name={details.payeeNameMasked} />}
            >
              {rows}
            </TransferSlip>
          )}
          <div className="no-print grid gap-3">
            <ButtonLink to={linkTo('transactions')}>View transactions</ButtonLink>
            <ButtonLink to={linkTo('transfer')} look="secondary">
              Make another transfer
            </ButtonLink>
            <ReceiptFile id={id} />
            <Button look="secondary" onClick={() => window.print()}>
              Print receipt
            </Button>
            {beneficiary && <SaveBeneficiary to={beneficiary} />}
            {beneficiary && me && <RepeatButton transfer={{ ...data, beneficiary }} account={me.account} />}
            {!isWaiting && takeBack}
          </div>
        </div>
      </div>
    </>
  )
}

/** Fills the same transfer into the form again, to be made every month from now on. */
function RepeatButton({
  transfer: { beneficiary, amount, reference },
  account,
}: {
  transfer: { beneficiary: BeneficiaryView; amount: string; reference: string | null }
  account: AccountView
}) {
  const giveDraft = useGivenDraft()
  const navigate = useNavigate()
  const linkTo = useLinkTo()
  function repeat() {
    const [today, ends] = [bankToday(), { every: 1, lastDay: null, times: null }]
    giveDraft(transferOf(account), {
      ...fieldsOf(beneficiary),
      payee: someoneNew,
      amount,
      reference: reference ?? '',
      firstDay: nominalDay({ firstDay: today, repeat: 'monthly', ...ends }, 1),
      repeat: 'monthly',
      onHoliday: 'same_day',
    })
    navigate(linkTo('transfer', { to: someoneNew }))
  }
  return (
    <Button look="secondary" onClick={repeat}>
      Repeat this transfer
    </Button>
  )
}

const TakeBack = deferred(async () => (await import('../transactions/take-back.tsx')).TakeBack)

function HolderRow({ name }: { name: string }) {
  return (
    <SlipRow name="Account holder">
      {name}
      <span className="block text-caption text-muted-foreground">
        Our customer with this account number. We hide most of the name.
      </span>
    </SlipRow>
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
        <SlipRow name="Round-up" className="no-print">
          <Amount value={roundUp.amount} currency={currency} /> to <bdi>{roundUp.pot}</bdi>
        </SlipRow>
      )}
      {balance && (
        <SlipRow name="Balance after" className="no-print">
          <Amount value={balance} currency={currency} />
        </SlipRow>
      )}
    </>
  )
}

const whatNext: Record<Status | 'waiting', string> = {
  waiting: 'It arrives when your undo time is over.',
  pending:
    'On its way. It usually arrives within 3 working days; follow it in Transactions. If the transfer fails, the money returns to your account.',
  success: 'Done. The money is in the payee’s account.',
  failed: 'The transfer did not arrive, and the money is back in your account.',
}
