import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import type { Advice } from '../api/advice-after.ts'
import { call } from '../api/call.ts'
import { useCreateOnce } from '../sessions/use-create-once.ts'
import type { DialogState } from '../ui/dialog-props.ts'
import { Notice } from '../ui/notice.tsx'
import { PotDialog, potBody, potRules, textsOf } from './pot-dialog.tsx'
import { refreshPots } from './pots.ts'

/** Opens a pot, with a name to begin with. Pressing the button several times opens one. */
export function OpenPotDialog({
  account,
  name,
  ...dialog
}: DialogState & { account: AccountView; name: string }) {
  const client = useQueryClient()
  const sending = useCreateOnce(
    `pot opening of ${account.number}`,
    potRules,
    { defaultValues: { ...textsOf(), name } },
    {
      create: (pot, openingId, signal) =>
        call(endpoints.openPot, {
          query: { account: account.number },
          body: { ...potBody(pot), openingId },
          signal,
        }),
      texts: { busy: 'Opening pot...', done: 'Pot opened' },
      onSuccess: dialog.onClose,
      onSettled: () => refreshPots(client),
    },
  )
  return (
    <PotDialog
      {...dialog}
      title="Open a pot"
      description="It starts empty."
      sending={sending}
      currency={account.currency}
      lockHint="No money can be taken out before this day. You can extend the lock, but not shorten it."
      advice={advice}
      action="Open pot"
      busyLabel="Opening…"
    >
      {sending.mayRepeat && (
        <Notice tone="pending">
          The bank did not answer when you last opened a pot. The same pot again is opened at most once.
        </Notice>
      )}
    </PotDialog>
  )
}

const advice: Advice = {
  opening_id_reused: 'Your last attempt has opened a pot with other values. It is in the list.',
  no_answer: 'The bank has not answered. Try again: one pot is opened at most.',
}
