/** A table in Markdown, with columns as wide as their texts so that it can be read in a terminal too. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
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
