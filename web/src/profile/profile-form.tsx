import { endpoints } from '@bank/contract/endpoints'
import { type ContactForm, contactForm } from '@bank/contract/profile/form'
import type { MeView } from '@bank/contract/profile/view'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { changeMe, meKey } from '../accounts/me.ts'
import type { Advice } from '../api/advice-after.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useRequestForm } from '../api/use-request-form.ts'
import { AddressInputs, contactOf, PhoneInput } from '../registration/contact-fields.tsx'
import { labels } from '../registration/registration-fields.ts'
import { useEditDraft } from '../sessions/drafts.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { useConfirmation } from '../sessions/use-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
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
  const { confirmed, isAsking, dialog } = useConfirmation()
  const client = useQueryClient()
  const done = () => {
    dropDraft(profileDraft)
    onDone()
  }
  const { form, onSubmit, failure, isPending, ...rest } = useRequestForm(
    contactForm,
    {
      // Fields that were not edited follow the stored profile, which an administrator may correct meanwhile.
      values: contactOf(me),
      resetOptions: { keepDirtyValues: true, keepErrors: true, keepSubmitCount: true, keepIsSubmitted: true },
      // The summary takes the focus, and leads to each field.
      shouldFocusError: false,
    },
    {
      mutationFn: (body) => confirmed(() => call(endpoints.changeProfile, { body }), settingsTexts.profile),
      onSuccess: (_, { address, ...contact }) => {
        changeMe(client, (me) => ({ ...me, ...contact, street: address }))
        void client.invalidateQueries({ queryKey: meKey })
        done()
      },
    },
  )
  useEditDraft(profileDraft, form)
  const { formState, setFocus, control } = form
  useEffect(() => {
    if (takesFocus) setFocus('phone')
  }, [takesFocus, setFocus])
  const { errors, submitCount } = formState
  const country = useWatch({ control, name: 'country' })
  const field = (name: keyof ContactForm) => ({ label: labels[name], ...rest.field(name) })
  return (
    <>
      <form noValidate onSubmit={onSubmit} className="grid max-w-form gap-field">
        <ErrorSummary labels={labels} errors={errors} submitCount={submitCount} />
        <PhoneInput field={field} country={country} />
        <div className="grid gap-field sm:grid-cols-2">
          <AddressInputs field={field} country={country} />
        </div>
        <FailureNotice error={failure} advice={advice} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" aria-disabled={isPending} onClick={isPending ? undefined : done}>
            Cancel
          </Button>
          <Button type="submit" busy={isPending && !isAsking} busyLabel={settingsTexts.profile.busy}>
            Save
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}

const advice: Advice = {
  confirm_required: 'Your profile was not changed. To change it, confirm that it’s you.',
}
