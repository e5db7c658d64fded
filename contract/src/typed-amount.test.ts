import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aboveEveryLimit, amount } from './rules/amount.ts'
import { amountError, canonicalAmount, limitMessage, typedAmount } from './typed-amount.ts'

describe('an amount as typed', () => {
  for (const [typed, canonical] of [
    ['1250.00', '1250.00'],
    ['1250', '1250'],
    ['1,250.00', '1250.00'],
    ['1,250', '1250'],
    ['12,500', '12500'],
    ['1,234,567.89', '1234567.89'],
    ['1234,56', '1234.56'],
    ['1234,5', '1234.5'],
    ['1.234,56', '1234.56'],
    ['1.234.567,89', '1234567.89'],
    ['0,50', '0.50'],
    [' 1250.00 ', '1250.00'],
    ['1 250,00', '1250.00'],
    ['1\u00a0250,00', '1250.00'],
    ['1\u202f250,00', '1250.00'],
  ] as const) {
    test(`${JSON.stringify(typed)} is ${canonical}`, () => expect(canonicalAmount(typed)).toBe(canonical))
  }
})

describe('an ambiguous amount is refused', () => {
  for (const typed of [
    '0,500',
    '1,23,456',
    '1,2345',
    '1234,567',
    '12,34,56',
    '1.234,567',
    '1,234,5',
    '1,234.567',
    '1.2.3',
    ',5',
    '5,',
    '-1,50',
    '$5',
    'ten',
    '1e3',
  ]) {
    test(typed, () => expect(z.safeParse(amount, canonicalAmount(typed)).success).toBe(false))
  }
})

describe('an amount is the same in each notation', () => {
  for (const [typed, minor] of [
    ['40', 40_00n],
    ['40.0', 40_00n],
    ['40.00', 40_00n],
    ['40,00', 40_00n],
    ['0040', 40_00n],
    ['1,234.5', 123_450n],
  ] as const) {
    test(typed, () => {
      expect(typedAmount(typed)).toBe(minor)
      expect(z.parse(amount, canonicalAmount(typed))).toBe(minor)
    })
  }

  test('an amount above what the books can hold is above every limit and cannot be calculated with', () => {
    for (const typed of ['92233720368547758.08', '9'.repeat(21)]) {
      expect(z.parse(amount, typed)).toBe(aboveEveryLimit)
      expect(typedAmount(typed)).toBeUndefined()
    }
  })

  test('an unfinished amount is undefined', () => {
    for (const typed of ['', 'ten', '0', '1,2345']) expect(typedAmount(typed)).toBeUndefined()
  })
})

test('a canonical amount is unchanged', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{1,12}(\.[0-9]{1,2})?$/), (text) => {
      expect(canonicalAmount(text)).toBe(text)
    }),
  )
})

test('an amount as the screens format it is read as the same amount', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 99 }), (whole, cents) => {
      const decimals = cents.toString().padStart(2, '0')
      expect(canonicalAmount(`${whole.toLocaleString('en-US')}.${decimals}`)).toBe(`${whole}.${decimals}`)
      expect(canonicalAmount(`${whole.toLocaleString('de-DE')},${decimals}`)).toBe(`${whole}.${decimals}`)
    }),
  )
})

test('an amount with a point before its thousands is told how thousands are written', () => {
  const decimals = 'Use at most 2 decimals'
  expect(amountError('3.000')).toBe(`${decimals}. For thousands, write 3000 or 3,000.00`)
  expect(amountError('1.250.000')).toBe('Enter the amount in digits, such as 1250.00')
  for (const typed of ['0.005', '3.0005', '1234.567']) expect(amountError(typed)).toBe(decimals)
})

test('the limit is formatted as money', () => {
  expect(limitMessage('$250,000.00')).toBe('The most you can send at once is $250,000.00')
})
