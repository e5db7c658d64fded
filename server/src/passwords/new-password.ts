import { sentenceOf } from '@bank/contract/errors'
import type { Bank } from '../bank.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import { findTemporaryPassword } from '../users/user.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Refuses a new password that the form's rule lets through: one shorter than this bank asks for, one of the most common,
 * the bank's name, and its owner's own e-mail. `field` is the form's name for it.
 */
export function requireGoodPassword(
  password: string,
  email: string,
  { passwordMin, bankName }: Pick<Config, 'passwordMin' | 'bankName'>,
  field: 'password' | 'new_password' = 'password',
): void {
  if (password.length < passwordMin) {
    const detail = `Password must be at least ${passwordMin} characters${field === 'password' ? '' : ' long'}`
    throw new Refusal('validation', {}, [{ pointer: `/${field}`, detail }])
  }
  if (isCommonPassword(password, [bankName, email])) {
    const pointer = `/${field}`
    throw new Refusal('password_too_common', {}, [{ pointer, detail: sentenceOf('password_too_common') }])
  }
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
