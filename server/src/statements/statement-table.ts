import { type BankDocument, pageArea } from '../pdf/bank-document.ts'
import { colours } from '../pdf/document-colours.ts'
import { sizes } from '../pdf/text-styles.ts'
import { type Column, columns, type LaidRow } from './statement-rows.ts'

/** The height of the column names, in points. */
export const headHeight = 20

export type StatementTable = {
  /** Draws a row, also for screen readers. */
  readonly drawRow: (row: LaidRow) => void
  /** Draws a row that screen readers skip, such as a balance carried forward. */
  readonly drawRowAsArtifact: (row: LaidRow) => void
  /** Begins another page, with the column names at its top. */
  readonly addPage: () => void
  /** Draws the rules of the page. Returns the end of the table on it. */
  readonly endPage: () => number
  readonly end: () => void
}

/** Begins the table of a statement at `top` of the open page, with its column names. */
export function openStatementTable(pdf: BankDocument, top: number): StatementTable {
  const { tag, drawArtifact } = pdf
  const table = pdf.open(pdf.root, 'Table')
  const head = pdf.text(sizes.caption, { weight: 600, colour: colours.primary })
  let y = top
  // Drawn together at the end of a page: each separately marked part of a page makes the file larger.
  let rules: number[] = []

  const drawName = ({ name, x, width, atEnd }: Column) => {
    head.draw(head.linesOf(name, width)[0]!, atEnd ? x + width : x, y + 3, atEnd)
  }
  function drawHead(draw: () => void): void {
    draw()
    y += headHeight
    pdf.drawRules([y], { width: 1, colour: colours.primary })
  }
  drawHead(() => {
    const row = pdf.open(table, 'TR')
    for (const column of columns) tag(row, 'TH', column.name, () => drawName(column))
    row.end()
  })

  function drawCell({ cells }: LaidRow, at: number): void {
    const { x, width, atEnd } = columns[at]!
    for (const { layout, line, below } of cells[at]!.lines) {
      layout.draw(line, atEnd ? x + width : x, y + below, atEnd)
    }
  }
  function endRow({ height }: LaidRow): void {
    y += height
    rules.push(y)
  }

  return {
    drawRow(row) {
      const element = pdf.open(table, 'TR')
      for (const [at, { text }] of row.cells.entries()) tag(element, 'TD', text, () => drawCell(row, at))
      element.end()
      endRow(row)
    },
    drawRowAsArtifact(row) {
      drawArtifact('Pagination', () => {
        for (const at of row.cells.keys()) drawCell(row, at)
      })
      endRow(row)
    },
    addPage() {
      pdf.addPage()
      y = pageArea.laterTop
      // Screen readers get one header row.
      drawHead(() => drawArtifact('Pagination', () => columns.forEach(drawName)))
    },
    endPage() {
      pdf.drawRules(rules)
      rules = []
      return y
    },
    end: () => table.end(),
  }
}
