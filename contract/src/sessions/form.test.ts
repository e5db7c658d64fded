import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formErrors, shown } from '../../test/form-errors.ts'
import { signInForm } from './form.ts'

const alice = { email: 'alice@example.com', password: 'penny-wise' }

test('an e-mail is trimmed and in lower case', () => {
  expect(z.parse(signInForm, { ...alice, email: 'ALICE@Example.com ' })).toEqual(alice)
})

describe('a field is refused with one message', () => {
  const cases: [field: string, value: unknown, message: string][] = [
    ['email', '', 'Invalid email address'],
    ['email', 'alice', 'Invalid email address'],
    ['email', { $gt: '' }, 'Invalid email address'],
    ['email', ['alice@example.com'], 'Invalid email address'],
    ['password', '', 'Password must be at least 8 characters'],
    ['password', '1234567', 'Password must be at least 8 characters'],
    ['password', 'a'.repeat(1_000_000), 'Password must be at most 128 characters'],
  ]
  for (const [field, value, message] of cases) {
    test(`the sign-in with ${field} ${shown(value)} is refused: ${message}`, () => {
      expect(formErrors(signInForm, { ...alice, [field]: value })).toEqual({ [field]: [message] })
    })
  }

  test('an unknown field is refused', () => {
    expect(Object.keys(formErrors(signInForm, { ...alice, role: 'administrator' }))).toEqual(['role'])
  })
})
