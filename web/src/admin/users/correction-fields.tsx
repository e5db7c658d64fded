import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { messageOf } from '@bank/contract/errors'
import { employmentStatuses, genders } from '@bank/contract/option-lists'
import type { CorrectionForm } from '@bank/contract/profile/form'
import { isStaff } from '@bank/contract/roles/role'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { AddressInputs, PhoneInput } from '../../registration/contact-fields.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { type CorrectionFieldTexts, correctionLabels, storedFieldsOf } from './correction-field-texts.ts'

/**
 * The fields of a correction. `opened` are the details with which the form was opened, `shown` those that were loaded last: an
 * edited field that was changed elsewhere says so.
 */
export function CorrectionFields({
  form: { register, control, formState },
  opened,
  shown,
}: {
  form: UseFormReturn<CorrectionFieldTexts, unknown, CorrectionForm>
  opened: UserDetailsView
  shown: UserDetailsView
}) {
  const { errors, dirtyFields } = formState
  const [country, email] = useWatch({ control, name: ['country', 'email'] })
  const before = storedFieldsOf(opened)
  const now = storedFieldsOf(shown)
  const field = (name: keyof CorrectionFieldTexts) => ({
    label: correctionLabels[name],
    error: errors[name]?.message,
    hint: dirtyFields[name] && before[name] !== now[name] && `Changed in the meantime to ${now[name]}`,
    ...register(name),
  })
  return (
    <div className="grid gap-field sm:grid-cols-2">
      <div className="sm:col-span-2">
        <Input {...field('name')} autoComplete="off" data-first-focus />
      </div>
      <div className="sm:col-span-2">
        <Input {...field('dob')} type="date" min="1900-01-01" autoComplete="off" />
      </div>
      <Select {...field('gender')} options={genders} placeholder="Choose" autoComplete="off" />
      <Select {...field('employment_status')} options={employmentStatuses} placeholder="Choose" />
      <div className="sm:col-span-2">
        {isStaff(shown.role) ? (
          <Input {...field('email')} type="email" readOnly hint={messageOf('administrator_email_fixed')} />
        ) : (
          <Input
            {...field('email')}
            type="email"
            autoComplete="off"
            warning={consequenceOf(email.trim().toLowerCase(), shown)}
          />
        )}
      </div>
      <div className="sm:col-span-2">
        <PhoneInput field={field} country={country} />
      </div>
      <AddressInputs field={field} country={country} />
      <div className="sm:col-span-2">
        <Input {...field('reason')} autoComplete="off" hint="Included in the mail to the customer" />
      </div>
    </div>
  )
}

/** The consequence of saving this email; empty if it changes nothing. */
function consequenceOf(typed: string, { email, pendingEmail }: UserDetailsView): string {
  if (typed === (pendingEmail?.email ?? email)) return ''
  if (typed === email) return 'The unconfirmed new email is dropped.'
  return `A link is sent to the new email, which takes effect when the link is opened. Until then the customer logs in with ${email}.`
}
