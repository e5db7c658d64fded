import { accountKeyOf } from '@bank/contract/beneficiaries/account-key'
import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import { useEffect, useLayoutEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { useLinkTo } from '../api/chosen-account.ts'
import { publicConfig } from '../public-config.ts'
import { ownBankFields } from './own-bank.ts'
import { isTyped, type Payee, someoneHere, typedFieldsOf, useChosenPayee } from './payees.ts'
import { emptyTransfer, type FieldLink, type TransferField, type TransferFields } from './transfer-fields.ts'

/**
 * The payee with this id, filled into the form; null while none is chosen. A form that was typed for another payee is emptied
 * first, of its errors too. An unknown payee leads back to the choice.
 */
export function useFilledInPayee(
  { getValues, setValue, reset }: UseFormReturn<TransferFields, unknown, Transfer>,
  id: string | null,
): Payee | undefined {
  const navigate = useNavigate()
  const choicePath = useLinkTo()('transfer')
  const { payee, isUnknown } = useChosenPayee(id)
  const { state } = useLocation() as { state: FieldLink | null }
  // Before the page is painted, which must not show an amount beside another payee.
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in once; what is changed afterwards stays.
  useLayoutEffect(() => {
    if (!payee && !isTyped(id)) return
    const form = getValues()
    const isSame = payee
      ? accountKeyOf(typedFieldsOf(payee), publicConfig) === accountKeyOf(form, publicConfig)
      : state?.isChange
    if (form.payee !== '' && form.payee !== id && !isSame) reset(emptyTransfer, { keepFieldsRef: true })
    const fields = payee ? typedFieldsOf(payee) : bankOf(id, form)
    for (const [name, value] of Object.entries({ ...fields, payee: id! })) {
      setValue(name as TransferField, value, { shouldDirty: true })
    }
  }, [id, payee?.id])
  useEffect(() => {
    if (isUnknown) navigate(choicePath, { replace: true })
  }, [isUnknown, navigate, choicePath])
  return payee
}

/** The fields of the bank in a form that is typed: this bank's own are filled in, and do not stay for another bank. */
function bankOf(id: string | null, form: TransferFields): Partial<TransferFields> {
  if (id === someoneHere) return ownBankFields()
  if (form.payee !== someoneHere) return {}
  return Object.fromEntries(Object.keys(ownBankFields()).map((name) => [name, '']))
}
