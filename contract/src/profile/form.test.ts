import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formErrors } from '../../test/form-errors.ts'
import { contactForm, correctionForm, profileCorrection } from './form.ts'

const contact = {
  phone: '+1 617 555 0101',
  country: 'United States',
  address: '1 Beacon Street',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02108',
}
const correction = {
  ...contact,
  name: 'Alice Martin',
  email: 'alice@example.com',
  dob: '1990-04-12',
  gender: 'female',
  employment_status: 'employed',
  reason: 'Name changed by marriage',
}

test('valid contact details are accepted unchanged', () => {
  expect(z.parse(contactForm, contact)).toEqual(contact)
})

test('empty contact details are refused with the messages of registration', () => {
  expect(formErrors(contactForm, {})).toEqual({
    phone: ['Phone number must be at least 10 digits'],
    country: ['Country is required'],
    address: ['Address is required'],
    city: ['City is required'],
    state: ['State is required'],
    zip: ['Zip code is required'],
  })
})

for (const field of ['name', 'email', 'dob', 'gender', 'employment_status', 'reason', 'role']) {
  test(`the contact form has no field ${field}`, () => {
    expect(formErrors(contactForm, { ...contact, [field]: 'x' })).toHaveProperty(field)
  })
}

describe('a correction', () => {
  test('a valid correction is accepted, with the email in lower case', () => {
    const sent = { ...correction, email: ' Alice@Example.com ', version: 3 }
    expect(z.parse(profileCorrection, sent)).toEqual({ ...correction, version: 3 })
    expect(z.parse(correctionForm, correction)).toEqual(correction)
  })

  for (const [reason, message] of [
    ['', 'Reason is required'],
    ['  \u200b ', 'Reason is required'],
    ['no', 'Reason must be at least 3 characters'],
    ['r'.repeat(501), 'Reason must be at most 500 characters'],
    ['r'.repeat(100_000), 'Reason must be at most 500 characters'],
    ['two\nlines', 'Reason has characters that can’t be shown'],
    [7, 'Reason is required'],
  ] as const) {
    test(`a correction with the reason ${JSON.stringify(reason).slice(0, 20)} is refused: ${message}`, () => {
      expect(formErrors(correctionForm, { ...correction, reason })).toEqual({ reason: [message] })
    })
  }

  for (const version of [undefined, null, 0, -1, 1.5, '1']) {
    test(`a correction with the version ${version} is refused`, () => {
      expect(formErrors(profileCorrection, { ...correction, version })).toEqual({
        version: ['Version is required'],
      })
    })
  }

  test('a correction needs every field of a profile', () => {
    const missing = formErrors(profileCorrection, { reason: 'All of it', version: 1 })
    expect(Object.keys(missing).toSorted()).toEqual(
      Object.keys(correction)
        .filter((field) => field !== 'reason')
        .toSorted(),
    )
  })
})
