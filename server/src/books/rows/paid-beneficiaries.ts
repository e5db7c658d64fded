import type { Currency } from '@bank/ledger/currency'
import type { PaidBeneficiary } from '@bank/ledger/new-beneficiaries'
import type { Rows, Sender } from '@bank/ledger/snapshot'
import { bigintArray, textArray, timestampArray, uuidArray } from '../../postgres/binary-array.ts'
import type { Statement } from '../../postgres/pipelined-connection.ts'

type PaidBeneficiaryRow = {
  user_id: string
  currency: Currency
  beneficiary: string
  first_paid_ms: bigint | null
  sent: bigint
}

// After the locks on the senders' PINs, as the guards are. Each of the two conditions has an index.
export const readPaidBeneficiaries: Statement<PaidBeneficiaryRow> = {
  name: 'books-read-paid-beneficiaries',
  text: `
  select user_id, currency, beneficiary, (extract(epoch from first_paid_at) * 1000)::bigint as first_paid_ms, sent
    from paid_beneficiaries
   where user_id = any($1::uuid[]) and beneficiary = any($2::text[])
   union
  select user_id, currency, beneficiary, (extract(epoch from first_paid_at) * 1000)::bigint, sent
    from paid_beneficiaries
   where user_id = any($1::uuid[]) and first_paid_at > to_timestamp($3::bigint * 0.001)`,
}

/** The paid beneficiaries of each user. */
export function paidBeneficiariesIn(
  rows: readonly PaidBeneficiaryRow[],
): Map<string, Sender['paidBeneficiaries']> {
  const paid = new Map<string, Map<Currency, Map<string, PaidBeneficiary>>>()
  for (const { user_id, currency, beneficiary, first_paid_ms, sent } of rows) {
    const ofUser = paid.get(user_id) ?? new Map<Currency, Map<string, PaidBeneficiary>>()
    const ofCurrency = ofUser.get(currency) ?? new Map<string, PaidBeneficiary>()
    const firstPaidAt = first_paid_ms === null ? null : Number(first_paid_ms)
    ofCurrency.set(beneficiary, { firstPaidAt, sentMinor: sent })
    paid.set(user_id, ofUser.set(currency, ofCurrency))
  }
  return paid
}

// A row that was made meanwhile, from the customer's earlier transactions, stays one of a beneficiary that is no longer new.
export const writePaidBeneficiaries: Statement = {
  name: 'books-write-paid-beneficiaries',
  text: `
  insert into paid_beneficiaries (user_id, currency, beneficiary, first_paid_at, sent)
  select unnest($1::uuid[]), unnest($2::text[]), unnest($3::text[]), unnest($4::timestamptz[]), unnest($5::bigint[])
  on conflict (user_id, currency, beneficiary) do update set sent = excluded.sent`,
}

export function paidBeneficiaryValues({ paidBeneficiaries }: Rows): Buffer[] {
  return [
    uuidArray(paidBeneficiaries.map(({ userId }) => userId)),
    textArray(paidBeneficiaries.map(({ currency }) => currency)),
    textArray(paidBeneficiaries.map(({ beneficiary }) => beneficiary)),
    timestampArray(paidBeneficiaries.map(({ firstPaidAt }) => firstPaidAt)),
    bigintArray(paidBeneficiaries.map(({ sentMinor }) => sentMinor)),
  ]
}
