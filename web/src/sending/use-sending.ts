import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isProblem } from '../api/problem.ts'
import { useAmountsHidden, withoutAmounts } from '../ui/hidden-amounts.ts'
import { useOnline } from '../ui/online.ts'
import { isLatest, replacingId, toast } from '../ui/toast.ts'
import type { Waiting } from './send-until-certain.ts'
import { usePause } from './use-pause.ts'

type Texts<Answer> = {
  busy: string
  /** Undefined where the page shows it: `hasLeft` is true when the customer has gone on to another page. */
  done: (answer: Answer, hasLeft: boolean) => string | undefined
  isSpecified?: boolean
}

/**
 * Moves money once, however often `send` is called while an order is on its way and after it was carried out. Offline nothing is
 * sent, now or later, and `offlineNotice` says so until the connection is back. `uncertainId` is the transaction's id once an
 * answer has not come; `askNow` ends the pause before the bank is asked again.
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
  /** What the toasts are about: each replaces the one before. */
  subject: string
  /** A refusal has a toast where the specification asks for one; the page says each. */
  texts: Texts<Answer>
  act: (order: Order, waiting: Waiting) => Promise<Answer>
  /** Runs also when the customer has gone on to another page. */
  onBooked: (answer: Answer) => void
  /** Reads what the advice after a refusal depends on, which may have changed. */
  readAgain: () => Promise<unknown>
  onSent: (answer: Answer) => void
  onRefused: (error: unknown) => void
}) {
  const [uncertainId, setUncertainId] = useState<string>()
  const [pressedOffline, setPressedOffline] = useState(false)
  const isHidden = useAmountsHidden()
  const isOnline = useOnline()
  const isUnderWay = useRef(false)
  const { renew, outcome, succeed, dismiss } = useToastAbout(subject)
  const { pause, askNow, hasLeft } = usePause()

  const { mutate, isPending } = useMutation({
    mutationFn: (order: Order) => {
      toast.loading(texts.busy, renew())
      const onUncertain = (id: string) => {
        // The page says more than the toast, which goes. The outcome has another id: it would go together with that toast.
        renew()
        setUncertainId(id)
      }
      return act(order, { onUncertain, pause })
    },
    onSuccess: (answer) => {
      succeed(texts.done(answer, hasLeft()))
      onBooked(answer)
    },
    onError: async (error) => {
      if (!isProblem(error)) return
      toast.error(isHidden ? withoutAmounts(error.detail) : error.detail, outcome())
      if (error.code !== 'signed_out') await readAgain().catch(() => {})
    },
  })

  function send(order: Order) {
    // A double click is faster than the render that makes the button busy.
    if (isUnderWay.current) return
    setPressedOffline(!navigator.onLine)
    if (!navigator.onLine) return
    isUnderWay.current = true
    mutate(order, {
      onSuccess: onSent,
      onError: (error) => {
        isUnderWay.current = false
        setUncertainId(undefined)
        if (!texts.isSpecified) dismiss()
        onRefused(error)
      },
    })
  }

  const offlineNotice = pressedOffline && !isOnline ? offlineSentence : undefined
  return { send, isSending: isPending, uncertainId, askNow, offlineNotice }
}

/** The toast about an order. The outcome of an earlier one that comes late is shown beside the present one. */
function useToastAbout(subject: string) {
  const id = useRef('')
  const outcome = () => (isLatest(subject, id.current) ? { id: id.current } : {})
  const dismiss = () => toast.dismiss(id.current)
  return {
    renew() {
      id.current = replacingId(subject)
      return { id: id.current }
    },
    outcome,
    succeed: (text: string | undefined) => (text === undefined ? dismiss() : toast.success(text, outcome())),
    dismiss,
  }
}

const offlineSentence = 'You’re offline, and nothing has been sent. Try again once you are connected.'
