import { expect, test } from 'vitest'
import { balanceAfter } from './balance-after.ts'

for (const [balance, typed, result] of [
  ['100.00', '40', { after: '60.00' }],
  ['100.00', '100.00', { after: '0.00' }],
  ['100.00', '100.01', { short: '0.01' }],
  ['1300.00', '1,234.5', { after: '65.50' }],
  ['90071992547409.93', '0.01', { after: '90071992547409.92' }],
  ['100.00', 'ten', undefined],
  ['100.00', '', undefined],
  ['100.00', '0', undefined],
] as const) {
  test(`${typed || 'nothing'} out of ${balance} leaves ${JSON.stringify(result) ?? 'nothing to say'}`, () => {
    expect(balanceAfter(balance, typed)).toEqual(result)
  })
}
