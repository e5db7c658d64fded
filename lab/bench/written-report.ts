import type { Figure, Findings, Table } from './figure.ts'
import { type Machine, tellMachine } from './machine.ts'
import { judge } from './report.ts'

/** All that a run has come to. */
export type Report = {
  readonly begunAt: Date
  readonly seconds: number
  readonly machine: Machine
  /** What other programs took of the machine meanwhile, 0 to 1; not a number where the system does not tell. */
  readonly others: number
  /** As the command read them. */
  readonly arguments: object
  readonly findings: readonly Findings[]
}

/** The report in Markdown, to be read or taken over into a document. */
export function writtenReport({ begunAt, seconds, machine, others, findings }: Report): string {
  const busy = `${machine.busyBefore.toFixed(1)} programs at work before; others took ${percent(others)} of the machine meanwhile`
  const lines = [
    `Measured on ${begunAt.toISOString().slice(0, 10)} in ${Math.round(seconds)} s, of ${machine.commit ?? 'no commit'}: ${tellMachine(machine)}; ${busy}.`,
    goalsTable(findings.flatMap(({ figures }) => figures)),
    ...findings.flatMap(({ tables = [] }) => tables.map(tableText)),
  ]
  return `${lines.join('\n\n')}\n`
}

function goalsTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { measured, wanted, verdict } = judge(figure)
    return [figure.name, measured, wanted, verdict]
  })
  return markdown(['Figure', 'Measured', 'Goal', ''], rows)
}

function tableText({ title, headings, rows, notes = [] }: Table): string {
  return [
    `**${title}**`,
    markdown(headings, rows),
    ...notes.map((note) => (note.endsWith('.') ? note : `${note}.`)),
  ].join('\n\n')
}

function markdown(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [
    line(headings),
    `|${headings.map((_, column) => (column === 0 ? '---|' : '---:|')).join('')}`,
    ...rows.map(line),
  ].join('\n')
}

function percent(share: number): string {
  return Number.isNaN(share) ? 'an unknown part' : `${Math.round(share * 100)}%`
}
