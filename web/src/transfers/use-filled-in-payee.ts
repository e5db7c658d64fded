import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useAccountPath } from '../accounts/account-in-url.ts'
import { ungrouped } from './grouped-number.ts'
import { type Payee, typedFieldsOf, useChosenPayee } from './payees.ts'
import { type PayeeField, paymentFields, type TransferFields } from './transfer-fields.ts'

/**
 * The payee that the URL names, filled into the form. An amount and a reference that were typed for another payee go. An unknown
 * payee leads back to the choice.
 */
export function useFilledInPayee(
  { getValues, setValue, formState }: UseFormReturn<TransferFields, unknown, Transfer>,
  id: string | null,
): Payee | undefined {
  const navigate = useNavigate()
  const choicePath = useAccountPath()('/transfer')
  const { payee, isUnknown } = useChosenPayee(id)
  const { isSubmitted } = formState
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in once; what is changed afterwards stays.
  useEffect(() => {
    if (!payee) return
    const fields = typedFieldsOf(payee)
    const typedNumber = getValues('account_number')
    if (typedNumber !== '' && ungrouped(typedNumber) !== ungrouped(fields.account_number)) {
      for (const name of paymentFields) setValue(name, '')
    }
    for (const [name, value] of Object.entries(fields)) {
      setValue(name as PayeeField, value, { shouldDirty: true, shouldValidate: isSubmitted })
    }
  }, [payee?.id])
  useEffect(() => {
    if (isUnknown) navigate(choicePath, { replace: true })
  }, [isUnknown, navigate, choicePath])
  return payee
}
