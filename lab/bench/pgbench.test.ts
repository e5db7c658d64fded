import { expect, test } from 'vitest'
import { pgbenchSpeed } from './pgbench.ts'

const output = `number of transactions actually processed: 24131
number of failed transactions: 0 (0.000%)
latency average = 3.312 ms
tps = 4830.912345 (without initial connection time)`

test('the speed is read from the output of new and old versions of pgbench', () => {
  expect(pgbenchSpeed(output)).toBe(4830.912345)
  expect(pgbenchSpeed('tps = 9.5 (including connections)\ntps = 10.5 (excluding connections)')).toBe(10.5)
})

test('a failed transaction of pgbench is an error, and so is output without a speed', () => {
  expect(() => pgbenchSpeed(output.replace(': 0 (', ': 3 ('))).toThrow('pgbench failed')
  expect(() => pgbenchSpeed('connection refused')).toThrow('connection refused')
})
