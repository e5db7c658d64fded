import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from './machine.ts'

export type Figure = {
  readonly name: string
  /** Not a number when it could not be measured on this system. */
  readonly value: number
  /** Printed after the number, ` ms`; empty for a ratio. */
  readonly unit: string
  readonly goal?: { readonly atLeast?: number; readonly atMost?: number }
}

export const figure = (name: string, value: number, unit = '', goal?: Figure['goal']): Figure =>
  goal ? { name, value, unit, goal } : { name, value, unit }

export type Table = {
  readonly title: string
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Sentences that explain the columns. */
  readonly notes: readonly string[]
}

/** A table with a row for each item and a column for each heading. */
export function tableOf<Item>(
  title: string,
  items: readonly Item[],
  columns: Readonly<Record<string, (item: Item) => string>>,
  ...notes: string[]
): Table {
  const rows = items.map((item) => Object.values(columns).map((cell) => cell(item)))
  return { title, headings: Object.keys(columns), rows, notes }
}

/** The results of one part of a run. */
export type Findings = {
  /** The part's name, as `--parts` has it. */
  readonly part: string
  readonly figures: readonly Figure[]
  readonly tables?: readonly Table[]
  /** Sentences. A run with a failure exits with 1. */
  readonly failures?: readonly string[]
}

export type Report = {
  readonly begunAt: Date
  readonly seconds: number
  readonly version: string
  readonly machine: Machine
  readonly options: object
  readonly findings: readonly Findings[]
}

/** The report in Markdown, readable in a terminal. */
export function reportText({ begunAt, seconds, version, machine, findings }: Report): string {
  const made = `Measured on ${begunAt.toISOString().slice(0, 10)} in ${Math.round(seconds)} s, of ${version}: ${machine.name}, ${machine.details}.`
  const figures = findings.flatMap((part) => part.figures)
  const sections = [
    made,
    markdownTable(
      ['Figure', 'Measured', 'Goal', '', 'Machine'],
      // A ratio depends on the machine, so a figure that is quoted alone names it.
      figures.map((one) => [...figureRow(one), machine.name]),
    ),
    ...findings.flatMap(({ tables = [] }) => tables.map(tableText)),
  ]
  return `${sections.join('\n\n')}\n`
}

/** Writes the report as JSON and as Markdown, named by its time, with copies named `latest`. Returns the paths without the copies. */
export function saveReport(report: Report, folder: string): string[] {
  mkdirSync(folder, { recursive: true })
  const name = report.begunAt.toISOString().slice(0, 19).replaceAll(':', '-')
  const files = { json: `${JSON.stringify(report, null, 2)}\n`, md: reportText(report) }
  return Object.entries(files).map(([ending, text]) => {
    const path = join(folder, `${name}.${ending}`)
    writeFileSync(path, text)
    copyFileSync(path, join(folder, `latest.${ending}`))
    return path
  })
}

/** A table with its title and notes, in Markdown. */
function tableText({ title, headings, rows, notes }: Table): string {
  return [`**${title}**`, markdownTable(headings, rows), ...notes].join('\n\n')
}

/** A table in Markdown, with columns as wide as their texts so that it can be read in a terminal too. */
function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(4, heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!)
  const line = (cells: readonly string[]) =>
    `| ${headings.map((_, at) => pad(cells[at] ?? '', at)).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(headings), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
}

/** A figure that could not be measured misses no goal. */
export function missesGoal({ value, goal }: Figure): boolean {
  return value < (goal?.atLeast ?? -Infinity) || value > (goal?.atMost ?? Infinity)
}

function figureRow(figure: Figure): string[] {
  const { name, value, unit, goal } = figure
  const measured = Number.isNaN(value) ? 'not measured' : decimals(value) + unit
  if (goal === undefined) return [name, measured, '', '']
  const wanted =
    goal.atLeast === undefined ? `at most ${goal.atMost}${unit}` : `at least ${goal.atLeast}${unit}`
  const verdict = Number.isNaN(value) ? '' : missesGoal(figure) ? 'NOT MET' : 'met'
  return [name, measured, wanted, verdict]
}

/** `1,234`; a dash for what is not a number. */
export function whole(number: number): string {
  return Number.isNaN(number) ? '-' : Math.round(number).toLocaleString('en-US')
}

/** `12.34`; a dash for what is not a number. */
export function decimals(number: number): string {
  return Number.isNaN(number) ? '-' : number.toFixed(2)
}

/** `35 %` of 0.35; a dash for what is not a number. */
export function percent(share: number): string {
  return Number.isNaN(share) ? '-' : `${Math.round(share * 100)} %`
}
