import { whole } from '../bench/report.ts'
import { percentile } from '../median.ts'
import { type Arguments, commandOf } from './arguments.ts'
import type { Finding, FindingKind, Intent } from './records.ts'

/** What a run has counted so far. */
export type Totals = {
  /** Acknowledged requests by kind. */
  readonly acknowledged: Record<Intent['kind'], number>
  /** How often each fault happened, by its name. */
  readonly faults: Map<string, number>
  /** What was not run, with the reason. */
  readonly skipped: string[]
  wholeBankReads: number
  /** Answers by status; 0 for no answer. */
  readonly answers: Map<number, number>
  /** Of each start of the program with its PostgreSQL. */
  readonly secondsToReady: number[]
  /** The seconds in which no transfer was acknowledged, by the fault's name. */
  readonly outageSeconds: Map<string, readonly number[]>
}

export type Report = Totals & {
  readonly options: Arguments
  readonly seconds: number
  readonly findings: readonly Finding[]
}

/** The report as it is printed. */
export function reportText(report: Report): string {
  const { options, seconds, acknowledged, faults, wholeBankReads, answers, findings } = report
  const count = (fault: FindingKind) => findings.filter(({ what }) => what === fault).length
  const others = findings.filter(({ what }) => !counted.includes(what))
  const total = Object.values(acknowledged).reduce((sum, each) => sum + each, 0)
  const lines = [
    [
      'acknowledged',
      `${whole(total)} (${whole(acknowledged.transfer)} transfers) in ${Math.round(seconds)} s`,
    ],
    ...[...faults].map(([name, times]) => [name, whole(times)]),
    ...counted.map((fault) => [fault, whole(count(fault))]),
    ['whole-bank reads', `${whole(wholeBankReads)}, of which wrong ${whole(count('wrong total'))}`],
    [
      'answers',
      [...answers]
        .sort()
        .map(([status, times]) => `${status || 'none'} ${whole(times)}`)
        .join(', '),
    ],
    ['starts', startsText(report.secondsToReady)],
    ...[...report.outageSeconds].map(([name, outages]) => [name, outagesText(outages)]),
    ...report.skipped.map((what) => ['skipped', what]),
    ['other findings', whole(others.length)],
    ...findings.slice(0, shownMax).map(({ what, detail }) => [`  ${what}`, detail]),
  ]
  return [
    ...lines.map(([name, value]) => `${name!.padEnd(30)} ${value}`),
    `${findings.length === 0 ? 'Nothing found.' : `FINDINGS: ${findings.length}.`} Repeat with: ${commandOf(options)}`,
  ].join('\n')
}

const counted: readonly FindingKind[] = ['lost', 'duplicated', 'invented', 'negative', 'wrong total']
const shownMax = 50

// The goal of a restart.
const goalSeconds = 5

function startsText(seconds: readonly number[]): string {
  const late = seconds.filter((each) => each > goalSeconds).length
  return `${seconds.length}, ready after ${spreadText(seconds)}; later than ${goalSeconds} s: ${late}`
}

function outagesText(seconds: readonly number[]): string {
  return `${seconds.length}, without an acknowledged transfer for ${spreadText(seconds)}`
}

function spreadText(seconds: readonly number[]): string {
  const share = (part: number) => (percentile(seconds, part) || 0).toFixed(1)
  return `${share(0.5)} s (p50), ${share(1)} s (max)`
}
