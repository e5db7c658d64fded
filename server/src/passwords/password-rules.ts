import { messageOf } from '@bank/contract/errors'
import type { Bank } from '../bank.ts'
import { Refusal } from '../refusal.ts'
import { findTemporaryPassword } from '../users/user.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Refuses a new password that the form's rule lets through: one shorter than this bank asks for, one of the most common,
 * the bank's name, its owner's own e-mail, and one known from a data breach. `field` is the form's name for it.
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
  if (isCommonPassword(password, [bankName, email])) throw refusedAs('password_too_common', field)
  if (await breachedPasswords.has(password)) throw refusedAs('password_breached', field)
}

function refusedAs(code: 'password_too_common' | 'password_breached', field: string): Refusal {
  return new Refusal(code, {}, [{ pointer: `/${field}`, detail: messageOf(code) }])
}

/** Refuses the temporary password as the new one: the administrator who typed it knows it. */
export async function requireNotTemporary(
  { db, passwords }: Pick<Bank, 'db' | 'passwords'>,
  userId: string,
  password: string,
): Promise<void> {
  const temporary = await findTemporaryPassword(db, userId)
  if (temporary !== undefined && (await passwords.verify(password, temporary))) {
    throw new Refusal('password_unchanged')
  }
}
