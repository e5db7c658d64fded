import { endpoints } from '@bank/contract/endpoints'
import type { PotView } from '@bank/contract/pots/view'
import { useQueryClient } from '@tanstack/react-query'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { useRequestForm } from '../api/use-request-form.ts'
import type { DialogState } from '../ui/dialog-props.ts'
import { PotDialog, potBody, potRules, textsOf } from './pot-dialog.tsx'
import { refreshPots } from './pots.ts'

/** Changes a pot's name, goal and days. */
export function ChangePotDialog({ pot, ...dialog }: DialogState & { pot: PotView }) {
  const client = useQueryClient()
  const sending = useRequestForm(
    potRules,
    { defaultValues: textsOf(pot) },
    {
      mutationFn: (fields) =>
        announce(
          call(endpoints.changePot, { params: { id: pot.id }, body: potBody(fields) }),
          { busy: 'Changing pot...', done: 'Pot changed' },
          `pot ${pot.id}`,
        ),
      onSuccess: dialog.onClose,
      onSettled: () => refreshPots(client),
    },
  )
  return (
    <PotDialog
      {...dialog}
      title="Change pot"
      sending={sending}
      currency={pot.currency}
      lockedUntil={pot.lockedUntil}
      lockHint="You can extend a lock, but not shorten it."
      action="Save"
      busyLabel="Saving…"
    />
  )
}
