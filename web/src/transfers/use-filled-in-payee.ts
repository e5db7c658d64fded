import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { type Payee, typedFieldsOf, useChosenPayee } from './payees.ts'
import type { PayeeField, TransferFields } from './transfer-fields.ts'

/** The payee that the URL names, filled into the form. An unknown one leads back to the choice of a payee. */
export function useFilledInPayee(
  { setValue, formState }: UseFormReturn<TransferFields, unknown, Transfer>,
  id: string | null,
): Payee | undefined {
  const navigate = useNavigate()
  const { payee, isUnknown } = useChosenPayee(id)
  const { isSubmitted } = formState
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in once; what is changed afterwards stays.
  useEffect(() => {
    if (!payee) return
    for (const [name, value] of Object.entries(typedFieldsOf(payee))) {
      setValue(name as PayeeField, value, { shouldDirty: true, shouldValidate: isSubmitted })
    }
  }, [payee?.id])
  useEffect(() => {
    if (isUnknown) navigate('/transfer', { replace: true })
  }, [isUnknown, navigate])
  return payee
}
