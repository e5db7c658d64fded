import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formErrors, shown } from '../../test/form-errors.ts'
import { changePinForm, setPinForm } from './form.ts'

const shortPin = 'Pin must be at least 4 digits long'

describe('a change of the PIN', () => {
  test('a new PIN has 4 to 8 digits', () => {
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
    test(`the PIN ${shown(value)} is refused: ${message}`, () => {
      const form = { current_pin: value, new_pin: value }
      expect(formErrors(changePinForm, form)).toEqual({ current_pin: [message], new_pin: [message] })
    })
  }
})

test('a first PIN has the same rules as a changed one', () => {
  expect(z.parse(setPinForm, { new_pin: '12345678' })).toEqual({ new_pin: '12345678' })
  expect(formErrors(setPinForm, { new_pin: '12' })).toEqual({ new_pin: [shortPin] })
  expect(formErrors(setPinForm, { new_pin: '1234', current_pin: '1234' })).toHaveProperty('current_pin')
})
