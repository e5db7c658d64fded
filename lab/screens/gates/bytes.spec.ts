import { expect, test } from '@playwright/test'
import { weightFaults } from './bytes.ts'
import { pageWeights } from './page-weights.ts'

test('no page loads more than its budget of JavaScript, nor all of them more than theirs of styles', () => {
  const weights = pageWeights()
  expect(weights.length).toBeGreaterThan(20)
  expect(weightFaults(weights)).toEqual([])
})
