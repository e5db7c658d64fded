import { dayOf } from '@bank/contract/bank-day'
import { type RegistrationFields, registrationRules } from '@bank/contract/registration/form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { Resolver } from 'react-hook-form'
import { bankNow } from '../api/bank-clock.ts'
import { publicConfig } from '../public-config.ts'

/** The rules of registration with those of this bank: its age, on its day, and the common passwords once they are loaded. */
export const registrationResolver: Resolver<RegistrationFields, unknown, RegistrationFields> = (
  values,
  context,
  options,
) => {
  const { ageMin, timeZone, bankName } = publicConfig
  const rules = registrationRules({
    ageMin,
    today: dayOf(new Date(bankNow()), timeZone),
    isCommonPassword: (password) => isCommon?.(password, [bankName, values.email]) ?? false,
  })
  return standardSchemaResolver<RegistrationFields, unknown, RegistrationFields>(rules)(
    values,
    context,
    options,
  )
}

let isCommon: ((password: string, contextWords: readonly string[]) => boolean) | undefined

/** Loads the common passwords, before a password is checked. Without them the bank refuses a common one when it gets the form. */
export async function loadCommonPasswords(): Promise<void> {
  try {
    isCommon ??= (await import('@bank/contract/passwords/common-password')).isCommonPassword
  } catch {
    // Tried again at the next field that needs them.
  }
}
