import { describe, expect, test } from 'vitest'
import { formatMoney } from './format-money.ts'

describe('formatting money', () => {
  for (const [decimal, currency, shown] of [
    ['1234.50', 'USD', '$1,234.50'],
    ['0.00', 'EUR', '€0.00'],
    ['0.01', 'GBP', '£0.01'],
    ['-40.00', 'USD', '-$40.00'],
    ['-123456.7', 'EUR', '-€123,456.70'],
    ['1000000', 'GBP', '£1,000,000.00'],
    ['999.99', 'USD', '$999.99'],
    ['92233720368547758.07', 'USD', '$92,233,720,368,547,758.07'],
  ] as const) {
    test(shown, () => expect(formatMoney(decimal, currency)).toBe(shown))
  }
})
