import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useLeftDraft, withoutSecrets } from './drafts.ts'
import { isOpen, keptDraft } from './kept-drafts.ts'
import { sessionQuery } from './session.ts'
import { dropStoredDraft, storedDraft } from './stored-draft.ts'

/**
 * Like `useDraft`, for a form whose draft also survives a reload: it is stored, encrypted, at each change. The stored values are
 * filled into the empty fields soon after hydration, because the server does not know them; the result is true from then on. The
 * field `subject` says what a draft is for: one for something else is not filled in, and it alone is no draft.
 */
export function useSurvivingDraft<Fields extends FieldValues>(
  form: string,
  { getValues, setValue, watch }: UseFormReturn<Fields, unknown, object>,
  { subject, secrets }: { subject: keyof Fields; secrets: readonly (keyof Fields)[] },
): boolean {
  const client = useQueryClient()
  const [isRestored, setRestored] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's secrets never change.
  const getFields = useCallback(() => {
    const fields = withoutSecrets(getValues(), secrets)
    const isTyped = Object.entries(fields).some(([name, value]) => value && name !== subject)
    return isTyped ? fields : {}
  }, [getValues, subject])
  useLeftDraft(form, getFields)
  useEffect(() => {
    let isLeft = false
    let stopStoring = () => {}
    const session = () => client.getQueryData(sessionQuery.queryKey)?.session
    async function store() {
      const sealing = await fetchSealing()
      // By now the form can have been sent, and the session can have ended.
      const owner = session()
      if (!sealing || !owner || !isOpen(form)) return
      const fields = getFields()
      if (hasText(fields)) void sealing.storeDraft(form, owner, fields)
      else dropStoredDraft(form)
    }
    async function restore() {
      const owner = session()
      const isNeeded = owner && storedDraft() && !keptDraft(form, owner.user.id)
      const stored = isNeeded && (await (await fetchSealing())?.readStoredDraft(form, owner))
      if (isLeft) return
      if (stored) fillIn(stored as Partial<Fields>)
      setRestored(true)
      stopStoring = watch(store).unsubscribe
      // Typed meanwhile, or stored for something else.
      if (storedDraft() || hasText(getFields())) void store()
    }
    function fillIn(stored: Partial<Fields>) {
      const values: Partial<Fields> = getValues()
      if (values[subject] && values[subject] !== stored[subject]) return
      for (const [name, value] of Object.entries(stored)) {
        if (!values[name]) setValue(name as Path<Fields>, value, { shouldDirty: true })
      }
    }
    void restore()
    return () => {
      isLeft = true
      stopStoring()
    }
  }, [client, form, subject, getValues, setValue, watch, getFields])
  return isRestored
}

function hasText(fields: object): boolean {
  return Object.keys(fields).length > 0
}

/** Fetched once something is stored or typed. Without it nothing is stored. */
const fetchSealing = () => import('./sealed-draft.ts').catch(() => undefined)
// After a reload, beside the hydration: the review waits for it.
if (storedDraft()) void fetchSealing()
