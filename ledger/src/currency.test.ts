import { expect, test } from 'vitest'
import { currencies, currencyOf, currencySymbol } from './currency.ts'

for (const [text, currency] of [
  ['USD', 'USD'],
  ['EUR', 'EUR'],
  ['GBP', 'GBP'],
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
] as const) {
  test(`${text} is ${currency}`, () => expect(currencyOf(text)).toBe(currency))
}

for (const text of ['', '¥', 'usd', 'US', ' $', 'USD ', 'JPY', 'toString', 'constructor']) {
  test(`"${text}" is no currency of this bank`, () => expect(currencyOf(text)).toBeUndefined())
}

test('the symbols of the currencies differ', () => {
  expect(new Set(currencies.map((currency) => currencySymbol[currency])).size).toBe(currencies.length)
})
