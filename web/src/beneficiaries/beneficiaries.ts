import { accountKeyOf } from '@bank/contract/beneficiary-form'
import { endpoints } from '@bank/contract/endpoints'
import type { SavedBeneficiary } from '@bank/contract/saved-beneficiary-view'
import type { BeneficiaryView } from '@bank/contract/views'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Whom one has saved for the next transfer, by name. */
export const beneficiariesQuery = queryOptions({
  queryKey: ['beneficiaries'],
  queryFn: async ({ signal }) => (await call(endpoints.listBeneficiaries, { signal })).beneficiaries,
})

/** A beneficiary as the fields of the transfer form. */
export function fieldsOf(to: BeneficiaryView) {
  return {
    account_name: to.accountName,
    account_number: to.accountNumber,
    bank_name: to.bankName,
    bank_address: to.bankAddress,
    swift_code: to.swiftCode,
    routing_number: to.routingNumber,
  }
}

/** The saved one with the same account at the same bank. */
export function savedAs(
  saved: readonly SavedBeneficiary[],
  to: BeneficiaryView,
): SavedBeneficiary | undefined {
  const key = accountKeyOf(fieldsOf(to))
  return saved.find((one) => accountKeyOf(fieldsOf(one)) === key)
}
