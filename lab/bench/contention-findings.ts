import type { Findings } from './figure.ts'
import { decimals, whole } from './format.ts'
import { accountCounts, type Contention } from './measure-contention.ts'
import { median } from './median.ts'

/** What it costs that all meet at few accounts. */
export function contentionFindings(measured: readonly Contention[]): Findings {
  const points = measured.map(({ accounts, rounds }) => ({
    accounts,
    perSecond: median(rounds.map((round) => round.perSecond)),
    milliseconds: median(rounds.map((round) => round.slowestHundredthMilliseconds)),
  }))
  const speedsAt = (accounts: number) =>
    measured.find((one) => one.accounts === accounts)?.rounds.map(({ perSecond }) => perSecond) ?? []
  const [few, many] = [speedsAt(Math.min(...accountCounts)), speedsAt(Math.max(...accountCounts))]
  return {
    part: 'contention',
    tables: [
      {
        title: 'Few accounts and many',
        headings: ['accounts that send', 'transfers/s', 'ms 99%'],
        rows: points.map(({ accounts, perSecond, milliseconds }) => [
          whole(accounts),
          whole(perSecond),
          decimals(milliseconds),
        ]),
        notes: ['All of them also meet at one account: that of the money that is on its way to other banks.'],
      },
    ],
    charts: [
      {
        title: 'Few accounts and many, 64 connections',
        xAxis: 'accounts that send',
        yAxis: 'transfers/s',
        curves: [
          { name: 'one process', points: points.map(({ accounts, perSecond }) => [accounts, perSecond]) },
        ],
      },
    ],
    figures: [
      {
        name: 'Transfers from 2 accounts to those from 100,000, of the same round',
        value: median(few.map((perSecond, round) => perSecond / (many[round] ?? Number.NaN))),
        unit: '',
        goal: { atLeast: 0.7 },
      },
    ],
  }
}
