import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formErrors, shown } from '../../test/form-errors.ts'
import { aboveEveryLimit } from '../rules/amount.ts'
import { type TransferRequest, transferInstruction } from './form.ts'

const transfer: TransferRequest = {
  transactionId: '0199a1b2-0000-7000-8000-000000000001',
  account_name: 'Dana Reed',
  account_number: '1234567890',
  bank_name: 'First Harbour Bank',
  bank_address: '1 Quay Street, Boston',
  swift_code: 'FHBKUS33',
  routing_number: '011000015',
  amount: '40.00',
  transaction_pin: '1234',
}

test('a valid transfer is accepted, its amount in minor units', () => {
  expect(z.parse(transferInstruction, transfer)).toEqual({
    ...transfer,
    amount: 40_00n,
    reference: '',
  })
})

test('a transfer whose reference is null has none', () => {
  expect(z.parse(transferInstruction, { ...transfer, reference: null }).reference).toBe('')
})

test('an empty form has one error for each field', () => {
  expect(formErrors(transferInstruction, {})).toEqual({
    transactionId: ['Transaction ID is required'],
    account_name: ['Account name is required'],
    account_number: ['Account number must be at least 10 digits'],
    bank_name: ['Bank name is required'],
    bank_address: ['Bank address is required'],
    swift_code: ['Swift code is required'],
    routing_number: ['Routing number is required'],
    amount: ['Amount is required'],
    transaction_pin: ['Transaction pin must be 4 digits'],
  })
})

describe('a field is refused with one message', () => {
  const notDigits = 'Enter the amount in digits, such as 1250.00'
  const cases: [field: keyof TransferRequest, value: unknown, message: string][] = [
    ['transactionId', '', 'Transaction ID is required'],
    ['transactionId', 'a'.repeat(300), 'Transaction ID is required'],
    ['transactionId', 'not-a-uuid', 'Transaction ID is required'],
    ['account_name', ' ', 'Account name is required'],
    ['account_name', 'a'.repeat(101), 'Account name must be at most 100 characters'],
    ['account_number', '', 'Account number must be at least 10 digits'],
    ['account_number', '123456789', 'Account number must be at least 10 digits'],
    ['account_number', '123456789 ', 'Account number must be at least 10 digits'],
    ['account_number', '1'.repeat(41), 'Account number must be at most 40 characters'],
    ['account_number', 'DE88370400440532013000', 'This IBAN is mistyped: its check digits are wrong'],
    ['account_number', ' gb29 nwbk 6016 1331 9268 18', 'This IBAN is mistyped: its check digits are wrong'],
    ['bank_name', '', 'Bank name is required'],
    ['bank_name', '\u2800\u3164', 'Bank name is required'],
    ['bank_name', '\u202eknaB', 'Bank name has characters that can’t be shown'],
    // A lone surrogate: the database would store another text, and the books' seal would not match.
    ['bank_name', 'Bank \ud800', 'Bank name has characters that can’t be shown'],
    ['bank_address', '', 'Bank address is required'],
    ['bank_address', 'a'.repeat(201), 'Bank address must be at most 200 characters'],
    ['swift_code', '', 'Swift code is required'],
    ['swift_code', 'a'.repeat(41), 'Swift code must be at most 40 characters'],
    ['routing_number', '', 'Routing number is required'],
    ['routing_number', 'a'.repeat(41), 'Routing number must be at most 40 characters'],
    ['amount', '', 'Amount is required'],
    ['amount', '-100.00', 'Enter an amount above 0'],
    ['amount', '0', 'Enter an amount above 0'],
    ['amount', '0.00', 'Enter an amount above 0'],
    ['amount', '0.001', 'Use at most 2 decimals'],
    ...[
      '1e3',
      '0x10',
      '١٠',
      ' 10',
      '10 ',
      '+5',
      '1,000',
      'Infinity',
      'NaN',
      '1'.repeat(30_000).concat('x'),
    ].map((value): ['amount', string, string] => ['amount', value, notDigits]),
    ...[10.1, ['10'], {}, null, true].map((value): ['amount', unknown, string] => [
      'amount',
      value,
      notDigits,
    ]),
    ['reference', 'a'.repeat(36), 'Reference must be at most 35 characters'],
    ['reference', '🏦'.repeat(36), 'Reference must be at most 35 characters'],
    ['reference', ' '.repeat(10_000), 'Reference must be at most 35 characters'],
    ['reference', 12, 'Reference must be text'],
    ...[
      'Rent\u202etnem',
      'Rent\u200e',
      'Rent \u2067x',
      '\u061cRent',
      'Re\u200bnt',
      'Re\u00adnt',
      'Rent \u{e0041}',
      'Rent\nFood',
      'Rent\tFood',
      'Rent\u0000',
      'Rent\u0085x',
      'Rent \ud800',
      // Invisible beside these letters: two references would look the same.
      'Rent\u200d',
      'Re\u200cnt',
      'می\u200c\u200cخواهم',
      '🏦\u200d',
      'Rent\ufe0f',
      'Rent\u034f',
      'Rent\u3164',
      'Rent\u2800',
    ].map((value): ['reference', string, string] => [
      'reference',
      value,
      'Reference has characters that can’t be shown',
    ]),
    ['transaction_pin', '', 'Transaction pin must be 4 digits'],
    ['transaction_pin', '123', 'Transaction pin must be 4 digits'],
    ['transaction_pin', 1234, 'Transaction pin must be 4 digits'],
    ['transaction_pin', '0000 ', 'PIN must be 4 to 8 digits'],
    ['transaction_pin', 'abcd', 'PIN must be 4 to 8 digits'],
    ['transaction_pin', '1'.repeat(10_000), 'PIN must be 4 to 8 digits'],
  ]
  for (const [field, value, message] of cases) {
    test(`a transfer with ${field} ${shown(value)} is refused: ${message}`, () => {
      expect(formErrors(transferInstruction, { ...transfer, [field]: value })).toEqual({ [field]: [message] })
    })
  }

  test('an unknown field is refused', () => {
    expect(Object.keys(formErrors(transferInstruction, { ...transfer, status: 'success' }))).toEqual([
      'status',
    ])
  })
})

describe('a field is normalised', () => {
  const cases: [field: keyof TransferRequest, typed: string, normalised: string | bigint][] = [
    ['transactionId', '0199A1B2-0000-7000-8000-00000000000F', '0199a1b2-0000-7000-8000-00000000000f'],
    ['account_number', 'DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 00'],
    // One character short, no country with IBANs, and a code of the specification's kind: none is an IBAN.
    ['account_number', 'DE8937040044053201300', 'DE8937040044053201300'],
    ['account_number', 'US88370400440532013000', 'US88370400440532013000'],
    ['account_number', 'made-up number', 'made-up number'],
    ['swift_code', 'made-up', 'made-up'],
    // A wrong check digit in this field is only warned about (departure 32).
    ['routing_number', 'DE88370400440532013000', 'DE88370400440532013000'],
    ['amount', '0.01', 1n],
    ['amount', '40', 40_00n],
    ['amount', '40.00', 40_00n],
    // Above every limit and above what the books can hold: the limit refuses these with its own message.
    ['amount', '9999999999999999.99', 999_999_999_999_999_999n],
    ['amount', '92233720368547758.08', aboveEveryLimit],
    ['amount', '9'.repeat(10_000), aboveEveryLimit],
    ['reference', '', ''],
    ['reference', ' \u00a0 ', ''],
    ['reference', '\u200d\ufe0f', ''],
    ['reference', '\u2800\u3164', ''],
    ['reference', '  Invoice\u00a0 \u3000 4711 ', 'Invoice 4711'],
    ['reference', '=1+1', '=1+1'],
    ['reference', 'Cafe\u0301', 'Café'],
    ['reference', 'a'.repeat(35), 'a'.repeat(35)],
    ['reference', '🏦'.repeat(35), '🏦'.repeat(35)],
    // Joiners: of a family, and of a Persian word.
    ['reference', '👨‍👩‍👧 می‌خواهم', '👨‍👩‍👧 می‌خواهم'],
    // A flag, a skin tone, a keycap, and a Sinhala word.
    ['reference', '🏳️‍🌈 👩🏽‍🚀 1️⃣ ශ්‍රී', '🏳️‍🌈 👩🏽‍🚀 1️⃣ ශ්‍රී'],
    // Selected forms of a Han and a Mongolian letter.
    ['reference', '葛\u{e0100} ᠨ\u180b', '葛\u{e0100} ᠨ\u180b'],
    ['transaction_pin', '12345678', '12345678'],
  ]
  for (const [field, typed, normalised] of cases) {
    test(`${field} ${shown(typed)} is normalised to ${typeof normalised === 'bigint' ? normalised : shown(normalised)}`, () => {
      expect(z.parse(transferInstruction, { ...transfer, [field]: typed })[field]).toBe(normalised)
    })
  }
})
