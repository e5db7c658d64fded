import { messages } from '@bank/contract/messages'
import type { TransactionView } from '@bank/contract/transactions/view'
import type { TransferForm } from '@bank/contract/transfers/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { meQuery } from '../accounts/me.ts'
import { isProblem } from '../api/problem.ts'
import { forgetRecentBeneficiaries } from '../beneficiaries/beneficiaries.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { refreshMoney, transactionQuery } from '../transactions/transactions.ts'
import { toast } from '../ui/toast.ts'
import { sendTransfer, transferBy } from './send-transfer.ts'

/** Each toast of a transfer replaces the one before. */
const toastId = 'transfer'

/**
 * Sends a transfer once, however often `send` is called while it is on its way. `uncertainId` is its id once an answer has
 * not come; `askNow` ends the pause before the bank is asked again.
 */
export function useSendTransfer({
  sender,
  onSent,
  onRefused,
}: {
  /** The user who sends. */
  sender: string
  onSent: (transaction: TransactionView) => void
  onRefused: (error: unknown) => void
}) {
  const client = useQueryClient()
  const [uncertainId, setUncertainId] = useState<string>()
  const isUnderWay = useRef(false)
  const { pause, askNow } = usePause()

  const { mutate, isPending } = useMutation({
    // Offline, the library would send it later, when the customer no longer expects it.
    networkMode: 'always',
    mutationFn: (transfer: TransferForm) => {
      toast.loading(messages.transfer.busy, { id: toastId })
      const onUncertain = (id: string) => {
        toast.dismiss(toastId)
        setUncertainId(id)
      }
      return sendTransfer(transfer, transferBy(sender), { onUncertain, pause })
    },
    // Runs also when the customer has gone on to another page.
    onSuccess: (transaction) => {
      toast.success(messages.transfer.done, { id: toastId })
      dropDraft('transfer')
      client.setQueryData(transactionQuery(transaction.id).queryKey, transaction)
      refreshMoney(client)
      forgetRecentBeneficiaries(client)
    },
    onError: async (error) => {
      if (!isProblem(error)) return
      toast.error(error.detail, { id: toastId })
      // The advice depends on the balance and on whether the account is active: both may have changed.
      if (error.code !== 'signed_out') await client.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => {})
    },
  })

  function send(transfer: TransferForm) {
    // A double click is faster than the render that makes the button busy.
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutate(transfer, {
      onSuccess: onSent,
      onError: (error) => {
        isUnderWay.current = false
        setUncertainId(undefined)
        onRefused(error)
      },
    })
  }

  return { send, isSending: isPending, uncertainId, askNow }
}

/** A pause of 2 to 30 seconds that ends early on `askNow` or when the connection is back, and throws once the page is left. */
function usePause() {
  const hasLeft = useRef(false)
  const wake = useRef(() => {})
  useEffect(() => {
    hasLeft.current = false
    const askNow = () => wake.current()
    window.addEventListener('online', askNow)
    return () => {
      window.removeEventListener('online', askNow)
      hasLeft.current = true
      wake.current()
    }
  }, [])

  async function pause(attempt: number): Promise<void> {
    await new Promise<void>((resume) => {
      const timer = setTimeout(resume, Math.min(1000 * 2 ** attempt, 30_000))
      wake.current = () => {
        clearTimeout(timer)
        resume()
      }
      if (hasLeft.current) wake.current()
    })
    if (hasLeft.current) throw new Error('the page was left before the outcome was certain')
  }

  return { pause, askNow: () => wake.current() }
}
