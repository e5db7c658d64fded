import type { Currency } from '@bank/ledger/currency'
import type { PaidBeneficiary } from '@bank/ledger/new-beneficiaries'
import type { Sender } from '@bank/ledger/snapshot'

/** A row of `paid_beneficiaries` as the books read it. */
export type PaidBeneficiaryRow = {
  user_id: string
  currency: Currency
  beneficiary: string
  first_paid_ms: bigint | null
  sent: bigint
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
