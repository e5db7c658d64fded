import { expect, test } from '@playwright/test'
import { pageWeights, weightFaults } from './page-weights.ts'

test('no page loads more than its budget of JavaScript, and all styles are within theirs', () => {
  const weights = pageWeights()
  expect(weights.length).toBeGreaterThan(20)
  expect(weightFaults(weights)).toEqual([])
})
