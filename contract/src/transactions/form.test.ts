import { expect, test } from 'vitest'
import { historyQuery } from './form.ts'

test('a wrong amount does not hide that the days are in the wrong order', () => {
  const { error } = historyQuery.safeParse({
    from: '2026-02-10',
    to: '2026-02-01',
    minAmount: 'abc',
    maxAmount: '1.00',
  })
  expect(error?.issues.map(({ path }) => path[0])).toEqual(['minAmount', 'to'])
})

test('a maximum amount below the minimum is refused', () => {
  const { error } = historyQuery.safeParse({ minAmount: '10.00', maxAmount: '9.99' })
  expect(error?.issues).toMatchObject([
    { path: ['maxAmount'], message: 'The maximum must not be below the minimum' },
  ])
})
