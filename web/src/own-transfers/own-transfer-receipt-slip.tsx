import type { AccountView } from '@bank/contract/accounts/view'
import type { OwnTransferReceipt } from '@bank/contract/own-transfers/view'
import { linkTo } from '@bank/contract/pages'
import { minorOf } from '@bank/ledger/money'
import { Fragment } from 'react'
import { AccountName, accountName } from '../accounts/account-name.tsx'
import { choiceOf } from '../api/chosen-account.ts'
import { besideReceipt, Slip, SlipNote, SlipRow } from '../sending/slip.tsx'
import { Amount } from '../ui/amount.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CopiedCode } from '../ui/copied-code.tsx'
import { DateText } from '../ui/date-text.tsx'
import { StatusPill } from '../ui/status-pill.tsx'

/** What was moved, as the slip of its form that has become the receipt, with the way to both histories. */
export function OwnTransferReceiptSlip({
  receipt: { id, amount, currency, createdAt, ...numbers },
  accounts,
  onAgain,
}: {
  receipt: OwnTransferReceipt
  accounts: readonly AccountView[]
  /** Opens the form for another movement. */
  onAgain: () => void
}) {
  const from = accounts.find(({ number }) => number === numbers.from)
  const to = accounts.find(({ number }) => number === numbers.to)
  if (!from || !to) return null
  return (
    <div className="@container">
      <div className={besideReceipt}>
        <Slip
          label="Transfer receipt"
          amountMinor={minorOf(amount)}
          currency={currency}
          to={<AccountName account={to} />}
          corner={<StatusPill status="success" />}
          isReceipt
          note={<SlipNote isDone>Done. The money has arrived.</SlipNote>}
        >
          {[
            { key: 'From', account: from },
            { key: 'To', account: to },
          ].map(({ key, account }) => (
            <Fragment key={key}>
              <SlipRow name={key} starts={key === 'To'}>
                <span className="flex min-w-0 justify-end">
                  <AccountName account={account} />
                </span>
              </SlipRow>
              <SlipRow name="Balance now">
                <Amount value={account.balance} currency={currency} />
              </SlipRow>
            </Fragment>
          ))}
          <SlipRow name="Moved" starts>
            <DateText moment={createdAt} time />
          </SlipRow>
          <SlipRow name="Transaction ID">
            <CopiedCode code={id} label="Copy transaction ID" />
          </SlipRow>
        </Slip>
        <div className="no-print grid gap-3">
          {[from, to].map((account) => (
            <ButtonLink
              key={account.number}
              to={linkTo('transactions', { account: choiceOf(account) })}
              look={account === from ? 'primary' : 'secondary'}
              className="wrap-anywhere"
            >
              Transactions of {accountName(account)}
            </ButtonLink>
          ))}
          <Button look="secondary" onClick={onAgain}>
            Move more money
          </Button>
        </div>
      </div>
    </div>
  )
}
