import { expect, test } from 'vitest'
import { readPgbenchOutput } from './pgbench-output.ts'

const output = `pgbench (18.4)
starting vacuum...end.
transaction type: <builtin: TPC-B (sort of)>
scaling factor: 64
query mode: simple
number of clients: 16
number of threads: 2
duration: 5 s
number of transactions actually processed: 24131
number of failed transactions: 0 (0.000%)
latency average = 3.312 ms
initial connection time = 41.870 ms
tps = 4830.912345 (without initial connection time)
`

test('the speed and the time of a transaction are read', () => {
  expect(readPgbenchOutput(output)).toEqual({ perSecond: 4830.912345, averageMilliseconds: 3.312 })
})

test('of an older pgbench the speed without connecting counts', () => {
  const older = `latency average = 2.000 ms
tps = 400.5 (including connections establishing)
tps = 500.5 (excluding connections establishing)`
  expect(readPgbenchOutput(older).perSecond).toBe(500.5)
})

test('a failed transaction or a missing figure is not passed over', () => {
  expect(() => readPgbenchOutput(output.replace('transactions: 0', 'transactions: 3'))).toThrow(
    '3 transactions',
  )
  expect(() => readPgbenchOutput('pgbench: error: connection refused')).toThrow('connection refused')
})
