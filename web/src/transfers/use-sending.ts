import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isProblem } from '../api/problem.ts'
import { toast } from '../ui/toast.ts'
import type { Waiting } from './send-until-certain.ts'
import { usePause } from './use-pause.ts'

/**
 * Moves money once, however often `send` is called while an order is on its way and after it was carried out. `uncertainId` is the
 * transaction's id once an answer has not come; `askNow` ends the pause before the bank is asked again.
 */
export function useSending<Order, Answer>({
  subject,
  texts,
  act,
  onBooked,
  readAgain,
  onSent,
  onRefused,
}: {
  /** The id of the toasts: each replaces the one before. */
  subject: string
  texts: { busy: string; done: (answer: Answer) => string }
  act: (order: Order, waiting: Waiting) => Promise<Answer>
  /** Runs also when the customer has gone on to another page. */
  onBooked: (answer: Answer) => void
  /** Reads what the advice after a refusal depends on, which may have changed. */
  readAgain: () => Promise<unknown>
  onSent: (answer: Answer) => void
  onRefused: (error: unknown) => void
}) {
  const [uncertainId, setUncertainId] = useState<string>()
  const isUnderWay = useRef(false)
  const { pause, askNow } = usePause()

  const { mutate, isPending } = useMutation({
    // Offline, the library would send it later, when the customer no longer expects it.
    networkMode: 'always',
    mutationFn: (order: Order) => {
      toast.loading(texts.busy, { id: subject })
      const onUncertain = (id: string) => {
        toast.dismiss(subject)
        setUncertainId(id)
      }
      return act(order, { onUncertain, pause })
    },
    onSuccess: (answer) => {
      toast.success(texts.done(answer), { id: subject })
      onBooked(answer)
    },
    onError: async (error) => {
      if (!isProblem(error)) return
      toast.error(error.detail, { id: subject })
      if (error.code !== 'signed_out') await readAgain().catch(() => {})
    },
  })

  function send(order: Order) {
    // A double click is faster than the render that makes the button busy.
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutate(order, {
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
