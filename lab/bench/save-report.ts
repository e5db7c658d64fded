import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawCharts } from './draw-charts.ts'
import { tellMachine } from './machine.ts'
import { type Report, writtenReport } from './written-report.ts'

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
