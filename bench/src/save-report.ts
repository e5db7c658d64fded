import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Arguments } from './arguments.ts'
import { drawCharts } from './draw-charts.ts'
import type { Findings } from './figure.ts'
import { type Machine, tellMachine } from './machine.ts'
import { writtenReport } from './written-report.ts'

/** All that a run has come to. */
export type Report = {
  readonly begunAt: Date
  readonly seconds: number
  readonly machine: Machine
  /** What other programs took of the machine meanwhile, 0 to 1; not a number where the system does not tell. */
  readonly others: number
  readonly arguments: Arguments
  readonly findings: readonly Findings[]
}

/**
 * Writes the report into the folder: for programs (`.json`), for people (`.md`), and its curves as a picture (`.svg`), named by the
 * time, and once more under the name `latest`. Gives the names of the first three.
 */
export function saveReport(report: Report, folder: string): string[] {
  mkdirSync(folder, { recursive: true })
  const name = report.begunAt.toISOString().slice(0, 19).replaceAll(':', '-')
  const { begunAt, machine, findings } = report
  const caption = `${begunAt.toISOString().slice(0, 10)}, ${tellMachine(machine)}`
  const charts = findings.flatMap((found) => found.charts ?? [])
  const files = {
    json: `${JSON.stringify(report, null, 2)}\n`,
    md: writtenReport(report),
    ...(charts.length > 0 && { svg: drawCharts(charts, caption) }),
  }
  return Object.entries(files).map(([ending, text]) => {
    const path = join(folder, `${name}.${ending}`)
    writeFileSync(path, text)
    copyFileSync(path, join(folder, `latest.${ending}`))
    return path
  })
}
