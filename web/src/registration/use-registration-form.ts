import { dayOf } from '@bank/contract/bank-day'
import { type RegistrationFields, registrationRules } from '@bank/contract/registration/form'
import { bankNow } from '../api/bank-clock.ts'
import { type FormRequest, useRequestForm } from '../api/use-request-form.ts'
import { publicConfig } from '../public-config.ts'
import { useDraft, useKeptDraft } from '../sessions/drafts.ts'

type Rules = ReturnType<typeof registrationRules>

/**
 * The form that opens an account, for the customer and for an administrator, with the rules of this bank: its age, on its day, and
 * the common passwords once they are loaded. What is typed is kept under `draft`, without the secrets.
 */
export function useRegistrationForm<Answer>(draft: string, request: FormRequest<Rules, Answer>) {
  const { ageMin, timeZone, bankName } = publicConfig
  const typed = useKeptDraft<RegistrationFields>(draft)
  const registration = useRequestForm<Rules, Answer>(
    ({ email }) =>
      registrationRules({
        ageMin,
        today: dayOf(new Date(bankNow()), timeZone),
        isCommonPassword: (password) => isCommon?.(password, [bankName, email]) ?? false,
      }),
    // The summary takes the focus, and leads to each field.
    { defaultValues: typed ?? {}, shouldFocusError: false },
    request,
  )
  useDraft(draft, registration.form.getValues, ['password', 'pin'])
  return registration
}

export type RegistrationForm = ReturnType<typeof useRegistrationForm>['form']

let isCommon: ((password: string, contextWords: readonly string[]) => boolean) | undefined

/** Loads the common passwords, before a password is checked. Without them the bank refuses a common one when it gets the form. */
export async function loadCommonPasswords(): Promise<void> {
  try {
    isCommon ??= (await import('@bank/contract/passwords/common-password')).isCommonPassword
  } catch {
    // Tried again at the next field that needs them.
  }
}
