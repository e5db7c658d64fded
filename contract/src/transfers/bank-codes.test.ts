import { describe, expect, test } from 'vitest'
import { routingNumberWarning, swiftCodeWarning } from './bank-codes.ts'

// The examples of the SWIFT IBAN registry, and published routing numbers.
const ibans = [
  'GB29 NWBK 6016 1331 9268 19',
  'DE89 3704 0044 0532 0130 00',
  'FR14 2004 1010 0505 0001 3M02 606',
  'NO93 8601 1117 947',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
]
const routingNumbers = ['011000015', '021000021', '122105155', '026009593']

describe('a routing number or an IBAN', () => {
  test('a published routing number or IBAN has no warning, however it is spaced', () => {
    for (const code of [...ibans, ...routingNumbers, 'gb29nwbk60161331926819', '0210-0002-1']) {
      expect(routingNumberWarning(code), code).toBeUndefined()
    }
  })

  test('a routing number or IBAN with one digit changed has a warning', () => {
    for (const code of [...ibans, ...routingNumbers].map((spaced) => spaced.replaceAll(' ', ''))) {
      for (const [index, digit] of [...code].entries()) {
        if (!/\d/.test(digit)) continue
        const mistyped = code.slice(0, index) + ((Number(digit) + 1) % 10) + code.slice(index + 1)
        expect(routingNumberWarning(mistyped), mistyped).toMatch(/do not (add up|fit)/)
      }
    }
  })

  test('an IBAN with two digits swapped, or its end missing, has a warning', () => {
    expect(routingNumberWarning('GB29NWBK60161331926891')).toMatch(/check digits/)
    expect(routingNumberWarning('GB29NWBK6016133192681')).toMatch(/check digits/)
    expect(routingNumberWarning('GB29')).toMatch(/check digits/)
  })

  test('a code of another kind has a warning that allows for other countries', () => {
    for (const code of ['12-34-56', 'SBIN0001234', '1', 'abc', '١٢٣٤٥٦٧٨٩', '9'.repeat(40)]) {
      expect(routingNumberWarning(code), code).toContain('unless that bank uses another code')
    }
  })

  test('an empty routing number has no warning', () => {
    expect(routingNumberWarning('  ')).toBeUndefined()
  })
})

describe('a SWIFT code', () => {
  test('a SWIFT code of 8 or 11 characters has no warning', () => {
    for (const code of ['DNBANOKK', 'DEUTDEFF500', 'chas us 33', 'NEDSZAJJXXX', '']) {
      expect(swiftCodeWarning(code), code).toBeUndefined()
    }
  })

  test('a malformed SWIFT code has a warning', () => {
    for (const code of ['DNBANOK', 'DNBANOKKX', '12345678', 'DN1ANOKK', 'DEUTDEFF50Ö', 'A'.repeat(12)]) {
      expect(swiftCodeWarning(code), code).toContain('8 or 11 characters')
    }
  })
})
