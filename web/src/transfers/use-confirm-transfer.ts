import type { MeView } from '@bank/contract/profile/view'
import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useAccountChoice, useAccountPath } from '../accounts/account-in-url.ts'
import { meQuery } from '../accounts/me.ts'
import { hasActedBefore } from '../api/idempotency-key.ts'
import { isProblem } from '../api/problem.ts'
import type { TransferFields } from './transfer-fields.ts'
import { useSendTransfer } from './use-send-transfer.ts'

/**
 * Confirms the reviewed transfer and goes on to its receipt. After a refusal the review stays: the form has the errors of the
 * fields that the refusal is about, without the refused PIN, and `notice` is the reason of one that is about no field.
 * `onIdReused` is called when an earlier transfer has used the id.
 */
export function useConfirmTransfer(
  me: MeView,
  { setError, setValue }: UseFormReturn<TransferFields, unknown, Transfer>,
  onIdReused: () => void,
) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const account = useAccountChoice()
  const path = useAccountPath()
  const [notice, setNotice] = useState<string>()
  const { send, offlineNotice, ...sending } = useSendTransfer({
    sender: me,
    onSent: ({ id }) => navigate(path(`/transfer?step=receipt&tx=${id}`), { replace: true }),
    onRefused,
  })

  function confirm(transfer: Transfer) {
    setNotice(undefined)
    send(transfer)
  }

  async function onRefused(error: unknown) {
    if (!isProblem(error)) return
    if (hasActedBefore(error)) onIdReused()
    const advice = await fetchAdvice().catch(() => undefined)
    if (!advice) return setNotice(error.detail)
    const advised = advice.adviceOn(error, client.getQueryData(meQuery(account).queryKey) ?? me)
    if (advised.length === 0) return setNotice(advice.adviceInGeneral(error))
    for (const { field, advice } of advised) {
      if (field === 'transaction_pin') setValue(field, '')
      setError(field, { type: error.code, message: advice })
    }
  }

  return { confirm, notice: offlineNotice ?? notice, ...sending }
}

/** Fetched ahead by the form, so that it is loaded before a refusal. */
export const fetchAdvice = () => import('./refusal-advice.ts')
