import type { Verb } from '../call.ts'
import { findPendingEmail } from './email-change.ts'

/** The caller's e-mail, and the new one that waits for its code. */
export const readEmail: Verb<'readEmail'> = async ({ bank, actor, now }) => {
  const pending = await findPendingEmail(bank.db, actor.userId, { purpose: 'own_change', now })
  return {
    email: actor.email,
    isConfirmed: !actor.isEmailUnconfirmed,
    pending: pending ? { email: pending.email, expiresAt: pending.expiresAt } : null,
  }
}
