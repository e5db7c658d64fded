import { messages } from '@bank/contract/messages'
import type { TransferInstruction } from '@bank/contract/transfers/form'
import type { TransactionView } from '@bank/contract/views'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { meQuery } from '../accounts/me.ts'
import { isProblem } from '../api/problem.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { refreshMoney, transactionQuery } from '../transactions/transactions.ts'
import { toast } from '../ui/toast.ts'
import { settleTransfer } from './settle-transfer.ts'
import { closeTransferId, noteSent } from './transfer-id.ts'

/** The one toast of a transfer, whatever it comes to say. */
const toastId = 'transfer'

/**
 * Sends a transfer once, however often it is asked to while it is on its way. `checking` is true while the bank has not
 * said what became of it; `askNow` does not wait for the next time it is asked.
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
  const [checking, setChecking] = useState(false)
  const underWay = useRef(false)
  const { pause, askNow } = usePause()

  const { mutate, isPending } = useMutation({
    // Held back for want of a connection, it would be sent at a time nobody chose.
    networkMode: 'always',
    mutationFn: (instruction: TransferInstruction) => {
      noteSent(instruction.transactionId)
      toast.loading(messages.transfer.busy, { id: toastId })
      const onUnknown = () => {
        toast.dismiss(toastId)
        setChecking(true)
      }
      return settleTransfer(instruction, { onUnknown, pause })
    },
    // Also when somebody has gone on to another page in the meantime.
    onSuccess: (transaction) => {
      toast.success(messages.transfer.done, { id: toastId })
      closeTransferId(transaction.id, sender)
      dropDraft('transfer')
      client.setQueryData(transactionQuery(transaction.id).queryKey, transaction)
      refreshMoney(client)
    },
    onError: async (error) => {
      if (!isProblem(error)) return
      toast.error(error.detail, { id: toastId })
      // The balance or the account's standing may be other than the form believed, and the advice depends on it.
      if (error.code !== 'signed_out') await client.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => {})
    },
  })

  function send(instruction: TransferInstruction) {
    // The button learns that it is busy only when it is next drawn; a double click is faster.
    if (underWay.current) return
    underWay.current = true
    mutate(instruction, {
      onSuccess: onSent,
      onError: (error) => {
        underWay.current = false
        setChecking(false)
        onRefused(error)
      },
    })
  }

  return { send, isSending: isPending, checking, askNow }
}

/** A pause that grows from 2 to 30 seconds, ends early on `askNow` or a regained connection, and throws once the page is left. */
function usePause() {
  const left = useRef(false)
  const wake = useRef(() => {})
  useEffect(() => {
    left.current = false
    const askNow = () => wake.current()
    window.addEventListener('online', askNow)
    return () => {
      window.removeEventListener('online', askNow)
      left.current = true
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
      if (left.current) wake.current()
    })
    if (left.current) throw new Error('left before the outcome was known')
  }

  return { pause, askNow: () => wake.current() }
}
