import { pageGoals } from '@bank/bench/page-goals'
import { expect, test } from '@playwright/test'

test('no page loads more than its budget of JavaScript, nor all of them more than theirs of styles', () => {
  const { figures } = pageGoals()
  expect(figures.length).toBeGreaterThan(20)
  const tooHeavy = figures.filter(({ value, goal }) => !(value <= goal!.atMost!))
  expect(tooHeavy.map(({ name, value, goal }) => `${name}: ${value.toFixed(1)} of ${goal!.atMost}`)).toEqual(
    [],
  )
})
