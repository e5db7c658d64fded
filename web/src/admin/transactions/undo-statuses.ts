import { undoReason } from '@bank/contract/admin/transactions/usual-reasons'
import { groupThousands } from '@bank/contract/group-thousands'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { Status } from '@bank/ledger/transaction-status'
import type { QueryClient } from '@tanstack/react-query'
import { replacingId, toast } from '../../ui/toast.ts'
import { refreshPanel } from '../refresh-panel.ts'
import { type Change, setStatuses, type Unchanged } from './set-statuses.ts'

/** Sets transactions that were just set to `status` back to what they had, unless that has changed since, and says what became of it. */
export async function undoStatuses(
  client: QueryClient,
  status: Status,
  made: readonly Pick<Change, 'id' | 'seen'>[],
): Promise<void> {
  const unchanged: Unchanged[] = []
  const progress = progressToast(made.length)
  let ended = 0
  for (const [before, changes] of Map.groupBy(made, ({ seen }) => seen)) {
    const back = changes.map(({ id }) => ({ id, seen: status, changeId: timeOrderedId(new Date()) }))
    const tell = (done: number) => progress(ended + done)
    unchanged.push(...(await setStatuses({ status: before, reason: undoReason }, back, tell)))
    ended += changes.length
  }
  const id = replacingId('statuses')
  if (unchanged.length > 0) tellUnchanged(unchanged, 'set back')
  else toast.success(`${countText(made.length)} set back`, { id })
  await refreshPanel(client)
}

// Each request would be too often to be read aloud.
const toldEach = 1_000

/** Says in a toast how much of a long undo is done. */
function progressToast(count: number): (done: number) => void {
  const id = replacingId('statuses')
  let told = 0
  return (done) => {
    if (done - told < toldEach || done === count) return
    told = done
    toast.loading(`${groupThousands(String(done))} of ${countText(count)} set back`, { id })
  }
}

/** Says how many transactions were not changed, or not set back, and why. */
export function tellUnchanged(unchanged: readonly Unchanged[], done: 'changed' | 'set back'): void {
  const reasons = [...new Set(unchanged.map(({ reason }) => reason))].join('. ')
  toast.error(`${countText(unchanged.length)} not ${done}`, {
    id: replacingId(`statuses not ${done}`),
    description: reasons,
  })
}

export function countText(count: number): string {
  return `${groupThousands(String(count))} ${count === 1 ? 'transaction' : 'transactions'}`
}
