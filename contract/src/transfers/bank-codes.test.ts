import { describe, expect, test } from 'vitest'
import { doubtAboutRoutingNumber, doubtAboutSwiftCode } from './bank-codes.ts'

// The examples of the SWIFT IBAN registry, and routing numbers their banks publish.
const ibans = [
  'GB29 NWBK 6016 1331 9268 19',
  'DE89 3704 0044 0532 0130 00',
  'FR14 2004 1010 0505 0001 3M02 606',
  'NO93 8601 1117 947',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
]
const routingNumbers = ['011000015', '021000021', '122105155', '026009593']

describe('a routing number or an IBAN', () => {
  test('that is published raises no doubt, however it is spaced', () => {
    for (const code of [...ibans, ...routingNumbers, 'gb29nwbk60161331926819', '0210-0002-1']) {
      expect(doubtAboutRoutingNumber(code), code).toBeUndefined()
    }
  })

  test('with any one digit changed is doubted', () => {
    for (const code of [...ibans, ...routingNumbers].map((spaced) => spaced.replaceAll(' ', ''))) {
      for (const [place, digit] of [...code].entries()) {
        if (!/\d/.test(digit)) continue
        const mistyped = code.slice(0, place) + ((Number(digit) + 1) % 10) + code.slice(place + 1)
        expect(doubtAboutRoutingNumber(mistyped), mistyped).toMatch(/do not (add up|fit)/)
      }
    }
  })

  test('with two neighbours of an IBAN swapped, or its end missing, is doubted', () => {
    expect(doubtAboutRoutingNumber('GB29NWBK60161331926891')).toMatch(/check digits/)
    expect(doubtAboutRoutingNumber('GB29NWBK6016133192681')).toMatch(/check digits/)
    expect(doubtAboutRoutingNumber('GB29')).toMatch(/check digits/)
  })

  test('of another kind is doubted in words that leave room for other countries', () => {
    for (const code of ['12-34-56', 'SBIN0001234', '1', 'abc', '١٢٣٤٥٦٧٨٩', '9'.repeat(40)]) {
      expect(doubtAboutRoutingNumber(code), code).toContain('unless that bank uses another code')
    }
  })

  test('that is still missing is the form’s concern', () => {
    expect(doubtAboutRoutingNumber('  ')).toBeUndefined()
  })
})

describe('a SWIFT code', () => {
  test('of 8 or 11 characters raises no doubt', () => {
    for (const code of ['DNBANOKK', 'DEUTDEFF500', 'chas us 33', 'NEDSZAJJXXX', '']) {
      expect(doubtAboutSwiftCode(code), code).toBeUndefined()
    }
  })

  test('of another form is doubted', () => {
    for (const code of ['DNBANOK', 'DNBANOKKX', '12345678', 'DN1ANOKK', 'DEUTDEFF50Ö', 'A'.repeat(12)]) {
      expect(doubtAboutSwiftCode(code), code).toContain('8 or 11 characters')
    }
  })
})
