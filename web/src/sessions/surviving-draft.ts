import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useLeftDraft, withoutSecrets } from './drafts.ts'
import { isOpen, keptDraft } from './kept-drafts.ts'
import { sessionQuery } from './session.ts'
import { dropStoredDraft, storedDraft } from './stored-draft.ts'

/**
 * Like `useDraft`, for a form whose draft also survives a reload: it is stored, encrypted, at each change. It is filled in soon after
 * hydration, because the server does not know it; the result is true from then on. A form in which something else stands by then
 * stays as it is. The field `subject` says what a draft is for: one for something else is not filled in, and it alone is no draft.
 */
export function useSurvivingDraft<Fields extends FieldValues>(
  form: string,
  { getValues, setValue, setFocus, watch }: UseFormReturn<Fields, unknown, object>,
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's secrets never change.
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
      const present = Object.entries(withoutSecrets(getValues(), secrets))
      // One draft or the other: the name of one payee must not stand beside the number of another.
      if (present.some(([name, value]) => value && value !== stored[name])) return
      for (const [name, value] of present) {
        const field = name as Path<Fields>
        if (value || !stored[name]) continue
        setValue(field, stored[name], { shouldDirty: true })
        // What is typed next replaces the text that has appeared under the cursor.
        if (document.activeElement?.getAttribute('name') === name) setFocus(field, { shouldSelect: true })
      }
    }
    void restore()
    return () => {
      isLeft = true
      stopStoring()
    }
  }, [client, form, getValues, setValue, setFocus, watch, getFields])
  return isRestored
}

function hasText(fields: object): boolean {
  return Object.keys(fields).length > 0
}

/** Fetched once something is stored or typed. Without it nothing is stored. */
const fetchSealing = () => import('./sealed-draft.ts').catch(() => undefined)
// After a reload, beside the hydration: the review waits for it.
if (storedDraft()) void fetchSealing()
