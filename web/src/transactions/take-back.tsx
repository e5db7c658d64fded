import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { TransactionDetailsView } from '@bank/contract/transactions/view'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bankNow } from '../api/bank-clock.ts'
import { useAccountChoice } from '../api/chosen-account.ts'
import { Button } from '../ui/button.tsx'
import { DateText } from '../ui/date-text.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { takeBack } from './take-back-request.ts'
import { refreshMoney } from './transactions.ts'

type Props = { transaction: Pick<TransactionDetailsView, 'id' | 'kind'>; until: string }

/** Until when a transfer can be taken back, and the button that does it. */
export function TakeBack(props: Props) {
  // Inside the bank a transfer waits for nothing but the undo time.
  return props.transaction.kind === 'transfer_inside' ? <Undo {...props} /> : <TakeBackLater {...props} />
}

function TakeBackLater({ transaction, until }: Props) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <section aria-label="Take back" className="no-print grid justify-items-start gap-3">
      <p className="text-table text-muted-foreground">
        You can take this transfer back until <DateText moment={until} long />, or until the bank has
        processed it.
      </p>
      <Button look="secondary" onClick={() => setIsAsked(true)}>
        Take back
      </Button>
      <TakeBackDialog open={isAsked} onClose={() => setIsAsked(false)} transaction={transaction} />
    </section>
  )
}

const TakeBackDialog = lazyDialog(async () => (await import('./take-back-dialog.tsx')).TakeBackDialog)

/** Takes the transfer back without a question, because only seconds are left. */
function Undo({ transaction: { id }, until }: Props) {
  const client = useQueryClient()
  const account = useAccountChoice()
  const [changeId] = useState(() => timeOrderedId(new Date()))
  const undo = useMutation({
    mutationFn: () => takeBack(id, account, changeId),
    onSettled: () => refreshMoney(client),
  })
  const secondsLeft = useSecondsLeft(until, () => refreshMoney(client))
  if (secondsLeft <= 0 && !undo.isPending) return null
  return (
    <Button
      look="secondary"
      busy={undo.isPending}
      busyLabel="Taking back…"
      className="no-print justify-self-start"
      onClick={() => undo.mutate()}
    >
      Undo ({secondsLeft} s)
    </Button>
  )
}

// The bank releases a transfer about a second after its time is over.
const releaseMilliseconds = 2_000

/** The whole seconds until a moment, 0 after it: the browser knows the time of the bank to a second, and promises no more than there is. Calls `onOver` soon after it. */
function useSecondsLeft(until: string, onOver: () => void): number {
  const count = () => Math.max(Math.floor((Date.parse(until) - bankNow()) / 1_000), 0)
  const [secondsLeft, setSecondsLeft] = useState(count)
  const isOver = secondsLeft === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions are new in each rendering, and do the same.
  useEffect(() => {
    const timer = isOver
      ? setTimeout(onOver, releaseMilliseconds)
      : setInterval(() => setSecondsLeft(count()), 1_000)
    return () => clearTimeout(timer)
  }, [isOver, until])
  return secondsLeft
}
