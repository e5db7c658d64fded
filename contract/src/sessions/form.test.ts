import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { shown, told } from '../../test/told.ts'
import { signInForm } from './form.ts'

const alice = { email: 'alice@example.com', password: 'penny-wise' }

test('an e-mail in capitals with a blank is the same person', () => {
  expect(z.parse(signInForm, { ...alice, email: 'ALICE@Example.com ' })).toEqual(alice)
})

describe('a field is refused with one sentence', () => {
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
    test(`${field} ${shown(value)}: ${message}`, () => {
      expect(told(signInForm, { ...alice, [field]: value })).toEqual({ [field]: [message] })
    })
  }

  test('a field that nobody asked for is refused', () => {
    expect(Object.keys(told(signInForm, { ...alice, role: 'administrator' }))).toEqual(['role'])
  })
})
