import { expect, test } from 'vitest'
import { type Report, tellReport } from './report.ts'

const report: Report = {
  given: { form: 'minutes', minutes: 60, seed: 'a1' },
  seconds: 3_600,
  acknowledged: { transfer: 200_000, funding: 10_000, status: 14_000 },
  faults: new Map([['kill -9 of PostgreSQL', 41]]),
  skipped: ['power cut: no loop devices here'],
  wholeBankReads: 21_000,
  answers: new Map([
    [201, 210_000],
    [0, 12],
  ]),
  secondsToReady: [1.2, 6.1, 1.4],
  secondsAway: [0.4, 2.1],
  findings: [],
}

test('a report says what was acknowledged, what was done to the bank, and how to do it again', () => {
  const told = tellReport(report)
  for (const part of [
    /^acknowledged +224,000 \(200,000 transfers\) in 3600 s$/m,
    /^kill -9 of PostgreSQL +41$/m,
    /^lost +0$/m,
    /^left out +power cut: no loop devices here$/m,
    /^starts +3, ready after 1.4 s \(median\), 6.1 s \(longest\); later than 5 s: 1$/m,
    /^primaries lost +2, next transfer acknowledged after 2.1 s \(median\), 2.1 s \(longest\)$/m,
    /^Nothing was lost\. Again: npm run chaos -- --minutes 60 --seed a1$/m,
  ]) {
    expect(told).toMatch(part)
  }
})

test('what was found is counted by kind and shown', () => {
  const told = tellReport({
    ...report,
    findings: [
      { what: 'lost', detail: 'transfer 1 was acknowledged and is not there' },
      { what: 'forgotten', detail: 'an ended session is answered with 200' },
    ],
  })
  for (const part of [
    /^lost +1$/m,
    /^anything else wrong +1$/m,
    /^ {2}lost +transfer 1 was acknowledged and is not there$/m,
    /^NOT IN ORDER\. Again: /m,
  ]) {
    expect(told).toMatch(part)
  }
})
