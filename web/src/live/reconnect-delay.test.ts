import { expect, test } from 'vitest'
import { reconnectDelay } from './reconnect-delay.ts'

test('the first five attempts wait one second, those below 15 five seconds, those below 100 ten, the rest a minute', () => {
  expect([0, 4, 5, 14, 15, 99, 100, 1_000].map(reconnectDelay)).toEqual([
    1_000, 1_000, 5_000, 5_000, 10_000, 10_000, 60_000, 60_000,
  ])
})
