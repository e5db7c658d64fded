import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormGetValues, UseFormReturn } from 'react-hook-form'
import { closeDraft, keepDraft, keptDraft, openDraft } from './kept-drafts.ts'
import { sessionQuery } from './session.ts'

/** What was typed into the form of this name before its page was left or the sign-in ended, by whoever looks at it now. */
export function useKeptDraft<Fields extends object>(form: string): Partial<Fields> | undefined {
  const client = useQueryClient()
  const [typed] = useState(() => keptDraft(form, viewerOf(client)) as Partial<Fields> | undefined)
  return typed
}

/** Keeps what is typed into the form of this name when it is left, but for its `secrets`, and unless it was sent. */
export function useDraft<Fields extends FieldValues>(
  form: string,
  getValues: UseFormGetValues<Fields>,
  secrets: readonly (keyof Fields)[] = none,
): void {
  useLeftDraft(form, getValues, secrets)
}

/**
 * Like `useDraft`, for a form that begins with what the bank has stored: only the fields that were edited are kept, and they
 * are edited again when the form is opened the next time. The other fields show what is stored then.
 */
export function useEditDraft<Fields extends FieldValues>(
  form: string,
  { getValues, setValue, formState }: UseFormReturn<Fields>,
): void {
  const typed = useKeptDraft<Fields>(form)
  const stored = useRef(formState.defaultValues)
  stored.current = formState.defaultValues
  useEffect(() => {
    for (const [name, value] of Object.entries(typed ?? {})) {
      setValue(name as Path<Fields>, value, { shouldDirty: true })
    }
  }, [typed, setValue])
  const edited = useCallback(() => {
    const known: Partial<Record<string, unknown>> = stored.current ?? {}
    const changed = Object.entries(getValues()).filter(([name, value]) => value !== known[name])
    return Object.fromEntries(changed) as Partial<Fields>
  }, [getValues])
  useLeftDraft(form, edited, none)
}

/** Keeps what `getFields` gives when the form is left, but for the secrets. It must stay the same function. */
function useLeftDraft(form: string, getFields: () => object, secrets: readonly PropertyKey[]): void {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's secrets never change.
  useEffect(() => {
    const viewer = viewerOf(client)
    openDraft(form, viewer)
    return () => {
      if (!closeDraft(form)) return
      const kept = Object.entries(getFields()).filter(([name]) => !secrets.includes(name))
      keepDraft(form, viewer, Object.fromEntries(kept))
    }
  }, [client, form, getFields])
}

const none: readonly never[] = []

function viewerOf(client: QueryClient): string | undefined {
  return client.getQueryData(sessionQuery.queryKey)?.session?.user.id
}
