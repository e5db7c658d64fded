import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formErrors, shown } from '../../test/form-errors.ts'
import { messageOf } from '../errors.ts'
import { type RegistrationFields, registrationForm, registrationRules } from './form.ts'

const alice: RegistrationFields = {
  name: 'Alice Martin',
  email: 'alice@example.com',
  phone: '+1 617 555 0101',
  dob: '1990-04-12',
  gender: 'female',
  employment_status: 'employed',
  country: 'United States',
  address: '1 Beacon Street',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02108',
  accountType: 'checking',
  currency: 'USD',
  pin: '1234',
  password: 'penny-wise',
}

test('a valid registration is accepted unchanged', () => {
  expect(z.parse(registrationForm, alice)).toEqual(alice)
})

test('an empty form has one error for each field', () => {
  expect(formErrors(registrationForm, {})).toEqual({
    name: ['Name is required'],
    email: ['Invalid email address'],
    phone: ['Phone number must be at least 10 digits'],
    dob: ['Date of birth is required'],
    gender: ['Gender is required'],
    employment_status: ['Employment status is required'],
    country: ['Country is required'],
    address: ['Address is required'],
    city: ['City is required'],
    state: ['State is required'],
    zip: ['Zip code is required'],
    accountType: ['Account type is required'],
    currency: ['Currency is required'],
    pin: ['PIN must be at least 4 digits'],
    password: ['Password must be at least 8 characters'],
  })
})

describe('a field is refused with one message', () => {
  const phoneShort = 'Phone number must be at least 10 digits'
  const cases: [field: keyof RegistrationFields, value: unknown, message: string][] = [
    ['name', '', 'Name is required'],
    ['name', '   ', 'Name is required'],
    ['name', '\u200b\u200b', 'Name is required'],
    ['name', 'a'.repeat(101), 'Name must be at most 100 characters'],
    ['name', 'a'.repeat(1_000_000), 'Name must be at most 100 characters'],
    ['name', 'Alice\u202eecilA', 'Name has characters that can’t be shown'],
    ['name', 'Alice\u0000', 'Name has characters that can’t be shown'],
    ['name', 'Alice\nMartin', 'Name has characters that can’t be shown'],
    ['name', 'Alice\u2028Martin', 'Name has characters that can’t be shown'],
    ['name', ['Alice'], 'Name is required'],
    ['email', '', 'Invalid email address'],
    ['email', 'alice', 'Invalid email address'],
    ['email', 'alice@', 'Invalid email address'],
    ['email', 'alice@example', 'Invalid email address'],
    ['email', 'alice@example.com, bruno@example.com', 'Invalid email address'],
    ['email', 'alice\n@example.com', 'Invalid email address'],
    ['email', `${'a'.repeat(250)}@example.com`, 'Invalid email address'],
    ['email', `${'a'.repeat(100_000)}@example.com`, 'Invalid email address'],
    ['email', { $gt: '' }, 'Invalid email address'],
    ['phone', '', phoneShort],
    ['phone', '123456789', phoneShort],
    ['phone', 'abcdefghij', phoneShort],
    ['phone', '12345-----', phoneShort],
    ['phone', '٠١٢٣٤٥٦٧٨٩', phoneShort],
    ['phone', '1'.repeat(41), 'Phone number must be at most 40 characters'],
    ['dob', '', 'Date of birth is required'],
    ['dob', '12/04/1990', 'Enter a real date'],
    ['dob', '1990-02-30', 'Enter a real date'],
    ['dob', '2023-02-29', 'Enter a real date'],
    ['dob', '1990-13-01', 'Enter a real date'],
    ['dob', '2990-01-01', 'Enter a real date'],
    ['dob', '1800-01-01', 'Enter a real date'],
    ['dob', '1990-04-12T00:00:00Z', 'Enter a real date'],
    ['gender', '', 'Gender is required'],
    ['gender', 'x', 'Gender is required'],
    ['gender', 'Female', 'Gender is required'],
    ['employment_status', '', 'Employment status is required'],
    ['employment_status', 'self employed', 'Employment status is required'],
    ['country', '', 'Country is required'],
    ['address', ' ', 'Address is required'],
    ['address', 'a'.repeat(201), 'Address must be at most 200 characters'],
    ['city', '', 'City is required'],
    ['city', 'a'.repeat(101), 'City must be at most 100 characters'],
    ['state', '', 'State is required'],
    ['state', 'a'.repeat(101), 'State must be at most 100 characters'],
    ['zip', '', 'Zip code is required'],
    ['zip', '1'.repeat(21), 'Zip code must be at most 20 characters'],
    ['accountType', '', 'Account type is required'],
    ['accountType', 'savings', 'Account type is required'],
    ['currency', '', 'Currency is required'],
    ['currency', '¥', 'Currency is required'],
    ['currency', 'usd', 'Currency is required'],
    ['currency', 'JPY', 'Currency is required'],
    ['pin', '', 'PIN must be at least 4 digits'],
    ['pin', '123', 'PIN must be at least 4 digits'],
    ['pin', 1234, 'PIN must be at least 4 digits'],
    ['pin', 'abcd', 'PIN must be 4 to 8 digits'],
    ['pin', '1234 ', 'PIN must be 4 to 8 digits'],
    ['pin', '１２３４', 'PIN must be 4 to 8 digits'],
    ['pin', '123456789', 'PIN must be 4 to 8 digits'],
    ['password', 'short12', 'Password must be at least 8 characters'],
    ['password', null, 'Password must be at least 8 characters'],
    ['password', 'a'.repeat(129), 'Password must be at most 128 characters'],
  ]
  for (const [field, value, message] of cases) {
    test(`registration with ${field} ${shown(value)} is refused: ${message}`, () => {
      expect(formErrors(registrationForm, { ...alice, [field]: value })).toEqual({ [field]: [message] })
    })
  }

  for (const field of Object.keys(alice)) {
    test(`a missing ${field}, or one that is not text, is refused like an empty one`, () => {
      const { [field as 'name']: _, ...without } = alice
      for (const form of [
        without,
        ...[null, 42, true, [], {}].map((value) => ({ ...alice, [field]: value })),
      ]) {
        expect(new Set(formErrors(registrationForm, form)[field])).toEqual(
          new Set(formErrors(registrationForm, {})[field]),
        )
      }
    })
  }

  test('registration refuses an unknown field such as a balance', () => {
    const form = { ...alice, balance: 1e9, isAdmin: true }
    expect(Object.keys(formErrors(registrationForm, form)).sort()).toEqual(['balance', 'isAdmin'])
  })
})

describe('a field is normalised', () => {
  const cases: [field: keyof RegistrationFields, typed: string, normalised: string][] = [
    ['name', '  Alice Martin ', 'Alice Martin'],
    ['name', 'Zoe\u0308', 'Zo\u00eb'],
    ['name', 'a'.repeat(100), 'a'.repeat(100)],
    ['name', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['name', '=HYPERLINK("x")', '=HYPERLINK("x")'],
    ['name', '李小龙', '李小龙'],
    ['name', '😀'.repeat(100), '😀'.repeat(100)],
    ['email', ' Alice@Example.COM ', 'alice@example.com'],
    ['email', 'alice+bank@example.co.uk', 'alice+bank@example.co.uk'],
    ['phone', '6175550101', '6175550101'],
    ['phone', ' (617) 555-0101 ', '(617) 555-0101'],
    ['dob', '1900-01-01', '1900-01-01'],
    ['dob', '2024-02-29', '2024-02-29'],
    ['accountType', 'checking ', 'checking'],
    ['accountType', 'joint', 'joint'],
    ['currency', '$', 'USD'],
    ['currency', '€', 'EUR'],
    ['currency', '£', 'GBP'],
    ['currency', 'GBP', 'GBP'],
    ['pin', '0000', '0000'],
    ['pin', '12345678', '12345678'],
    ['password', '12345678', '12345678'],
    ['password', '  spaces  stay  ', '  spaces  stay  '],
    ['password', 'пароль-äöü', 'пароль-äöü'],
    ['password', 'a'.repeat(128), 'a'.repeat(128)],
  ]
  for (const [field, typed, normalised] of cases) {
    test(`${field} ${shown(typed)} is normalised to ${shown(normalised)}`, () => {
      expect(z.parse(registrationForm, { ...alice, [field]: typed })[field]).toBe(normalised)
    })
  }
})

test('a browser refuses an age and a common password in the words of the bank', () => {
  const rules = registrationRules({ ageMin: 21, today: '2026-11-21', isCommonPassword: () => true })
  expect(formErrors(rules, { ...alice, dob: '2005-11-22' })).toEqual({
    dob: [messageOf('age_too_low', { years: 21 })],
    password: [messageOf('password_too_common')],
  })
  const lenient = registrationRules({ ageMin: 21, today: '2026-11-21', isCommonPassword: () => false })
  expect(z.parse(lenient, { ...alice, dob: '2005-11-21' })).toEqual({ ...alice, dob: '2005-11-21' })
})
