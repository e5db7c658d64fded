import { expect, test } from 'vitest'
import { formErrors, shown } from '../../../test/form-errors.ts'
import { newPasscodeForm, passcodeForm } from './form.ts'

for (const [passcode, message] of [
  ['', 'Passcode is required'],
  [null, 'Passcode is required'],
  ['a'.repeat(129), 'Passcode must be at most 128 characters'],
] as const) {
  test(`the passcode ${shown(passcode)} is refused: ${message}`, () => {
    expect(formErrors(passcodeForm, { passcode })).toEqual({ passcode: [message] })
  })
}

test('a new passcode has at least 4 characters', () => {
  expect(formErrors(newPasscodeForm, { passcode: 'abc' })).toEqual({
    passcode: ['Passcode must be at least 4 characters'],
  })
  expect(formErrors(newPasscodeForm, { passcode: 'abcd' })).toEqual({})
})
