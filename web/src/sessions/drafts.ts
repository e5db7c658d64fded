import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormGetValues, UseFormReturn } from 'react-hook-form'
import { closeDraft, keepDraft, keptDraft, openDraft } from './kept-drafts.ts'
import { sessionQuery } from './session.ts'

/** The present user's draft of a form, from before its page was left or the session ended. */
export function useKeptDraft<Fields extends object>(form: string): Partial<Fields> | undefined {
  const client = useQueryClient()
  const [draft] = useState(() => keptDraft(form, ownerIn(client)) as Partial<Fields> | undefined)
  return draft
}

/** Keeps the values of a form as a draft when it is left without being sent. `secrets` are never kept. */
export function useDraft<Fields extends FieldValues>(
  form: string,
  getValues: UseFormGetValues<Fields>,
  secrets: readonly (keyof Fields)[] = none,
): void {
  useLeftDraft(form, getValues, secrets)
}

/**
 * Like `useDraft`, for a form with stored values: only the edited fields are kept, and filled in again when the form is opened the
 * next time. The other fields show what is stored then.
 */
export function useEditDraft<Fields extends FieldValues>(
  form: string,
  { getValues, setValue, formState }: UseFormReturn<Fields, unknown, object>,
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
  useLeftDraft(form, edited)
}

/** Keeps what `getFields` returns when the form is left, without the secrets. `getFields` must be a stable function. */
export function useLeftDraft(
  form: string,
  getFields: () => object,
  secrets: readonly PropertyKey[] = none,
): void {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's secrets never change.
  useEffect(() => {
    const owner = ownerIn(client)
    openDraft(form, owner)
    return () => {
      if (closeDraft(form)) keepDraft(form, owner, withoutSecrets(getFields(), secrets))
    }
  }, [client, form, getFields])
}

export function withoutSecrets(fields: object, secrets: readonly PropertyKey[]): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !secrets.includes(name)))
}

/** Gives the present user a draft of a form, with which the form then opens. */
export function useGivenDraft(): (form: string, fields: object) => void {
  const client = useQueryClient()
  return (form, fields) => keepDraft(form, ownerIn(client), fields)
}

const none: readonly never[] = []

function ownerIn(client: QueryClient): string | undefined {
  return client.getQueryData(sessionQuery.queryKey)?.session?.user.id
}
