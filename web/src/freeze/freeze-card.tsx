import { endpoints } from '@bank/contract/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeMe, meKey } from '../accounts/me.ts'
import type { Advice } from '../api/advice-after.ts'
import { announce } from '../api/announce.ts'
import { bankNow } from '../api/bank-clock.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useConfirmation } from '../sessions/use-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DateText } from '../ui/date-text.tsx'
import { Notice } from '../ui/notice.tsx'

/** Freezes the customer's payments with one press, and unfreezes them after a confirmation. */
export function FreezeCard({ frozenAt }: { frozenAt: string | null }) {
  const client = useQueryClient()
  const { confirmed, isAsking, dialog } = useConfirmation()
  const change = useMutation({
    mutationFn: (wanted: 'frozen' | 'unfrozen') =>
      wanted === 'frozen'
        ? announce(call(endpoints.freeze), texts.freeze, 'freeze')
        : confirmed(() => call(endpoints.thaw), texts.thaw),
    onSuccess: (_, wanted) => {
      const at = wanted === 'frozen' ? new Date(bankNow()).toISOString() : null
      changeMe(client, (me) => ({ ...me, frozenAt: at }))
    },
    onSettled: () => client.invalidateQueries({ queryKey: meKey }),
  })
  return (
    <Card>
      <section aria-labelledby="freeze-title" className="grid gap-4">
        <h2 id="freeze-title" className="text-h2">
          Freeze payments
        </h2>
        {frozenAt ? (
          <Notice tone="pending">
            Your payments have been frozen since <DateText moment={frozenAt} long />. Nothing leaves your
            accounts and pots. Money still arrives.
          </Notice>
        ) : (
          <p className="text-table text-muted-foreground">
            This immediately stops everything you send: transfers, and money between your own accounts and
            pots. Money still arrives, and pending transfers continue. To unfreeze, you enter your password.
          </p>
        )}
        <FailureNotice error={change.error} advice={advice} />
        <Button
          look={frozenAt ? 'primary' : 'destructive'}
          wide
          busy={change.isPending && !isAsking}
          busyLabel={frozenAt ? texts.thaw.busy : texts.freeze.busy}
          onClick={() => change.mutate(frozenAt ? 'unfrozen' : 'frozen')}
        >
          {frozenAt ? 'Unfreeze payments' : 'Freeze payments'}
        </Button>
        {dialog}
      </section>
    </Card>
  )
}

const texts = {
  freeze: {
    busy: 'Freezing payments...',
    failed: 'Your payments were not frozen',
  },
  thaw: {
    busy: 'Unfreezing payments...',
    done: 'Payments unfrozen',
    failed: 'Your payments are still frozen',
  },
}

const advice: Advice = {
  confirm_required: 'Your payments are still frozen. To unfreeze them, confirm that it’s you.',
}
