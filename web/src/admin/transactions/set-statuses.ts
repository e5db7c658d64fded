import { statusesAtOnce } from '@bank/contract/admin/transactions/form'
import { endpoints } from '@bank/contract/endpoints'
import type { Status } from '@bank/ledger/transaction-status'
import { call } from '../../api/call.ts'
import { reasonOf } from '../../api/problem.ts'
import { isRefusal, requestTimeout } from '../../api/request-outcome.ts'

/** A change of one transaction's status. A repeat under the same `changeId` is the same change. */
export type Change = { readonly id: string; readonly changeId: string; readonly seen: Status }

/** The status that transactions are set to; with a reason where one of the changes needs it. */
type Wanted = { readonly status: Status; readonly reason?: string | undefined }

/** A change that the bank did not make, or of which that is not known. */
export type Unchanged = { readonly id: string; readonly reason: string; readonly mayBeRepeated: boolean }

/**
 * Sets the status of transactions, a bounded number in each request. A request without an answer is sent once more: the bank makes
 * each change once. Returns what was not changed; the other changes were made.
 */
export async function setStatuses(
  wanted: Wanted,
  changes: readonly Change[],
  onProgress: (done: number) => void,
): Promise<Unchanged[]> {
  const unchanged: Unchanged[] = []
  for (let start = 0; start < changes.length; start += statusesAtOnce) {
    const slice = changes.slice(start, start + statusesAtOnce)
    unchanged.push(...(await setSlice(wanted, slice)))
    onProgress(Math.min(changes.length, start + statusesAtOnce))
  }
  return unchanged
}

async function setSlice(wanted: Wanted, changes: readonly Change[]): Promise<Unchanged[]> {
  const send = () =>
    call(endpoints.setTransactionStatuses, {
      body: { ...wanted, changes: [...changes] },
      signal: requestTimeout(),
    })
  try {
    const { results } = await send().catch((error) => {
      if (isRefusal(error)) throw error
      return send()
    })
    return results.flatMap(({ id, refusal }) =>
      refusal ? [{ id, reason: refusal.detail, mayBeRepeated: uncertain.has(refusal.code) }] : [],
    )
  } catch (error) {
    const reason = reasonOf(error)
    return changes.map(({ id }) => ({ id, reason, mayBeRepeated: true }))
  }
}

const uncertain: ReadonlySet<string> = new Set(['busy', 'outcome_unknown'])
