import { expect, test } from 'vitest'
import { type Report, reportText } from './report.ts'

const report: Report = {
  options: { form: 'minutes', minutes: 60, seed: 'a1' },
  seconds: 3_600,
  acknowledged: {
    transfer: 200_000,
    funding: 10_000,
    status: 10_000,
    schedule: 4_000,
    freeze: 0,
    dispute: 0,
  },
  faults: new Map([['kill -9 of PostgreSQL', 41]]),
  skipped: ['power cut: no loop devices here'],
  wholeBankReads: 21_000,
  answers: new Map([
    [201, 210_000],
    [0, 12],
  ]),
  secondsToReady: [1.2, 6.1, 1.4],
  outageSeconds: new Map([['leader lost', [0.4, 2.1]]]),
  findings: [],
}

test('a report has the acknowledged requests, the faults, and the command that repeats the run', () => {
  const text = reportText(report)
  for (const part of [
    /^acknowledged +224,000 \(200,000 transfers\) in 3600 s$/m,
    /^kill -9 of PostgreSQL +41$/m,
    /^lost +0$/m,
    /^skipped +power cut: no loop devices here$/m,
    /^starts +3, ready after 1.4 s \(p50\), 6.1 s \(max\); later than 5 s: 1$/m,
    /^leader lost +2, without an acknowledged transfer for 0.4 s \(p50\), 2.1 s \(max\)$/m,
    /^Nothing found\. Repeat with: npm run chaos -- --minutes 60 --seed a1$/m,
  ]) {
    expect(text).toMatch(part)
  }
})

test('a report counts findings by kind and lists them', () => {
  const text = reportText({
    ...report,
    findings: [
      { what: 'lost', detail: 'transfer 1 was acknowledged and is not there' },
      { what: 'forgotten', detail: 'an ended session is answered with 200' },
    ],
  })
  for (const part of [
    /^lost +1$/m,
    /^other findings +1$/m,
    /^ {2}lost +transfer 1 was acknowledged and is not there$/m,
    /^FINDINGS: 2\. Repeat with: /m,
  ]) {
    expect(text).toMatch(part)
  }
})
