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
  for (const [before, changes] of Map.groupBy(made, ({ seen }) => seen)) {
    const back = changes.map(({ id }) => ({ id, seen: status, changeId: timeOrderedId(new Date()) }))
    unchanged.push(...(await setStatuses({ status: before, reason: undoReason }, back, () => {})))
  }
  const count = made.length - unchanged.length
  const id = replacingId('statuses')
  if (unchanged.length === 0) toast.success(`${countText(count)} set back`, { id })
  else {
    const reasons = [...new Set(unchanged.map(({ reason }) => reason))].join('. ')
    toast.error(`${countText(unchanged.length)} not set back`, { id, description: reasons })
  }
  await refreshPanel(client)
}

export function countText(count: number): string {
  return `${groupThousands(String(count))} ${count === 1 ? 'transaction' : 'transactions'}`
}
