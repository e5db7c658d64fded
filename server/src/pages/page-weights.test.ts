import { expect, test } from 'vitest'
import { pageWeights, weightFaults } from '../../test/page-weights.ts'

test('no page loads more than its budget of JavaScript, and all styles are within theirs', () => {
  const weights = pageWeights()
  expect(weights.length).toBeGreaterThan(20)
  expect(weightFaults(weights)).toEqual([])
})

test('a page one byte over its budget is found, and so is one without a weight', () => {
  const weights = pageWeights()
  for (const [at, weight] of weights.entries()) {
    for (const kibibytes of [weight.budget + 1 / 1_024, Number.NaN]) {
      expect(weightFaults(weights.with(at, { ...weight, kibibytes }))).toEqual([
        expect.stringContaining(`${weight.name}: `),
      ])
    }
  }
})
