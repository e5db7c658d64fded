import type { UserDetailsView } from '@bank/contract/admin/users/view'
import type { CorrectionForm } from '@bank/contract/profile/form'
import { contactOf, provided } from '../../registration/contact-fields.tsx'
import { labels } from '../../registration/registration-fields.ts'
import type { FieldLabels } from '../../ui/error-summary.tsx'

/** The fields of a correction as they are typed. */
export type CorrectionFieldTexts = Record<keyof CorrectionForm, string>

const { password: _password, pin: _pin, accountType: _type, currency: _currency, ...corrected } = labels

/** The fields' labels, in the order of the form. */
export const correctionLabels = {
  ...corrected,
  reason: 'Reason',
} as const satisfies Record<keyof CorrectionForm, string> & FieldLabels

/** The form's initial values: the stored details, with the new email if one is not confirmed yet. */
export function storedFieldsOf(user: UserDetailsView): CorrectionFieldTexts {
  return {
    name: user.name,
    dob: provided(user.dob),
    gender: provided(user.gender),
    employment_status: provided(user.employmentStatus),
    email: user.pendingEmail?.email ?? user.email,
    ...contactOf(user),
    reason: '',
  }
}
