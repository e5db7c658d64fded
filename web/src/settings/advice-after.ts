import { isConfirmationRequired, reasonOf } from '../api/problem.ts'

/** The advice after a failed change whose error is about no field. */
export function adviceAfter(error: unknown, subject: 'password' | 'PIN' | 'profile'): string {
  if (isConfirmationRequired(error)) {
    return `Your ${subject} was not changed. To change it, confirm that it’s you.`
  }
  return reasonOf(error)
}
