import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formErrors } from '../../test/form-errors.ts'
import { confirmationForm } from './confirmation-form.ts'

test('a confirmation is the password, alone or with a code or a recovery code', () => {
  const password = 'the right one'
  expect(z.parse(confirmationForm, { password })).toEqual({ password })
  expect(z.parse(confirmationForm, { password, code: '123 456' })).toEqual({ password, code: '123456' })
  expect(z.parse(confirmationForm, { password, recovery_code: '7k2m-9qxd-4twb' })).toEqual({
    password,
    recovery_code: '7K2M9QXD4TWB',
  })
  expect(formErrors(confirmationForm, { password, code: '12345' })).toEqual({
    code: ['Enter the 6 digits that your authenticator app shows'],
  })
  expect(formErrors(confirmationForm, { password, code: '123456', recovery_code: '7K2M-9QXD-4TWB' })).toEqual(
    {
      recovery_code: ['Send a code or a recovery code, not both'],
    },
  )
  expect(Object.keys(formErrors(confirmationForm, { password, remember: true }))).toEqual(['remember'])
})

test('a confirmation without a password has one error', () => {
  expect(formErrors(confirmationForm, { password: '' })).toEqual({
    password: ['Password must be at least 8 characters'],
  })
})
