import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FieldValues, UseFormGetValues } from 'react-hook-form'
import { sessionQuery } from './session.ts'

type Draft = { owner: string | undefined; fields: object }

// In this window's memory only: a reload forgets it.
const kept = new Map<string, Draft>()
// The forms somebody is typing into. One that was sent or cancelled is no longer among them.
const open = new Set<string>()

/**
 * What was typed into the form of this name before its page was left or the sign-in ended, for whoever typed it. What
 * nobody signed in has typed is for everybody at this window; what somebody has is not lost while they sign in again.
 */
export function useTyped<Fields extends object>(form: string): Partial<Fields> | undefined {
  const client = useQueryClient()
  const [typed] = useState(() => {
    const draft = kept.get(form)
    const viewer = viewerOf(client)
    const isTheirs = !viewer || !draft?.owner || draft.owner === viewer
    return isTheirs ? (draft?.fields as Partial<Fields>) : undefined
  })
  return typed
}

/** Keeps what is typed into the form of this name when it is left, but for its `secrets`, and unless it was sent. */
export function useDraft<Fields extends FieldValues>(
  form: string,
  getValues: UseFormGetValues<Fields>,
  secrets: readonly (keyof Fields)[] = [],
): void {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's secrets never change.
  useEffect(() => {
    const viewer = viewerOf(client)
    open.add(form)
    return () => {
      const isOpen = open.delete(form)
      // Whoever pressed Logout leaves nothing behind.
      const hasLeft = viewer && client.getQueryData(sessionQuery.queryKey)?.leftOnPurpose
      if (!isOpen || hasLeft) return dropDraft(form)
      const fields = { ...getValues() }
      for (const secret of secrets) delete fields[secret]
      keepDraft(form, viewer, fields)
    }
  }, [client, form, getValues])
}

/** Puts down what the form of this name is to begin with. */
export function keepDraft(form: string, owner: string | undefined, fields: object): void {
  const filled = Object.entries(fields).filter(([, value]) => value)
  if (filled.length === 0) return void kept.delete(form)
  kept.set(form, { owner: owner ?? kept.get(form)?.owner, fields: Object.fromEntries(filled) })
}

/** The form was sent, or given up: the next one begins empty. */
export function dropDraft(form: string): void {
  open.delete(form)
  kept.delete(form)
}

function viewerOf(client: QueryClient): string | undefined {
  return client.getQueryData(sessionQuery.queryKey)?.session?.user.id
}
