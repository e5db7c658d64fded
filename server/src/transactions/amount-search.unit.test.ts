import { expect, test } from 'vitest'
import { searchedAmounts } from './amount-search.ts'

test.each([
  ['980', [980_00n, 980_99n, undefined]],
  ['980.', [980_00n, 980_99n, undefined]],
  ['980.5', [980_50n, 980_59n, undefined]],
  ['980.50', [980_50n, 980_50n, undefined]],
  ['1,250', [1250_00n, 1250_99n, undefined]],
  ['1.250,50', [1250_50n, 1250_50n, undefined]],
  ['1 250', [1250_00n, 1250_99n, undefined]],
  ['$980.00', [980_00n, 980_00n, undefined]],
  ['-$1,250.00', [1250_00n, 1250_00n, 'debit']],
  ['−980', [980_00n, 980_99n, 'debit']],
  ['+£ 5', [5_00n, 5_99n, 'credit']],
  ['0', [0n, 99n, undefined]],
  ['0.05', [5n, 5n, undefined]],
] as const)('the search %s means these amounts', (text, [least, most, side]) => {
  expect(searchedAmounts(text)).toEqual({ least, most, side })
})

test.each(['erik', '', '12 Harbour Street', '980.123', '5%', '--5', '1e3', '99999999999999999999', '12-05'])(
  'the search %j means no amount',
  (text) => {
    expect(searchedAmounts(text)).toBeUndefined()
  },
)
