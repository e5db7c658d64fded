import type { UserCardView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { reasonOf } from '../../api/problem.ts'
import { isRefusal, requestTimeout } from '../../api/request-outcome.ts'
import { replacingId, toast } from '../../ui/toast.ts'
import { refreshPanel } from '../refresh-panel.ts'

type Change = { readonly userId: string; readonly changeId: string; readonly undoes?: string }

/** A user whose account was not activated, and why. */
export type NotActivated = { readonly user: UserCardView; readonly reason: string }

/** Activates the waiting accounts of users, each by a change of its own. The toast offers Undo; what the bank refused is in `refused`. */
export function useActivations() {
  const client = useQueryClient()
  const [refused, setRefused] = useState<readonly NotActivated[]>([])
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (users: readonly UserCardView[]) => {
      const changes = users.map(({ id }) => ({ userId: id, changeId: crypto.randomUUID() }))
      const reasons = await send(true, changes)
      return { changes: changes.filter(({ userId }) => !reasons.has(userId)), reasons }
    },
    onSuccess: ({ changes, reasons }, users) => {
      if (changes.length > 0) {
        toast.success(countText(changes.length, 'activated'), {
          id: replacingId('activations'),
          action: { label: 'Undo', onClick: () => void undo(changes) },
        })
      }
      setRefused(
        users.flatMap((user) => {
          const reason = reasons.get(user.id)
          return reason === undefined ? [] : [{ user, reason }]
        }),
      )
    },
    onError: (error) =>
      toast.error(staffTexts.activate.failed, {
        id: replacingId('activations'),
        description: reasonOf(error),
      }),
    // Also after a failure: some may have been made.
    onSettled: () => void refreshPanel(client),
  })

  async function undo(made: readonly Change[]): Promise<void> {
    try {
      const back = made.map(({ userId, changeId }) => ({
        userId,
        changeId: crypto.randomUUID(),
        undoes: changeId,
      }))
      const reasons = await send(false, back)
      const description = [...new Set(reasons.values())].join('. ')
      if (reasons.size === 0)
        toast.success(countText(made.length, 'deactivated'), { id: replacingId('activations') })
      else
        toast.error(`${countText(reasons.size, 'not deactivated')}`, {
          id: replacingId('activations'),
          description,
        })
    } catch (error) {
      toast.error(staffTexts.deactivate.failed, {
        id: replacingId('activations'),
        description: reasonOf(error),
      })
    }
    await refreshPanel(client)
  }

  return {
    activate: mutate,
    isPending,
    /** The users whose activation is under way. */
    pending: isPending ? variables : undefined,
    refused,
    dismiss: () => setRefused([]),
  }
}

export type Activations = ReturnType<typeof useActivations>

/** Returns why the bank refused changes, by user. Without an answer it asks once more: the bank makes each change once. */
async function send(isActive: boolean, changes: readonly Change[]): Promise<ReadonlyMap<string, string>> {
  const body = { isActive, changes: [...changes] }
  const ask = () => call(endpoints.setActivations, { body, signal: requestTimeout() })
  const { results } = await ask().catch((error: unknown) => {
    if (isRefusal(error)) throw error
    return ask()
  })
  return new Map(
    results.flatMap(({ userId, refusal }) => (refusal ? [[userId, refusal.detail] as const] : [])),
  )
}

function countText(count: number, done: string): string {
  return count === 1 ? `Account ${done}` : `${count} accounts ${done}`
}
