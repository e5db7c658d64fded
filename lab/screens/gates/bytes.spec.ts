import { expect, test } from '@playwright/test'
import { pageGoals } from '../../bench/page-goals'
import { weightFaults } from './bytes.ts'

test('no page loads more than its budget of JavaScript, nor all of them more than theirs of styles', () => {
  const { figures } = pageGoals()
  expect(figures.length).toBeGreaterThan(20)
  expect(weightFaults(figures)).toEqual([])
})
