import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AmountFault,
  balanceAfter,
  fitsInt64,
  formatMinor,
  int64Max,
  minorOf,
  parseAmount,
} from './money.ts'

describe('an amount is read to the cent', () => {
  for (const [text, minor] of [
    ['0.01', 1n],
    ['0.1', 10n],
    ['0.10', 10n],
    ['1', 100n],
    ['1.5', 150n],
    ['007', 700n],
    ['1250.00', 125_000n],
    ['250000', 25_000_000n],
    ['9007199254740993.01', 900_719_925_474_099_301n],
    ['92233720368547758.07', int64Max],
  ] as const) {
    test(`${text} is ${minor}`, () => expect(parseAmount(text)).toEqual({ minor }))
  }
})

describe('what is not an amount is refused, and says how', () => {
  const faults: Record<AmountFault, string[]> = {
    missing: [''],
    not_positive: ['0', '0.0', '0.00', '000', '-100.00', '-1', '-0'],
    too_many_decimals: ['0.001', '1.234', '0.000', '10.005'],
    too_large: [
      '92233720368547758.08',
      '9999999999999999999',
      '9'.repeat(10_000),
      `${'9'.repeat(5_000)}.${'9'.repeat(5_000)}`,
    ],
    not_digits: [
      '1e3',
      '0x10',
      '١٠',
      '１０',
      ' 10',
      '10 ',
      '+5',
      '1,000',
      '1,5',
      '1.000,00',
      'Infinity',
      'NaN',
      'null',
      'ten',
      '.5',
      '5.',
      '.',
      '-',
      '--1',
      '1.2.3',
      '1_000',
      '1\n',
      '1 000',
      '$5',
      '5€',
      '½',
      '1\u00a0000',
      '0b1',
      '1n',
      'x'.repeat(10_000),
    ],
  }
  for (const [fault, texts] of Object.entries(faults)) {
    for (const text of texts) {
      test(`${JSON.stringify(text.slice(0, 20))} is ${fault}`, () =>
        expect(parseAmount(text)).toEqual({ fault }))
    }
  }

  test('no text throws or is read as a negative amount', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9.,e ]{0,25}$/)), (text) => {
        const parsed = parseAmount(text)
        if ('minor' in parsed) expect(parsed.minor > 0n && fitsInt64(parsed.minor)).toBe(true)
        else expect(parsed.fault).toBeTypeOf('string')
      }),
    )
  })
})

describe('an amount is written with two decimals', () => {
  for (const [minor, text] of [
    [0n, '0.00'],
    [1n, '0.01'],
    [-1n, '-0.01'],
    [10n, '0.10'],
    [99n, '0.99'],
    [100n, '1.00'],
    [-12_345n, '-123.45'],
    [123_450n, '1234.50'],
    [int64Max, '92233720368547758.07'],
    [-int64Max - 1n, '-92233720368547758.08'],
  ] as const) {
    test(`${minor} is ${text}`, () => expect(formatMinor(minor)).toBe(text))
  }

  test('what is written is read as the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: int64Max }), (minor) => {
        expect(parseAmount(formatMinor(minor))).toEqual({ minor })
      }),
    )
  })

  test('a balance of either sign is read back from what was written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -int64Max - 1n, max: int64Max }), (minor) => {
        expect(minorOf(formatMinor(minor))).toBe(minor)
      }),
    )
  })
})

for (const [balance, change, after] of [
  ['100.00', -40_00n, 60_00n],
  ['100.00', -100_00n, 0n],
  ['100.00', -100_01n, -1n],
  ['-0.05', 1n, -4n],
  ['90071992547409.93', -1n, 9_007_199_254_740_992n],
] as const) {
  test(`a balance of ${balance} and a change of ${change} make ${after}`, () =>
    expect(balanceAfter(balance, change)).toBe(after))
}

describe('the edges of a 64-bit balance', () => {
  for (const [minor, fits] of [
    [int64Max, true],
    [int64Max + 1n, false],
    [-int64Max - 1n, true],
    [-int64Max - 2n, false],
    [0n, true],
  ] as const) {
    test(`${minor} ${fits ? 'fits' : 'does not fit'}`, () => expect(fitsInt64(minor)).toBe(fits))
  }
})
