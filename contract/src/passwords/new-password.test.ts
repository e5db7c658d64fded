import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formErrors, shown } from '../../test/form-errors.ts'
import { changePasswordForm } from './new-password.ts'

const short = 'Password must be at least 8 characters long'
const long = 'Password must be at most 128 characters'

describe('a new password', () => {
  test('a new password is kept exactly when both fields agree', () => {
    const form = { new_password: ' quay & tide ', confirm_password: ' quay & tide ' }
    expect(z.parse(changePasswordForm, form)).toEqual(form)
  })
  test('a new password typed differently is refused on the second field', () => {
    const form = { new_password: 'quay-and-tide', confirm_password: 'quay-and-tidE' }
    expect(formErrors(changePasswordForm, form)).toEqual({ confirm_password: ['Passwords do not match'] })
  })
  const cases: [value: unknown, message: string][] = [
    ['', short],
    ['1234567', short],
    [12345678, short],
    ['a'.repeat(129), long],
    ['a'.repeat(1_000_000), long],
  ]
  for (const [value, message] of cases) {
    test(`the new password ${shown(value)} is refused: ${message}`, () => {
      const form = { new_password: value, confirm_password: value }
      expect(formErrors(changePasswordForm, form)).toEqual({
        new_password: [message],
        confirm_password: [message],
      })
    })
  }
})
