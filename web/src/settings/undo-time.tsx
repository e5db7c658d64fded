import { endpoints } from '@bank/contract/endpoints'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { undoTimes } from '@bank/contract/transfers/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeMe, meKey, useMe } from '../accounts/me.ts'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { Loaded } from '../api/loaded.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TitledSection } from '../ui/titled-section.tsx'

type UndoSeconds = (typeof undoTimes)[number]

/** For how long each transfer waits, so that the customer can take it back. A choice is saved at once. */
export function UndoTime() {
  const client = useQueryClient()
  const me = useMe()
  const set = useMutation({
    // One request at a time, in order: the last choice counts.
    scope: { id: 'undo-time' },
    mutationFn: (seconds: UndoSeconds) =>
      announce(call(endpoints.setUndoTime, { body: { seconds } }), settingsTexts.undoTime, 'undo-time'),
    onMutate: (undoSeconds) => changeMe(client, (now) => ({ ...now, undoSeconds })),
    onSettled: () => client.invalidateQueries({ queryKey: meKey }),
  })
  return (
    <TitledSection id="undo-time" title="Undo time">
      <Loaded
        query={me}
        failure="Your undo time could not be loaded"
        placeholder={<Skeleton className="h-24" />}
      >
        {({ undoSeconds }) => (
          <Select
            label="Wait before sending"
            name="undo_seconds"
            hint="During this time you can undo a transfer with one press on its receipt. A transfer to another customer of this bank arrives when it is over."
            value={String(undoSeconds)}
            options={options}
            onChange={({ target }) => set.mutate(Number(target.value) as UndoSeconds)}
          />
        )}
      </Loaded>
    </TitledSection>
  )
}

const options = undoTimes.map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? 'No undo time' : `${seconds} seconds`,
}))
