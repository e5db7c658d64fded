import { expect, test } from 'vitest'
import type { Measurement, TransferRound } from './measure-transfers.ts'
import { goalLine, mostMegabytes, ratioAt, transferTable } from './report.ts'

function round(perSecond: number, memoryBytes: number): TransferRound {
  return {
    perSecond,
    acknowledged: perSecond * 5,
    medianMilliseconds: 4,
    slowestHundredthMilliseconds: 9.5,
    processorSeconds: 1,
    seconds: 5,
    bank: { memoryBytes, processorSeconds: 4.5 },
  }
}

const measured: Measurement = {
  connections: 64,
  lean: [round(9_000, 100e6), round(8_000, 150e6), round(100, 110e6)],
  autocannon: [round(6_000, 180e6), round(5_000, 100e6), round(7_000, 100e6)],
  tpcb: [4_000, 5_000, 50].map((perSecond) => ({ perSecond, averageMilliseconds: 16 })),
  others: 0.03,
}

test('the medians stand in one line with their ratio to TPC-B', () => {
  expect(transferTable([measured]).rows).toEqual([
    ['64', '8,000', '4.00', '9.50', '6,000', '4,000', '2.00', '1.50', '180', '90%', '20%', '3%'],
  ])
})

test('without pgbench the transfers are reported, and no ratio is made up', () => {
  const alone = [{ ...measured, tpcb: [] }]
  expect(transferTable(alone).rows[0]).toContain('8,000')
  expect(ratioAt(alone, 64)).toBeNaN()
  expect(ratioAt(alone, 16)).toBeNaN()
  expect(goalLine({ name: 'Times TPC-B', value: ratioAt(alone, 64), unit: '', goal: { atLeast: 1.5 } })).toBe(
    'Times TPC-B: not measured (goal: at least 1.5)',
  )
})

test('a goal is met or not by what was measured', () => {
  const memory = { name: 'Memory', unit: ' MB', goal: { atMost: 250 } }
  expect(
    goalLine({ name: 'Times TPC-B', value: ratioAt([measured], 64), unit: '', goal: { atLeast: 1.5 } }),
  ).toMatch(/2\.00 .*: met$/)
  expect(goalLine({ ...memory, value: mostMegabytes([measured]) })).toBe(
    'Memory: 180.00 MB (goal: at most 250 MB): met',
  )
  expect(goalLine({ ...memory, value: 251 })).toMatch(/NOT MET$/)
  expect(goalLine({ name: 'Bytes', value: 900, unit: ' B' })).toBe('Bytes: 900.00 B')
})
