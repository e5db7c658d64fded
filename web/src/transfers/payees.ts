import type { BeneficiaryView, RecentBeneficiary, SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { useQuery } from '@tanstack/react-query'
import { useAccountQuery } from '../api/chosen-account.ts'
import { isFirstTry } from '../api/first-try.ts'
import {
  beneficiariesQuery,
  fieldsOf,
  type PayeeField,
  payeeFields,
  recentBeneficiariesQuery,
} from '../beneficiaries/beneficiaries.ts'
import { transactionQuery } from '../transactions/transactions.ts'
import { grouped, groupedIban, ungrouped } from './grouped-number.ts'
import type { TransferFields } from './transfer-fields.ts'

/** Whom a transfer can go to: a saved beneficiary by its id, or the beneficiary of an earlier transfer by that transfer's. */
export type Payee = { readonly id: string; readonly name: string; readonly to: BeneficiaryView }

/** In the URL instead of a payee: the whole form is shown. */
export const someoneNew = 'new'
/** The same for a customer of this bank: the form without the fields of the bank, which this bank fills in. */
export const someoneHere = 'here'

/** Whether the payee is typed into the form. */
export function isTyped(id: string | null): boolean {
  return id === someoneNew || id === someoneHere
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
  const recent = useAccountQuery(recentBeneficiariesQuery)
  return {
    payees: [...(saved.data ?? []).map(savedPayee), ...(recent.data ?? []).map(recentPayee)],
    isLoading: isFirstTry(saved) || isFirstTry(recent),
  }
}

/** The payee that the URL names. One of an older transfer is requested. `isUnknown` when there is none with this id. */
export function useChosenPayee(id: string | null): { payee: Payee | undefined; isUnknown: boolean } {
  const { payees, isLoading } = usePayees()
  const isNamed = id !== null && !isTyped(id)
  const listed = isNamed ? payees.find((payee) => payee.id === id) : undefined
  const { data, isError } = useAccountQuery((account) => ({
    ...transactionQuery(id ?? '', account),
    enabled: isNamed && !isLoading && !listed,
  }))
  if (listed || !isNamed) return { payee: listed, isUnknown: false }
  const to = data?.beneficiary ?? data?.payer
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
