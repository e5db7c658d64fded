import type { Problem } from '@bank/contract/errors'

/** True for what the bank answers when it says no. Anything else thrown means that it did not answer. */
export function isProblem(error: unknown): error is Problem {
  return (
    typeof error === 'object' && error !== null && 'code' in error && 'detail' in error && 'status' in error
  )
}

/** True when the bank wants a confirmation before it does what was asked. */
export function isConfirmationRequired(error: unknown): boolean {
  return isProblem(error) && error.code === 'confirm_required'
}

/** True when the confirmation that the bank wants needs a code besides the password. */
export function isCodeRequired(error: unknown): boolean {
  return isConfirmationRequired(error) && isProblem(error) && error.facts?.code === true
}

/** The reason in the words a person reads. */
export function reasonOf(error: unknown): string {
  return isProblem(error) ? error.detail : 'The bank cannot be reached. Check your connection and try again.'
}

/** What the bank calls a fault of its own, so that it can be found again. */
export function referenceOf(error: unknown): string | undefined {
  return isProblem(error) && error.status >= 500 ? error.traceId : undefined
}

/** What is wrong with each field, by the field's name in the form. */
export function fieldReasons(error: unknown): { field: string; reason: string }[] {
  if (!isProblem(error)) return []
  return error.errors.map(({ pointer, detail }) => ({ field: pointer.replace(/^\//, ''), reason: detail }))
}
