import { messageOf } from '@bank/contract/errors'
import { isCommonPassword } from '@bank/contract/passwords/common-password'
import type { Bank } from '../bank.ts'
import { Refusal } from '../refusal.ts'
import { findTemporaryPassword } from './password.ts'

/**
 * Refuses a new password that passes the form's rule but is shorter than PASSWORD_MIN, one of the most common, the bank's
 * name, the user's e-mail, or known from a data breach. `field` is its name in the form.
 */
export async function requireGoodPassword(
  password: string,
  email: string,
  { config: { passwordMin, bankName }, breachedPasswords }: Pick<Bank, 'config' | 'breachedPasswords'>,
  field: 'password' | 'new_password' = 'password',
): Promise<void> {
  if (password.length < passwordMin) {
    const detail = `Password must be at least ${passwordMin} characters${field === 'password' ? '' : ' long'}`
    throw new Refusal('validation', {}, [{ pointer: `/${field}`, detail }])
  }
  if (isCommonPassword(password, [bankName, email])) throw refusalOn(field, 'password_too_common')
  if (await breachedPasswords.has(password)) throw refusalOn(field, 'password_breached')
}

function refusalOn(field: string, code: 'password_too_common' | 'password_breached'): Refusal {
  return new Refusal(code, {}, [{ pointer: `/${field}`, detail: messageOf(code) }])
}

/** Refuses the temporary password as the new one: the administrator who typed it knows it. */
export async function refuseTemporaryPassword(
  { db, passwords }: Pick<Bank, 'db' | 'passwords'>,
  userId: string,
  password: string,
): Promise<void> {
  const temporary = await findTemporaryPassword(db, userId)
  if (temporary !== undefined && (await passwords.verify(password, temporary))) {
    throw new Refusal('password_unchanged')
  }
}
