import { expect, test } from 'vitest'
import type { Measurement } from './measure-transfers.ts'
import type { TransferRound } from './send-transfers.ts'
import { speedFindings } from './speed-findings.ts'

function round(perSecond: number, memoryBytes = 100e6): TransferRound {
  return {
    perSecond,
    acknowledged: perSecond * 5,
    medianMilliseconds: 4,
    slowestHundredthMilliseconds: 9.5,
    slowestThousandthMilliseconds: 20,
    heldUp: 0,
    processorSeconds: 1,
    seconds: 5,
    bank: { memoryBytes, processorSeconds: 4.5 },
    database: {
      processorSeconds: 2.5,
      memoryBytes: 300e6,
      tableBytes: perSecond * 5 * 600,
      indexBytes: perSecond * 5 * 200,
      logBytes: perSecond * 5 * 2_000,
    },
  }
}

const measured: Measurement = {
  connections: 64,
  lean: [round(9_000), round(8_000, 150e6), round(100, 110e6)],
  autocannon: [round(6_000, 180e6), round(5_000), round(7_000)],
  two: [round(8_500), round(8_400), round(200)],
  naive: [round(1_000), round(1_000), round(50)],
  tpcb: [4_000, 5_000, 50].map((perSecond) => ({ perSecond, averageMilliseconds: 16 })),
  others: 0.03,
}

function figureOf(measurements: readonly Measurement[], name: string): number | undefined {
  return speedFindings(measurements).figures.find((figure) => figure.name === name)?.value
}

test('the medians stand in one line with their ratios of the same rounds', () => {
  const line = '64 8,000 4.00 9.50 6,000 8,400 1,000 4,000 2.00 1.50 8.00 180 90% 20% 3%'
  expect(speedFindings([measured]).tables?.[0]?.rows).toEqual([line.split(' ')])
})

test('a disturbed round does not decide a figure', () => {
  expect(figureOf([measured], 'Times TPC-B at 64 connections')).toBe(2)
  expect(figureOf([measured], 'Times the naive way at 64 connections')).toBe(8)
  expect(figureOf([measured], 'Most memory of the bank under load')).toBe(180)
})

test('what a transfer costs is told for each transfer', () => {
  expect(figureOf([measured], 'Tables on disk for each transfer at 64 connections')).toBe(600)
  expect(figureOf([measured], 'Log on disk for each transfer at 64 connections')).toBe(2_000)
  expect(figureOf([measured], 'Processor time of PostgreSQL for each transfer at 64 connections')).toBe(62.5)
})

test('without pgbench the transfers are reported, and no ratio is made up', () => {
  const alone = [{ ...measured, tpcb: [] }]
  expect(speedFindings(alone).tables?.[0]?.rows[0]).toContain('8,000')
  expect(figureOf(alone, 'Times TPC-B at 64 connections')).toBeNaN()
  expect(figureOf(alone, 'Times TPC-B at 16 connections')).toBeNaN()
  const names = speedFindings(alone).charts?.[0]?.curves.filter(({ points }) => points.length > 0)
  expect(names?.map(({ name }) => name)).not.toContain('TPC-B')
})
