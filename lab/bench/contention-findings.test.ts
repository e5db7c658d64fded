import { expect, test } from 'vitest'
import { contentionFindings } from './contention-findings.ts'
import type { Contention } from './measure-contention.ts'

function sends(accounts: number, speeds: readonly number[]): Contention {
  const rounds = speeds.map((perSecond) => ({ perSecond, slowestHundredthMilliseconds: 10 }))
  return { accounts, rounds: rounds as never }
}

test('few accounts are compared with many in the same round', () => {
  const [figure] = contentionFindings([
    sends(2, [800, 400, 90]),
    sends(50, [900, 500, 100]),
    sends(100_000, [1_000, 500, 100]),
  ]).figures
  expect(figure).toMatchObject({ value: 0.8, goal: { atLeast: 0.7 } })
})
