import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formErrors, shown } from '../../test/form-errors.ts'
import { supportForm } from './form.ts'

const form = {
  email: 'bruno@example.com',
  subject: 'My account',
  message: 'When will it be active?\n\tBruno',
}

test('a message may have several lines and need not name a transaction', () => {
  expect(z.parse(supportForm, form)).toEqual(form)
})

describe('a field is refused with one message', () => {
  const cases: [field: string, value: unknown, message: string][] = [
    ['email', 'bruno', 'Invalid email address'],
    ['subject', '', 'Subject is required'],
    ['subject', 'a'.repeat(151), 'Subject must be at most 150 characters'],
    ['subject', 'two\nlines', 'Subject has characters that can’t be shown'],
    ['message', '', 'Message is required'],
    ['message', ' \n ', 'Message is required'],
    ['message', 'a'.repeat(5_001), 'Message must be at most 5000 characters'],
    ['message', 'a\u0000b', 'Message has characters that can’t be shown'],
    ['message', 'a\u202eb', 'Message has characters that can’t be shown'],
    ['transactionId', 'that one', 'Transaction ID is required'],
  ]
  for (const [field, value, message] of cases) {
    test(`a message with ${field} ${shown(value)} is refused: ${message}`, () => {
      expect(formErrors(supportForm, { ...form, [field]: value })).toEqual({ [field]: [message] })
    })
  }
})
