import type { Fonts } from './fonts.ts'
import { wholeText } from './shaped-font.ts'
import { appendRun, openTextRuns, type TextRuns, widthOfRuns } from './text-runs.ts'
import { inVisualOrder, type Run } from './visual-order.ts'

/** A line of text, in logical order. */
export type Line = readonly Run[]

export type TextLayout = {
  /** Breaks a text into lines of at most `width` points. */
  readonly linesOf: (text: string, width: number) => Line[]
  /** Draws a line with its start, or its end, at `x`; `y` is its top. */
  readonly draw: (line: Line, x: number, y: number, atEnd?: boolean) => void
  /** In points. */
  readonly size: number
  /** The distance from the top of a line to its baseline, in points. */
  readonly ascent: number
  /** The width of a text on one line, in points. */
  readonly widthOf: (text: string) => number
}

/** The ascent of the first font, for each point of its size. */
const ascentPerPoint = 0.984

const onBaseline: PDFKit.Mixins.TextOptions = { ...wholeText, lineBreak: false, baseline: 'alphabetic' }

/** Breaks text into lines and draws it, in one size and a colour as #rrggbb. */
export function openTextLayout(
  doc: PDFKit.PDFDocument,
  fonts: Fonts,
  { size, colour }: { size: number; colour: string },
): TextLayout {
  const runs = openTextRuns(doc, fonts, size)
  const ascent = size * ascentPerPoint

  return {
    size,
    ascent,
    widthOf: (text) => wordsOf(text).reduce((sum, word) => sum + widthOfRuns(runs.runsOf(word)), 0),
    linesOf: (text, width) => breakLines(runs, text, width),
    draw(line, x, y, atEnd = false) {
      let at = atEnd ? x - widthOfRuns(line) : x
      // Fonts differ in their ascent; they share the baseline.
      for (const { font, text, width } of inVisualOrder(line, runs.measured)) {
        doc
          .font(font, size)
          .fillColor(colour)
          .text(text, at, y + ascent, onBaseline)
        at += width
      }
    },
  }
}

/** Breaks between words, and inside a word that is wider than a line. */
function breakLines({ runsOf, beginningOf, measured }: TextRuns, text: string, width: number): Line[] {
  const lines: Run[][] = [[]]
  let left = width
  function startLine(): void {
    lines.push([])
    left = width
  }
  for (const word of wordsOf(text)) {
    const runs = runsOf(word)
    const needed = widthOfRuns(runs)
    if (needed > left && needed <= width) startLine()
    for (const run of runs) {
      for (let rest: Run | undefined = run; rest; ) {
        const fitting: Run = rest.width <= left ? rest : beginningOf(rest, left)
        if (fitting.text === '') {
          startLine()
          continue
        }
        left -= fitting.width
        appendRun(lines.at(-1)!, fitting)
        rest = fitting === rest ? undefined : measured(run.font, rest.text.slice(fitting.text.length))
      }
    }
  }
  return lines
}

/** Words with the space behind them. */
function wordsOf(text: string): string[] {
  return text.split(/(?<= )/)
}
