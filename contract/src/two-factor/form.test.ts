import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formErrors, shown } from '../../test/form-errors.ts'
import { codeForm, recoveryCodeForm, recoveryForm, secondStepForm } from './form.ts'

const challenge = 'C'.repeat(43)

describe('a code', () => {
  for (const code of ['123456', '123 456', ' 123456\n', '000000']) {
    test(`the code ${shown(code)} is accepted as six digits`, () => {
      expect(z.parse(codeForm, { code })).toEqual({ code: code.replace(/\s/g, '') })
    })
  }
  for (const code of [
    undefined,
    '',
    '12345',
    '1234567',
    '12345a',
    '１２３４５６',
    '١٢٣٤٥٦',
    123456,
    '1'.repeat(1_000_000),
  ]) {
    test(`the code ${shown(code ?? null)} is refused`, () => {
      expect(formErrors(codeForm, { code })).toEqual({
        code: ['Enter the 6 digits that your authenticator app shows'],
      })
    })
  }
})

describe('a recovery code', () => {
  for (const typed of ['7K2M-9QXD-4TW0', '7k2m9qxd4two', ' 7K2M 9QXD 4TWO ']) {
    test(`the recovery code ${shown(typed)} is normalised`, () => {
      expect(z.parse(recoveryCodeForm, { recovery_code: typed })).toEqual({ recovery_code: '7K2M9QXD4TW0' })
    })
  }
  test('I and L in a recovery code are read as 1', () => {
    expect(z.parse(recoveryCodeForm, { recovery_code: 'IL1I-IL1I-0000' })).toEqual({
      recovery_code: '111111110000',
    })
  })
  for (const typed of ['', '7K2M-9QXD-4TW', '7K2M-9QXD-4TWBB', '7K2M-9QXD-4TWU', 7, 'A'.repeat(1_000_000)]) {
    test(`the recovery code ${shown(typed)} is refused`, () => {
      expect(formErrors(recoveryCodeForm, { recovery_code: typed })).toEqual({
        recovery_code: ['Enter one of your recovery codes, such as 7K2M-9QXD-4TWB'],
      })
    })
  }
})

describe('the second step', () => {
  test('a second step has a challenge and a code or a recovery code, and no other field', () => {
    expect(formErrors(secondStepForm, { challenge, code: '123456' })).toEqual({})
    expect(formErrors(recoveryForm, { challenge, recovery_code: '7K2M-9QXD-4TWB' })).toEqual({})
    expect(
      Object.keys(formErrors(secondStepForm, { challenge: 'short', code: '123456', remember: true })),
    ).toEqual(['challenge', 'remember'])
  })
})
