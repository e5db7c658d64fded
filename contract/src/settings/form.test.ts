import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { shown, told } from '../../test/told.ts'
import { changePasswordForm } from './form.ts'

const short = 'Password must be at least 8 characters long'
const long = 'Password must be at most 128 characters'

describe('a new password', () => {
  test('is taken to the letter when both fields agree', () => {
    const form = { new_password: ' quay & tide ', confirm_password: ' quay & tide ' }
    expect(z.parse(changePasswordForm, form)).toEqual(form)
  })
  test('typed in two ways is refused on the second field', () => {
    const form = { new_password: 'quay-and-tide', confirm_password: 'quay-and-tidE' }
    expect(told(changePasswordForm, form)).toEqual({ confirm_password: ['Passwords do not match'] })
  })
  const cases: [value: unknown, message: string][] = [
    ['', short],
    ['1234567', short],
    [12345678, short],
    ['a'.repeat(129), long],
    ['a'.repeat(1_000_000), long],
  ]
  for (const [value, message] of cases) {
    test(`${shown(value)}: ${message}`, () => {
      const form = { new_password: value, confirm_password: value }
      expect(told(changePasswordForm, form)).toEqual({ new_password: [message], confirm_password: [message] })
    })
  }
})
