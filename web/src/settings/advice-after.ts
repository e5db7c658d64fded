import { isConfirmationRequired, reasonOf } from '../api/problem.ts'

/** What to do after a change that the bank did not make, where no field is to blame. */
export function adviceAfter(error: unknown, what: 'password' | 'PIN' | 'profile'): string {
  if (isConfirmationRequired(error)) {
    return `Your ${what} was not changed. To change it, confirm that it’s you.`
  }
  return reasonOf(error)
}
