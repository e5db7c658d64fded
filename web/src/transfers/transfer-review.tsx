import { routingNumberWarning, swiftCodeWarning } from '@bank/contract/transfers/bank-codes'
import type { TransferForm } from '@bank/contract/transfers/form'
import { ibanIn } from '@bank/contract/transfers/iban'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AccountNumber } from '../accounts/account-number.tsx'
import { Amount } from '../ui/amount.tsx'
import { FieldWarning } from '../ui/field.tsx'
import { HiddenAmounts } from '../ui/hidden-amounts.ts'
import { hasOwnBankFields } from './own-bank.ts'
import { type FieldLink, labels, type TransferField } from './transfer-fields.ts'

/**
 * What goes to whom, to be checked before it is sent (WCAG 3.3.4). Each line leads back to its field, at `changePath`. What this bank
 * has filled in of itself is one line.
 */
export function TransferReview({
  form,
  currency,
  changePath,
}: {
  form: TransferForm
  currency: Currency
  changePath: (field: TransferField) => string
}) {
  const change = (field: TransferField) => ({ field, path: changePath(field) })
  return (
    <dl className="-mt-3 grid">
      <Row
        change={change('amount')}
        label={labels.amount}
        value={
          // What is about to be sent is checked here.
          <HiddenAmounts value={false}>
            <Amount value={formatMinor(form.amount)} currency={currency} hero />
          </HiddenAmounts>
        }
      />
      <Row change={change('account_name')} label="To" value={<bdi>{form.account_name}</bdi>} />
      <Row
        change={change('account_number')}
        label={labels.account_number}
        value={<AccountNumber number={form.account_number} />}
      />
      <Row change={change('bank_name')} label={labels.bank_name} value={<bdi>{form.bank_name}</bdi>} />
      {!hasOwnBankFields(form) && (
        <>
          <Row
            change={change('bank_address')}
            label={labels.bank_address}
            value={<bdi>{form.bank_address}</bdi>}
          />
          <Row
            change={change('swift_code')}
            label={labels.swift_code}
            value={<bdi>{form.swift_code}</bdi>}
            note={<FieldWarning warning={swiftCodeWarning(form.swift_code)} />}
          />
          {/* An IBAN as the account number is the routing number, too, and is changed there. */}
          {ibanIn(form.account_number) === undefined && (
            <Row
              change={change('routing_number')}
              label={labels.routing_number}
              value={<IbanOrCode text={form.routing_number} />}
              note={<FieldWarning warning={routingNumberWarning(form.routing_number)} />}
            />
          )}
        </>
      )}
      <Row
        change={change('reference')}
        label={labels.reference}
        value={form.reference ? <bdi>{form.reference}</bdi> : 'None'}
      />
    </dl>
  )
}

/** An IBAN in groups, any other code as it is. */
export function IbanOrCode({ text }: { text: string }) {
  return /^[a-z]{2}\d{2}/i.test(text) ? <AccountNumber number={text} /> : <bdi>{text}</bdi>
}

function Row({
  change: { field, path },
  label,
  value,
  note,
}: {
  change: { field: TransferField; path: string }
  label: string
  value: ReactNode
  note?: ReactNode
}) {
  // The amount has its own line at any width: it is never broken.
  const beside = field !== 'amount'
  return (
    <div
      className={clsx(
        'grid min-h-14 grid-cols-[1fr_auto] content-center items-center gap-x-4 border-b py-2 last:border-b-0 last:pb-0',
        beside && 'sm:grid-cols-[12rem_1fr_auto]',
      )}
    >
      <dt className="text-table text-muted-foreground">{label}</dt>
      <dd
        className={clsx(
          'min-w-0 wrap-anywhere',
          beside ? 'col-start-1 sm:col-start-2' : 'col-span-2 row-start-2',
        )}
      >
        <span className="font-semibold">{value}</span>
        <span className="block text-caption text-muted-foreground">{note}</span>
      </dd>
      <dd className={clsx('col-start-2 row-start-1', beside && 'row-span-2 sm:col-start-3 sm:row-span-1')}>
        <Link
          to={path}
          state={{ field, isChange: true } satisfies FieldLink}
          className="link-alone text-label"
        >
          Change<span className="sr-only"> {labels[field].toLowerCase()}</span>
        </Link>
      </dd>
    </div>
  )
}
