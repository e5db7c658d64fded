import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Refuses a new password that the form's rule lets through: one shorter than this bank asks for, one of the most common,
 * the bank's name, and its owner's own e-mail.
 */
export function requireGoodPassword(
  password: string,
  email: string,
  { passwordMin, bankName }: Pick<Config, 'passwordMin' | 'bankName'>,
): void {
  if (password.length < passwordMin) {
    const detail = `Password must be at least ${passwordMin} characters`
    throw new Refusal('validation', {}, [{ pointer: '/password', detail }])
  }
  if (isCommonPassword(password, [bankName, email])) throw new Refusal('password_too_common')
}
