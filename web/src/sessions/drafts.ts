import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FieldValues, UseFormGetValues } from 'react-hook-form'
import { closeDraft, keepDraft, keptDraft, openDraft } from './kept-drafts.ts'
import { sessionQuery } from './session.ts'

/** What was typed into the form of this name before its page was left or the sign-in ended, by whoever looks at it now. */
export function useTyped<Fields extends object>(form: string): Partial<Fields> | undefined {
  const client = useQueryClient()
  const [typed] = useState(() => keptDraft(form, viewerOf(client)) as Partial<Fields> | undefined)
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
    openDraft(form, viewer)
    return () => {
      if (!closeDraft(form)) return
      const fields = { ...getValues() }
      for (const secret of secrets) delete fields[secret]
      keepDraft(form, viewer, fields)
    }
  }, [client, form, getValues])
}

function viewerOf(client: QueryClient): string | undefined {
  return client.getQueryData(sessionQuery.queryKey)?.session?.user.id
}
