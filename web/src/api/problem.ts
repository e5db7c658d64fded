import type { Problem } from '@bank/contract/errors'

/** True for an error that the bank has answered. Any other error means that there was no answer. */
export function isProblem(error: unknown): error is Problem {
  return (
    typeof error === 'object' && error !== null && 'code' in error && 'detail' in error && 'status' in error
  )
}

/** True when the request needs a confirmation first. */
export function isConfirmationRequired(error: unknown): boolean {
  return isProblem(error) && error.code === 'confirm_required'
}

/** True when the bank asks something before it does what was requested: the page asks the user. */
export function isQuestion(error: unknown): boolean {
  return isConfirmationRequired(error) || (isProblem(error) && error.code === 'funded_already')
}

/** True when that confirmation needs a code besides the password. */
export function isCodeRequired(error: unknown): boolean {
  return isConfirmationRequired(error) && isProblem(error) && error.facts?.code === true
}

/** The reason of an error, as a sentence for the user. */
export function reasonOf(error: unknown): string {
  return isProblem(error) ? error.detail : 'The bank can’t be reached. Check your connection and try again.'
}

/** The reference under which the bank has logged an error of its own. */
export function referenceOf(error: unknown): string | undefined {
  return isProblem(error) && error.status >= 500 ? error.traceId : undefined
}

/** The errors about fields, by the field's name in the form. */
export function fieldReasons(error: unknown): { field: string; reason: string }[] {
  if (!isProblem(error)) return []
  return error.errors.map(({ pointer, detail }) => ({ field: pointer.replace(/^\//, ''), reason: detail }))
}
