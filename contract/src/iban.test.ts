import fc from 'fast-check'
// @ts-expect-error: the package has no types.
import otherReader from 'iban'
import { countrySpecs, isValidIBAN } from 'ibantools'
import { describe, expect, test } from 'vitest'
import { ibanIn, ibanOf, isIbanMistyped, numberInOwnIban } from './iban.ts'

// Two readers that the program does not use.
const specifications = otherReader.countries as Record<string, { length: number; example: string }>
const readers: ((iban: string) => boolean)[] = [
  (iban) => isValidIBAN(iban),
  // It also takes 00, 01 and 99 for 97, 98 and 02, which ISO 13616 does not.
  (iban) => otherReader.isValid(iban) && !/^..(00|01|99)/.test(iban),
]

// The examples of the IBAN registry that only one of the readers knows.
const newerExamples = [
  'BI4210000100010000332045181',
  'DJ2100010000000154000100186',
  'FK88SC123456789012',
  'HN88CABF00000000000250005469',
  'LY83002048000020100120361',
  'MN121234123456789123',
  'NI45BAPR00000013000003558124',
  'OM810180000001299123456',
  'RU0304452522540817810538091310419',
  'SD8811123456789012',
  'SO211000001001000100141',
  'YE15CBYE0001018861234567891234',
]
const published = Object.values(specifications)
  .map(({ example }) => example)
  .filter((example) => isRegistered(example.slice(0, 2)))
  .concat(newerExamples)

/** Territories write the letters of their country, and some countries print IBANs without having registered them. */
function isRegistered(country: string): boolean {
  const territories = 'AX BL GF GP MF MQ NC PF PM RE TF WF YT'.split(' ')
  return countrySpecs[country]?.IBANRegistry === true && !territories.includes(country)
}

const bankCode = fc.oneof(
  fc.stringMatching(/^DE\d{8}$/),
  fc.stringMatching(/^AT\d{5}$/),
  fc.stringMatching(/^NL[A-Z]{4}$/),
)
const account = fc
  .integer({ min: 1_000_000_000, max: 9_999_999_999 })
  .map((number) => ({ number: String(number), currency: 'EUR' }) as const)

describe('the IBAN of an account of this bank', () => {
  test('the IBAN of an account is valid for two other readers, for any bank code and number', () => {
    fc.assert(
      fc.property(bankCode, account, (bank, own) => {
        const iban = ibanOf(own, bank)!
        for (const isValid of readers) expect(isValid(iban), iban).toBe(true)
        expect(ibanIn(iban)).toBe(iban)
      }),
    )
  })

  test('an IBAN names the account that it was made of, however it is written', () => {
    fc.assert(
      fc.property(bankCode, account, (bank, own) => {
        const iban = ibanOf(own, bank)!
        const written = [iban, iban.toLowerCase(), iban.replace(/.{4}/g, '$& '), iban.replace(/.{4}/g, '$&-')]
        for (const text of written) expect(numberInOwnIban(text, bank), text).toBe(own.number)
      }),
    )
  })

  test('an IBAN of another bank names no account of this one', () => {
    fc.assert(
      fc.property(bankCode, bankCode, account, (bank, other, own) => {
        fc.pre(bank !== other)
        expect(numberInOwnIban(ibanOf(own, other)!, bank)).toBeUndefined()
      }),
    )
  })

  test('the IBAN of an account has the country, the check digits, the bank and the padded number', () => {
    // The registry's own examples.
    expect(ibanOf({ number: '532013000', currency: 'EUR' }, 'DE37040044')).toBe('DE89370400440532013000')
    expect(ibanOf({ number: '234573201', currency: 'EUR' }, 'AT19043')).toBe('AT611904300234573201')
    expect(ibanOf({ number: '417164300', currency: 'EUR' }, 'NLABNA')).toBe('NL91ABNA0417164300')
  })

  test('an account in another currency, and one of a bank without a bank code, has no IBAN', () => {
    expect(ibanOf({ number: '1234567890', currency: 'USD' }, 'DE37040044')).toBeNull()
    expect(ibanOf({ number: '1234567890', currency: 'GBP' }, 'DE37040044')).toBeNull()
    expect(ibanOf({ number: '1234567890', currency: 'EUR' }, undefined)).toBeNull()
    expect(numberInOwnIban('DE10370400441234567890', undefined)).toBeUndefined()
  })

  test('a longer Austrian account number is none of the ten digits of this bank', () => {
    expect(numberInOwnIban('AT611904300234573201', 'AT19043')).toBe('0234573201')
    const longer = ibanOf({ number: '98765432101', currency: 'EUR' }, 'AT19043')!
    expect(numberInOwnIban(longer, 'AT19043')).toBe('98765432101')
  })
})

describe('any IBAN', () => {
  test('the published IBAN of every country of the registry is one, and the readers that know it agree', () => {
    for (const iban of published) {
      expect(ibanIn(iban), iban).toBe(iban)
      expect(isValidIBAN(iban), iban).toBe(true)
      expect(otherReader.isValid(iban), iban).toBe(!newerExamples.includes(iban))
    }
    expect(new Set(published.map((iban) => iban.slice(0, 2))).size).toBe(89)
  })

  test('a published IBAN with one character changed is judged as the readers judge it', () => {
    const known = published.filter((iban) => readers.every((isValid) => isValid(iban)))
    expect(known.length).toBeGreaterThan(70)
    const place = fc.nat({ max: 32 })
    fc.assert(
      fc.property(fc.constantFrom(...known), place, fc.nat({ max: 9 }), (iban, at, digit) => {
        fc.pre(/\d/.test(iban[at] ?? ''))
        const changed = iban.slice(0, at) + digit + iban.slice(at + 1)
        const judgements = readers.map((isValid) => isValid(changed))
        expect(judgements, changed).toEqual(judgements.map(() => ibanIn(changed) !== undefined))
        expect(isIbanMistyped(changed), changed).toBe(changed !== iban)
      }),
      { numRuns: 1_000 },
    )
  })

  const mistyped = [
    'DE88370400440532013000',
    'de88 3704 0044 0532 0130 00',
    'DE98370400440532013O00',
    'NL00ABNA0417164300',
    // 97 more than 02 is no check digit.
    'GB99NWBK60161331926819',
    'FRXX20041010050500013M02606',
  ]
  for (const text of mistyped) {
    test(`${text} is a mistyped IBAN`, () => {
      expect([ibanIn(text), isIbanMistyped(text)]).toEqual([undefined, true])
    })
  }

  const others = [
    '1234567890',
    'DE8937040044053201300',
    'DE893704004405320130000',
    // No country of the registry.
    'US89370400440532013000',
    'ZZ00370400440532013000',
    'DE89 3704 0044 0532 0130 0!',
    '',
    'D',
  ]
  for (const text of others) {
    test(`"${text}" is no IBAN, and none that is mistyped`, () => {
      expect([ibanIn(text), isIbanMistyped(text)]).toEqual([undefined, false])
    })
  }

  for (const text of [
    'IBAN DE89 3704 0044 0532 0130 00',
    'iban: de89.3704.0044.0532.0130.00',
    'ＤＥ８９３７０４００４４０５３２０１３０００',
    'DE89\u200b370400440532013000',
  ]) {
    test(`"${text}" is read as the IBAN that people mean`, () => {
      expect(ibanIn(text)).toBe('DE89370400440532013000')
    })
  }
})
