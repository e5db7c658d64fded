import { accountKeyOf } from '@bank/contract/beneficiaries/account-key'
import type { BeneficiaryView, SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { endpoints } from '@bank/contract/endpoints'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { AccountChoice } from '../api/chosen-account.ts'
import { publicConfig } from '../public-config.ts'

/** The fields that say whom a transfer goes to, with their labels, in the order of the form. */
export const payeeLabels = {
  account_name: 'Account name',
  account_number: 'Account number',
  bank_name: 'Bank name',
  bank_address: 'Bank address',
  swift_code: 'Swift code',
  routing_number: 'Routing number / IBAN',
} as const

/** For the account number. */
export const ibanHint = 'In Europe and the UK, enter the IBAN as the account number.'

export type PayeeField = keyof typeof payeeLabels

export const payeeFields = Object.keys(payeeLabels) as readonly PayeeField[]

export function isPayeeField(field: string): field is PayeeField {
  return field in payeeLabels
}

/** The user's saved beneficiaries, by name. */
export const beneficiariesQuery = queryOptions({
  queryKey: ['beneficiaries'],
  queryFn: async ({ signal }) => (await call(endpoints.listBeneficiaries, { signal })).beneficiaries,
})

/** The beneficiaries of an account's latest transfers that are not saved. Its key begins with that of the saved ones. */
export function recentBeneficiariesQuery(account: AccountChoice) {
  return queryOptions({
    queryKey: [...beneficiariesQuery.queryKey, 'recent', account],
    queryFn: async ({ signal }) =>
      (await call(endpoints.listRecentBeneficiaries, { query: { account }, signal })).beneficiaries,
  })
}

/** Requests the saved and the recent beneficiaries again, after one was saved, renamed or removed. */
export function refreshBeneficiaries(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: beneficiariesQuery.queryKey })
}

/** After a transfer: its beneficiary is among the recent ones of the account's next form, which waits for them. */
export function forgetRecentBeneficiaries(client: QueryClient, account: AccountChoice): void {
  const recent = recentBeneficiariesQuery(account)
  client.removeQueries({ queryKey: recent.queryKey })
  void client.prefetchQuery(recent)
}

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

/** The saved beneficiary with the same account at the same bank. */
export function savedAs(
  saved: readonly SavedBeneficiary[] | undefined,
  account: Parameters<typeof accountKeyOf>[0],
): SavedBeneficiary | undefined {
  const key = accountKeyOf(account, publicConfig)
  return saved?.find((one) => accountKeyOf(fieldsOf(one), publicConfig) === key)
}
