import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import { type ContactForm, contactForm } from '@bank/contract/profile/form'
import type { MeView } from '@bank/contract/profile/view'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { changeMe, meKey } from '../accounts/me.ts'
import { call } from '../api/call.ts'
import { fieldReasons } from '../api/problem.ts'
import { AddressInputs, contactOf, PhoneInput } from '../registration/contact-fields.tsx'
import { labels } from '../registration/registration-fields.ts'
import { useEditDraft } from '../sessions/drafts.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { adviceAfter } from '../settings/advice-after.ts'
import { useConfirmation } from '../settings/use-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Notice } from '../ui/notice.tsx'
import { profileDraft } from './profile-draft.ts'

/** Edits the customer's telephone number and address. */
export function ProfileForm({
  me,
  takesFocus,
  onDone,
}: {
  me: MeView
  /** True when the customer has pressed Edit, which moves the focus here. */
  takesFocus: boolean
  /** Called once the edit is saved, and when the customer cancels. */
  onDone: () => void
}) {
  const { confirmed, dialog } = useConfirmation()
  const form = useContactForm(me)
  const { register, handleSubmit, formState, setError, setFocus, control } = form
  const client = useQueryClient()
  const done = () => {
    dropDraft(profileDraft)
    onDone()
  }
  const save = useMutation({
    mutationFn: (body: ContactForm) =>
      confirmed(() => call(endpoints.changeProfile, { body }), messages.profile),
    onSuccess: (_, { address, ...contact }) => {
      changeMe(client, (me) => ({ ...me, ...contact, street: address }))
      void client.invalidateQueries({ queryKey: meKey })
      done()
    },
    onError: (error) => {
      for (const { field, reason } of fieldReasons(error)) {
        if (field in contactOf(me)) setError(field as keyof ContactForm, { message: reason })
      }
    },
  })
  useEffect(() => {
    if (takesFocus) setFocus('phone')
  }, [takesFocus, setFocus])
  const { errors, submitCount } = formState
  const country = useWatch({ control, name: 'country' })
  const field = (name: keyof ContactForm) => ({
    label: labels[name],
    error: errors[name]?.message,
    ...register(name),
  })
  const hasFormError = save.error && fieldReasons(save.error).length === 0
  return (
    <>
      <form
        noValidate
        onSubmit={handleSubmit((contact) => save.mutate(contact))}
        className="grid max-w-form gap-field"
      >
        <ErrorSummary labels={labels} errors={errors} submitCount={submitCount} />
        <PhoneInput field={field} country={country} />
        <div className="grid gap-field sm:grid-cols-2">
          <AddressInputs field={field} country={country} />
        </div>
        {hasFormError && <Notice tone="failed">{adviceAfter(save.error, 'profile')}</Notice>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" aria-disabled={save.isPending} onClick={save.isPending ? undefined : done}>
            Cancel
          </Button>
          <Button type="submit" busy={save.isPending} busyLabel={messages.profile.busy}>
            Save
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}

/** The form's fields. Fields that were not edited follow the stored profile, which an administrator may correct meanwhile. */
function useContactForm(me: MeView) {
  const form = useForm<ContactForm>({
    resolver: standardSchemaResolver(contactForm),
    values: contactOf(me),
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepSubmitCount: true, keepIsSubmitted: true },
    // The summary takes the focus, and leads to each field.
    shouldFocusError: false,
  })
  useEditDraft(profileDraft, form)
  return form
}
