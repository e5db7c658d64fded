import type { UserDetailsView } from '@bank/contract/admin/users/view'
import type { CorrectionForm } from '@bank/contract/profile/form'
import { contactOf, provided } from '../../registration/contact-fields.tsx'
import { labels } from '../../registration/registration-fields.ts'
import type { FieldLabels } from '../../ui/error-summary.tsx'

/** The fields of a correction as they are typed. */
export type CorrectionFieldTexts = Record<keyof CorrectionForm, string>

const { password: _password, pin: _pin, accountType: _type, currency: _currency, ...corrected } = labels

/** What the fields are called, in the order in which they stand. */
export const correctionLabels = {
  ...corrected,
  reason: 'Reason',
} as const satisfies Record<keyof CorrectionForm, string> & FieldLabels

/** What the form begins with: the stored details, and the new email where one waits for its confirmation. */
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
