import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { shown, told } from '../../test/told.ts'
import { changePasswordForm, changePinForm, confirmationForm, setPinForm } from './form.ts'

const short = 'Password must be at least 8 characters long'
const long = 'Password must be at most 128 characters'
const shortPin = 'Pin must be at least 4 digits long'

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

describe('a change of the PIN', () => {
  test('takes 4 to 8 digits', () => {
    const form = { current_pin: '0000', new_pin: '12345678' }
    expect(z.parse(changePinForm, form)).toEqual(form)
  })
  const cases: [value: unknown, message: string][] = [
    ['', shortPin],
    ['123', shortPin],
    [1234, shortPin],
    ['12a4', 'PIN must be 4 to 8 digits'],
    ['١٢٣٤', 'PIN must be 4 to 8 digits'],
    ['123456789', 'PIN must be 4 to 8 digits'],
  ]
  for (const [value, message] of cases) {
    test(`${shown(value)}: ${message}`, () => {
      const form = { current_pin: value, new_pin: value }
      expect(told(changePinForm, form)).toEqual({ current_pin: [message], new_pin: [message] })
    })
  }
})

test('a first PIN has the rules of any other', () => {
  expect(z.parse(setPinForm, { new_pin: '12345678' })).toEqual({ new_pin: '12345678' })
  expect(told(setPinForm, { new_pin: '12' })).toEqual({ new_pin: [shortPin] })
  expect(told(setPinForm, { new_pin: '1234', current_pin: '1234' })).toHaveProperty('current_pin')
})

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
