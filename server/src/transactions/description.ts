import { changeTexts, partsOf, type Side, type Told } from '@bank/contract/transactions/description-texts'
import type { MoneyChange, TransactionView } from '@bank/contract/transactions/view'
import { detailOf, kindNames } from '@bank/ledger/kinds'

/** Columns of the beneficiary, by the name that the texts have for them. */
const columns: Readonly<Record<string, string>> = {
  accountName: 'beneficiary_name',
  accountNumber: 'beneficiary_account_number',
  bankName: 'beneficiary_bank_name',
  bankAddress: 'beneficiary_bank_address',
  swiftCode: 'beneficiary_swift_code',
  routingNumber: 'beneficiary_routing_number',
}

/** SQL for the description of one side of a transaction (its table or alias in the query), in the words of the texts. */
export function descriptionSql(side: Side, transaction: string): string {
  const withBeneficiary = concatenated(partsOf('transfer', side, true), side, transaction)
  const others = kindNames
    .map((kind) => [kind, partsOf(kind, side, false)] as const)
    .filter(([, parts]) => parts.join('') !== '')
    .map(([kind, parts]) => `when '${kind}' then ${concatenated(parts, side, transaction)}`)
  return `case when ${transaction}.${columns.accountName} is not null then ${withBeneficiary}
               else case ${transaction}.kind ${others.join(' ')} end end`
}

function concatenated(parts: readonly string[], side: Side, transaction: string): string {
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return `'${part}'`
      return `${transaction}.${part === 'detail' ? `${side}_detail` : columns[part]}`
    })
    .filter((part) => part !== "''")
    .join(' || ')
}

/** Who and what the description of one side names. */
export function partiesOf(
  side: Side,
  { kind, beneficiary, detail }: Told,
): Pick<TransactionView, 'counterparty' | 'otherAccount' | 'pot'> {
  const is = detailOf(side, kind, beneficiary !== null)
  return {
    counterparty: side === 'debit' ? (beneficiary?.accountName ?? null) : is === 'payer' ? detail : null,
    otherAccount: is === 'account' ? detail : null,
    pot: is === 'pot' ? detail : null,
  }
}

/** An entry of a side, as its effect on that side's money is told. Amounts in minor units, + in, - out. */
type EntryOfSide = {
  /** True for the transaction's first posting, false for one of a status change. */
  readonly isFirst: boolean
  /** True on the side that pays. */
  readonly isPayer: boolean
  readonly amountMinor: bigint
}

/** What a status change did to the money of a side; null for the first posting. */
export function changeOf({ isFirst, isPayer, amountMinor }: EntryOfSide): MoneyChange | null {
  if (isFirst) return null
  if (isPayer) return amountMinor > 0n ? 'returned' : 'sent_again'
  return amountMinor > 0n ? 'received' : 'taken_back'
}

/** True where a change undoes the first posting: the payer gets the money back, or the payee loses it. */
export function isReturn(change: MoneyChange | null): boolean {
  return change === 'returned' || change === 'taken_back'
}

/** SQL for the side of the account of the entry `entry` in the transaction `t`. */
export const isPayerSql = 't.debit_account_id is not distinct from entry.ledger_account_id'

/** SQL for the words of a change, with the same names. */
export const changeSql = `case
  when t.id = entry.posting_id then ''
  when ${isPayerSql}
  then case when entry.amount_minor > 0 then '${changeTexts.returned}' else '${changeTexts.sent_again}' end
  else case when entry.amount_minor > 0 then '${changeTexts.received}' else '${changeTexts.taken_back}' end end`
