import type { AccountView } from '@bank/contract/accounts/view'
import { formatMoney } from '@bank/contract/format-money'
import { routingNumberWarning, swiftCodeWarning } from '@bank/contract/transfers/bank-codes'
import type { TransferForm } from '@bank/contract/transfers/form'
import { balanceAfter, formatMinor } from '@bank/ledger/money'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AccountNumber } from '../accounts/account-number.tsx'
import { publicConfig } from '../public-config.ts'
import { Amount } from '../ui/amount.tsx'
import { FieldWarning } from '../ui/field.tsx'
import { BalanceWarning } from './after-transfer.tsx'
import { labels, type TransferField } from './transfer-fields.ts'

/** All contents of a transfer, to be checked before it is sent (WCAG 3.3.4). */
export function TransferReview({ form, account }: { form: TransferForm; account: AccountView }) {
  const { currency, balance } = account
  const after = balanceAfter(balance, -form.amount)
  return (
    <div className="grid gap-field">
      <dl className="-mt-3 grid">
        <Row
          field="amount"
          label={labels.amount}
          value={<Amount value={formatMinor(form.amount)} currency={currency} hero />}
        />
        <Row field="account_name" label="To" value={form.account_name} />
        <Row
          field="account_number"
          label={labels.account_number}
          value={<AccountNumber number={form.account_number} />}
        />
        <Row field="bank_name" label={labels.bank_name} value={form.bank_name} />
        <Row field="bank_address" label={labels.bank_address} value={form.bank_address} />
        <Row
          field="swift_code"
          label={labels.swift_code}
          value={form.swift_code}
          warning={swiftCodeWarning(form.swift_code)}
        />
        <Row
          field="routing_number"
          label={labels.routing_number}
          value={form.routing_number}
          warning={routingNumberWarning(form.routing_number)}
        />
        <Row label="From" value={<AccountNumber number={account.number} />} />
        <Row
          label="Balance after"
          value={after >= 0n ? <Amount value={formatMinor(after)} currency={currency} /> : 'Not enough money'}
        />
        <Row label="Expected arrival" value={arrivalOf(form.bank_name)} />
      </dl>
      {after < 0n && <BalanceWarning short={formatMoney(formatMinor(-after), currency)} />}
    </div>
  )
}

function Row({
  field,
  label,
  value,
  warning,
}: {
  field?: TransferField
  label: string
  value: ReactNode
  warning?: string | undefined
}) {
  // The amount has its own line at any width: it is never broken.
  const beside = field !== 'amount'
  return (
    <div
      className={clsx(
        'grid min-h-14 grid-cols-[1fr_auto] content-center items-center gap-x-4 border-b py-2',
        beside && 'sm:grid-cols-[12rem_1fr_auto]',
      )}
    >
      <dt className="text-table text-muted-foreground">{label}</dt>
      <dd
        className={clsx(
          'min-w-0 font-semibold wrap-anywhere',
          beside ? 'col-start-1 sm:col-start-2' : 'col-span-2 row-start-2',
        )}
      >
        {value}
        <FieldWarning warning={warning} />
      </dd>
      {field && (
        <dd className={clsx('col-start-2 row-start-1', beside && 'row-span-2 sm:col-start-3 sm:row-span-1')}>
          <Link
            to="/transfer"
            state={{ field }}
            className="inline-flex min-h-target items-center text-label text-link underline"
          >
            Change<span className="sr-only"> {labels[field].toLowerCase()}</span>
          </Link>
        </dd>
      )}
    </div>
  )
}

/** When the money arrives: at once inside the bank; at another bank it is pending until then. */
function arrivalOf(bankName: string): string {
  const plain = (name: string) => name.replace(/\s/g, '').toLowerCase()
  return plain(bankName) === plain(publicConfig.bankName)
    ? `At once, if the account is with ${publicConfig.bankName}`
    : 'Usually within 3 working days. It is pending until then.'
}
