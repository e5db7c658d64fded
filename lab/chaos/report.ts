import { type Arguments, commandOf } from './arguments.ts'
import type { Finding, Wrong } from './records.ts'

/** What a run has done and found. */
export type Report = {
  readonly given: Arguments
  readonly seconds: number
  /** What was acknowledged, by kind. */
  readonly acknowledged: Readonly<Record<'transfer' | 'funding' | 'status', number>>
  /** How often each fault was made to happen, by its name. */
  readonly faults: ReadonlyMap<string, number>
  /** What was left out, each with why. */
  readonly skipped: readonly string[]
  readonly wholeBankReads: number
  /** Answers by status; 0 for none. */
  readonly answers: ReadonlyMap<number, number>
  /** Seconds from each start of the program, with its PostgreSQL, to being ready. */
  readonly secondsToReady: readonly number[]
  /** Seconds from each loss of a primary to the next acknowledged transfer. */
  readonly secondsAway: readonly number[]
  readonly findings: readonly Finding[]
}

/** The report as it is printed. The last line is the command that does it again. */
export function tellReport(report: Report): string {
  const { given, seconds, acknowledged, faults, wholeBankReads, answers, findings } = report
  const count = (fault: Wrong) => findings.filter(({ what }) => what === fault).length
  const others = findings.filter(({ what }) => !counted.includes(what))
  const total = Object.values(acknowledged).reduce((sum, each) => sum + each, 0)
  const lines = [
    [
      'acknowledged',
      `${number(total)} (${number(acknowledged.transfer)} transfers) in ${Math.round(seconds)} s`,
    ],
    ...[...faults].map(([name, times]) => [name, number(times)]),
    ...counted.map((fault) => [fault, number(count(fault))]),
    ['whole-bank reads', `${number(wholeBankReads)}, of which wrong ${number(count('wrong total'))}`],
    [
      'answers',
      [...answers]
        .sort()
        .map(([status, times]) => `${status || 'none'} ${number(times)}`)
        .join(', '),
    ],
    ['starts', tellStarts(report.secondsToReady)],
    ...(report.secondsAway.length > 0 ? [['primaries lost', tellAway(report.secondsAway)]] : []),
    ...report.skipped.map((what) => ['left out', what]),
    ['anything else wrong', number(others.length)],
    ...findings.slice(0, shownMax).map(({ what, detail }) => [`  ${what}`, detail]),
  ]
  return [
    ...lines.map(([name, value]) => `${name!.padEnd(30)} ${value}`),
    `${findings.length === 0 ? 'Nothing was lost.' : 'NOT IN ORDER.'} Again: ${commandOf(given)}`,
  ].join('\n')
}

const counted: readonly Wrong[] = ['lost', 'duplicated', 'invented', 'negative', 'wrong total']
const shownMax = 50

// The goal of a restart, from the start of the program to being ready.
const goalSeconds = 5

function tellStarts(seconds: readonly number[]): string {
  const late = seconds.filter((each) => each > goalSeconds).length
  return `${seconds.length}, ready after ${tellSpread(seconds)}; later than ${goalSeconds} s: ${late}`
}

function tellAway(seconds: readonly number[]): string {
  return `${seconds.length}, next transfer acknowledged after ${tellSpread(seconds)}`
}

function tellSpread(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return `${median.toFixed(1)} s (median), ${(sorted.at(-1) ?? 0).toFixed(1)} s (longest)`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
