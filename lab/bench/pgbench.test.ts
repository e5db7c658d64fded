import { expect, test } from 'vitest'
import { pgbenchSpeed } from './pgbench.ts'

const output = `number of transactions actually processed: 24131
number of failed transactions: 0 (0.000%)
latency average = 3.312 ms
tps = 4830.912345 (without initial connection time)`

test('the speed of pgbench is read as new and old versions print it', () => {
  expect(pgbenchSpeed(output)).toBe(4830.912345)
  expect(pgbenchSpeed('tps = 9.5 (including connections)\ntps = 10.5 (excluding connections)')).toBe(10.5)
})

test('a failed transaction of pgbench and output without a speed are errors', () => {
  expect(() => pgbenchSpeed(output.replace(': 0 (', ': 3 ('))).toThrow('pgbench failed')
  expect(() => pgbenchSpeed('connection refused')).toThrow('connection refused')
})
