import { expect, test } from 'vitest'
import { addDuration, histogramValues, openDurations } from './durations.ts'

test('a histogram counts each duration in every bucket from its own on, and their sum', () => {
  const bounds = [0.5, 2]
  const durations = openDurations(bounds)
  for (const seconds of [0.25, 0.5, 1, 8]) addDuration(durations, bounds, seconds)
  expect(histogramValues('seconds', bounds, { kind: 'transfer' }, durations)).toEqual([
    { metricName: 'seconds_bucket', labels: { kind: 'transfer', le: 0.5 }, value: 2 },
    { metricName: 'seconds_bucket', labels: { kind: 'transfer', le: 2 }, value: 3 },
    { metricName: 'seconds_bucket', labels: { kind: 'transfer', le: '+Inf' }, value: 4 },
    { metricName: 'seconds_sum', labels: { kind: 'transfer' }, value: 9.75 },
    { metricName: 'seconds_count', labels: { kind: 'transfer' }, value: 4 },
  ])
})
