import { expect, test } from 'vitest'
import { axisAround, axisFromZero } from './chart-frame.tsx'

for (const [amounts, bottom, top] of [
  [['3.00', '0.00'], 0, 4],
  [['4200.00', '1515.45'], 0, 6_000],
  [['0.07'], 0, 0.08],
] as const) {
  test(`an axis from zero for ${amounts.join(' and ')} ends at ${top}`, () => {
    expect(axisFromZero(amounts)).toEqual({ bottom, top })
  })
}

for (const [amounts, bottom, top] of [
  [['8985.32', '9643.00'], 8_900, 9_700],
  [['100.00', '101.00'], 100, 101],
  [['1000000.00', '1000000.01'], 1_000_000, 1_000_000.02],
  // Less alike than one to two.
  [['40.00', '100.00'], 0, 100],
  // Below zero.
  [['830.00', '-170.00'], -1_000, 1_000],
  [['-1120.00', '90.00'], -2_000, 2_000],
  // Not different.
  [['60.00', '60.00'], 0, 60],
] as const) {
  test(`an axis around ${amounts.join(' and ')} goes from ${bottom} to ${top}`, () => {
    const axis = axisAround(amounts)
    expect(axis.bottom).toBeCloseTo(bottom, 5)
    expect(axis.top).toBeCloseTo(top, 5)
  })
}

test('an axis around any two amounts contains both, and has whole cents', () => {
  for (let least = 5_000; least < 10_000; least += 370) {
    for (let most = least + 1; most < 2 * least; most += 191) {
      const { bottom, top } = axisAround([least, most].map((cents) => (cents / 100).toFixed(2)))
      expect(bottom * 100).toBeLessThanOrEqual(least + 1e-6)
      expect(top * 100).toBeGreaterThanOrEqual(most - 1e-6)
      expect((top - bottom) * 100).toBeLessThanOrEqual(4 * (most - least))
      expect(((top + bottom) / 2).toFixed(6)).toMatch(/0000$/)
    }
  }
})
