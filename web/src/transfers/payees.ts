import type { BeneficiaryView, RecentBeneficiary, SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { useQuery } from '@tanstack/react-query'
import { useAccountChoice } from '../accounts/account-in-url.ts'
import { isFirstTry } from '../api/first-try.ts'
import { beneficiariesQuery, fieldsOf, recentBeneficiariesQuery } from '../beneficiaries/beneficiaries.ts'
import { transactionQuery } from '../transactions/transactions.ts'
import { grouped, groupedIban, ungrouped } from './grouped-number.ts'
import { type PayeeField, payeeFields, type TransferFields } from './transfer-fields.ts'

/** Whom a transfer can go to: a saved beneficiary by its id, or the beneficiary of an earlier transfer by that transfer's. */
export type Payee = { readonly id: string; readonly name: string; readonly to: BeneficiaryView }

/** In the URL instead of a payee: the whole form is shown. */
export const someoneNew = 'new'

/** The form's address for a payee, or with all fields. */
export function detailsPath(to: string): string {
  return `/transfer?to=${encodeURIComponent(to)}`
}

function savedPayee(one: SavedBeneficiary): Payee {
  return { id: one.id, name: one.name, to: one }
}

function recentPayee(one: RecentBeneficiary): Payee {
  return { id: one.transactionId, name: one.accountName, to: one }
}

/**
 * The saved and the recent payees. Empty while they are loading, and for what could not be loaded. `isLoading` ends with the
 * first failure.
 */
export function usePayees(): { payees: readonly Payee[]; isLoading: boolean } {
  const saved = useQuery(beneficiariesQuery)
  const recent = useQuery(recentBeneficiariesQuery(useAccountChoice()))
  return {
    payees: [...(saved.data ?? []).map(savedPayee), ...(recent.data ?? []).map(recentPayee)],
    isLoading: isFirstTry(saved) || isFirstTry(recent),
  }
}

/** The payee that the URL names. One of an older transfer is requested. `isUnknown` when there is none with this id. */
export function useChosenPayee(id: string | null): { payee: Payee | undefined; isUnknown: boolean } {
  const account = useAccountChoice()
  const { payees, isLoading } = usePayees()
  const isNamed = id !== null && id !== someoneNew
  const listed = isNamed ? payees.find((payee) => payee.id === id) : undefined
  const { data, isError } = useQuery({
    ...transactionQuery(id ?? '', account),
    enabled: isNamed && !isLoading && !listed,
  })
  if (listed || !isNamed) return { payee: listed, isUnknown: false }
  const to = data?.beneficiary
  return { payee: to ? { id, name: to.accountName, to } : undefined, isUnknown: isError || to === null }
}

/** A payee as the form shows it: with its numbers in groups. */
export function typedFieldsOf(payee: Payee): Record<PayeeField, string> {
  const fields = fieldsOf(payee.to)
  return {
    ...fields,
    account_number: grouped(fields.account_number),
    routing_number: groupedIban(fields.routing_number),
  }
}

/** The payee whose details are in the form, unchanged. */
export function payeeIn(form: TransferFields, payees: readonly Payee[]): Payee | undefined {
  return payees.find((payee) => {
    const fields = fieldsOf(payee.to)
    return payeeFields.every((name) => ungrouped(fields[name]) === ungrouped(form[name]))
  })
}
