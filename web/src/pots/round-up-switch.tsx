import { endpoints } from '@bank/contract/endpoints'
import type { PotView } from '@bank/contract/pots/view'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { Switch } from '../ui/switch.tsx'
import { refreshPots } from './pots.ts'

/** Turns rounding up into a pot on, which turns it off for the account's other pots, and off. */
export function RoundUpSwitch({ pot: { id, name, roundsUp } }: { pot: PotView }) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (on: boolean) =>
      announce(
        call(on ? endpoints.turnOnRoundUp : endpoints.turnOffRoundUp, { params: { id } }),
        { busy: 'Saving...', done: on ? 'Round-up turned on' : 'Round-up turned off' },
        'round-up',
      ),
    onSettled: () => refreshPots(client),
  })
  return (
    <Switch
      label="Round up transfers"
      aria-label={`Round up transfers into ${name}`}
      checked={isPending ? variables : roundsUp}
      onChange={({ target }) => {
        if (!isPending) mutate(target.checked)
      }}
    />
  )
}
