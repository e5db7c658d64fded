import type { RegistrationFields } from '@bank/contract/registration-form'

const empty: Partial<RegistrationFields> = {}

// In this window's memory only: a look at the terms costs nobody a second typing, a reload forgets it.
let kept = empty

/** What has been typed so far. */
export function registrationDraft(): Partial<RegistrationFields> {
  return kept
}

export function keepRegistrationDraft(fields: Partial<RegistrationFields>): void {
  kept = fields
}

export function dropRegistrationDraft(): void {
  kept = empty
}
