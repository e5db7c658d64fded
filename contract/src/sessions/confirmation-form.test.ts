import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { told } from '../../test/told.ts'
import { confirmationForm } from './confirmation-form.ts'

test('a confirmation is the password, alone or with one of the two kinds of code', () => {
  const password = 'the right one'
  expect(z.parse(confirmationForm, { password })).toEqual({ password })
  expect(z.parse(confirmationForm, { password, code: '123 456' })).toEqual({ password, code: '123456' })
  expect(z.parse(confirmationForm, { password, recovery_code: '7k2m-9qxd-4twb' })).toEqual({
    password,
    recovery_code: '7K2M9QXD4TWB',
  })
  expect(told(confirmationForm, { password, code: '12345' })).toEqual({
    code: ['Enter the 6 digits that your authenticator app shows'],
  })
  expect(told(confirmationForm, { password, code: '123456', recovery_code: '7K2M-9QXD-4TWB' })).toEqual({
    recovery_code: ['Send a code or a recovery code, not both'],
  })
  expect(Object.keys(told(confirmationForm, { password, remember: true }))).toEqual(['remember'])
})

test('the password shown again is one field', () => {
  expect(told(confirmationForm, { password: '' })).toEqual({
    password: ['Password must be at least 8 characters'],
  })
})
