/** Rows of text under their headings, the first column to the left and the others to the right. */
export function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const lineOf = (cells: readonly string[]) =>
    widths
      .map((width, column) => {
        const cell = cells[column] ?? ''
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd()
  return [lineOf(headings), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(lineOf)].join(
    '\n',
  )
}
