import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import { endpoints } from '@bank/contract/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The user's saved beneficiaries, by name. */
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
