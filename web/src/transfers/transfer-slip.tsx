import type { AccountView } from '@bank/contract/accounts/view'
import { dayText } from '@bank/contract/date-text'
import { ibanIn } from '@bank/contract/iban'
import { typedAmount } from '@bank/contract/typed-amount'
import type { Currency } from '@bank/ledger/currency'
import { balanceAfter, formatMinor, missingToWhole } from '@bank/ledger/money'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { AccountNumber } from '../accounts/account-number.tsx'
import { BalanceRows } from '../accounts/balance-rows.tsx'
import { useMe } from '../accounts/me.ts'
import { bankToday } from '../api/bank-today.ts'
import type { PayeeField } from '../beneficiaries/beneficiaries.ts'
import { publicConfig } from '../public-config.ts'
import { Slip, SlipRow, slipPlace } from '../sending/slip.tsx'
import { Amount } from '../ui/amount.tsx'
import { ungrouped } from './grouped-number.ts'
import { hasOwnBankFields, isInside } from './own-bank.ts'
import { labels, type TransferControl } from './transfer-fields.ts'

/** What a slip says of a transfer, by the names of the form: empty while it is not typed. */
type Fields = Readonly<Record<PayeeField | 'reference', string>>

/**
 * A transfer as its slip. `isWhole` adds all that it says of the payee's bank. `children` are the rows above those of that bank: on a phone,
 * what becomes of the balance is seen before the button at the foot of the screen is pressed.
 */
export function TransferSlip({
  fields,
  isWhole = false,
  holder,
  reference,
  children,
  ...slip
}: {
  fields: Omit<Fields, 'reference'>
  isWhole?: boolean
  /** The holder of an account of this bank, on the receipt. */
  holder?: ReactNode
  /** The row of the reference; null for none. */
  reference: string | null
  children: ReactNode
} & Pick<
  Parameters<typeof Slip>[0],
  'label' | 'amountMinor' | 'currency' | 'corner' | 'isReceipt' | 'note'
>) {
  const { account_name, account_number, bank_name, bank_address, swift_code, routing_number } = fields
  return (
    <Slip
      {...slip}
      to={account_name && <bdi>{account_name}</bdi>}
      number={account_number && <AccountNumber number={account_number} />}
    >
      {children}
      <SlipRow name={labels.bank_name} starts>
        {bank_name && <bdi>{bank_name}</bdi>}
      </SlipRow>
      {holder}
      {isWhole && (
        <>
          <SlipRow name={labels.bank_address}>
            <bdi>{bank_address}</bdi>
          </SlipRow>
          <SlipRow name={labels.swift_code}>
            <bdi>{swift_code}</bdi>
          </SlipRow>
          {/* An IBAN as the account number is the routing number, too. */}
          {ibanIn(account_number) === undefined && (
            <SlipRow name={labels.routing_number}>
              {/^[a-z]{2}\d{2}/i.test(routing_number) ? (
                <AccountNumber number={routing_number} />
              ) : (
                <bdi>{routing_number}</bdi>
              )}
            </SlipRow>
          )}
        </>
      )}
      {reference !== null && <SlipRow name={labels.reference}>{reference && <bdi>{reference}</bdi>}</SlipRow>}
    </Slip>
  )
}

/**
 * The slip of a transfer that is not sent: with the sender's account, its balance before and after, and on the review all
 * of the payee's bank that this bank has not filled in of itself, and when the money arrives.
 */
export function UnsentSlip({
  fields,
  account,
  amountMinor,
  arrival,
  when,
  isBeside = false,
  ...slip
}: {
  fields: Fields
  account: AccountView
  /** In minor units; undefined before an amount is typed. */
  amountMinor: bigint | undefined
  /** On the review. */
  arrival?: string
  /** Of a payment that is made later. */
  when?: string
  corner?: ReactNode
  /** Shown only where it is beside the form. */
  isBeside?: boolean
}) {
  const { currency, balance, held, number } = account
  const { data: me } = useMe()
  const roundUp = amountMinor === undefined ? 0n : roundUpOf(account, amountMinor)
  // It follows when the transfer can no longer be taken back.
  const delay = Math.max(isInside(fields) ? 0 : publicConfig.releaseAfterMinutes * 60, me?.undoSeconds ?? 0)
  const spent = (amountMinor ?? 0n) + (delay > 0 ? 0n : roundUp)
  const after = amountMinor === undefined ? undefined : balanceAfter(balance, -spent)
  const reference = arrival ? fields.reference || 'None' : fields.reference
  return (
    <div className={clsx(slipPlace, isBeside && 'hidden @min-[43rem]:grid')}>
      <TransferSlip
        {...slip}
        label="This transfer"
        fields={fields}
        reference={reference}
        amountMinor={amountMinor}
        currency={currency}
        isWhole={arrival !== undefined && !hasOwnBankFields(fields)}
      >
        <SlipRow name="From">
          <AccountNumber number={number} />
        </SlipRow>
        <SlipRow name={when ? 'When' : 'Date'}>{when ?? dayText(bankToday(), 'short')}</SlipRow>
        {arrival && !when && <SlipRow name="Expected arrival">{arrival}</SlipRow>}
        {!when && (
          <BalanceRows balance={balance} held={held} currency={currency} afterMinor={after}>
            {roundUp > 0n && (
              <RoundUpRow pot={account.roundUpPot} delay={delay} minor={roundUp} currency={currency} />
            )}
          </BalanceRows>
        )}
      </TransferSlip>
    </div>
  )
}

function RoundUpRow({
  pot,
  delay,
  minor,
  currency,
}: {
  pot: string | null
  /** In seconds. */
  delay: number
  minor: bigint
  currency: Currency
}) {
  return (
    <SlipRow
      name={
        <>
          Round-up to <bdi>{pot}</bdi>
          {delay > 0 && `, in ${delay <= 60 ? `${delay} seconds` : `${delay / 60} minutes`}`}
        </>
      }
    >
      <Amount value={formatMinor(minor)} currency={currency} />
    </SlipRow>
  )
}

/** What a transfer is rounded up by, in minor units: nothing where there is not enough for it, too. */
function roundUpOf({ roundUpPot, available }: AccountView, amountMinor: bigint): bigint {
  const missing = roundUpPot === null ? 0n : missingToWhole(amountMinor)
  return balanceAfter(available, -amountMinor - missing) < 0n ? 0n : missing
}

/** The same while the form is filled in: it alone is rendered again. */
export function TypedSlip({ account, control }: { account: AccountView; control: TransferControl }) {
  const fields = useWatch({ control })
  const typed = (name: keyof Fields) => fields[name] ?? ''
  return (
    <UnsentSlip
      account={account}
      amountMinor={typedAmount(fields.amount ?? '')}
      fields={{
        account_name: typed('account_name'),
        account_number: ungrouped(typed('account_number')),
        bank_name: typed('bank_name'),
        bank_address: '',
        swift_code: '',
        routing_number: '',
        reference: typed('reference'),
      }}
    />
  )
}
