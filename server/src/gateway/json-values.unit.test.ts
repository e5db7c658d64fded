import { formatMinor } from '@bank/ledger/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountText, minorOfSum, momentOf, numberOf } from './json-values.ts'

const exactMinorMax = 999_999_999_999_999n
const exactMinor = fc.bigInt({ min: -exactMinorMax, max: exactMinorMax })

describe('amounts as JSON numbers', () => {
  test('an amount of up to 15 digits survives the way to the browser and back', () => {
    fc.assert(
      fc.property(exactMinor, (minor) => {
        const received = JSON.parse(JSON.stringify(numberOf(minor))) as number
        expect(received.toFixed(2).replace(/^-0\.00$/, '0.00')).toBe(formatMinor(minor))
        expect(minorOfSum('balance', received)).toBe(minor)
      }),
    )
  })

  test('an amount beyond 15 digits is an error instead of a rounded number', () => {
    expect(() => numberOf(exactMinorMax + 1n)).toThrow('more digits')
    expect(() => numberOf(-exactMinorMax - 1n)).toThrow('more digits')
  })

  test('a sum that a browser added up from two balances is the exact sum', () => {
    const part = fc.bigInt({ min: 0n, max: 9_999_999_999n })
    fc.assert(
      fc.property(part, part, (a, b) => {
        expect(minorOfSum('balance', numberOf(a) + numberOf(b))).toBe(a + b)
      }),
    )
  })

  test('a sum with a part of a cent, no number and a number beyond the exact range are refused', () => {
    for (const value of [0.001, 10.005, '10', null, undefined, Number.NaN, Infinity, 1e14]) {
      expect(() => minorOfSum('balance', value), String(value)).toThrow(
        'Attribute "balance" must be an amount',
      )
    }
  })

  test('an amount is taken when its shortest form has at most two decimals', () => {
    expect([40, 40.5, 0.01, -1].map(amountText)).toEqual(['40', '40.5', '0.01', '-1'])
    for (const value of [0.1 + 0.2, 1.005, 1e21, 1e-7, '40', null]) {
      expect(amountText(value), String(value)).toBeUndefined()
    }
  })
})

test('a moment is written with an offset instead of Z', () => {
  expect(momentOf(new Date(Date.UTC(2026, 10, 22, 10, 30)))).toBe('2026-11-22T10:30:00.000+00:00')
})
