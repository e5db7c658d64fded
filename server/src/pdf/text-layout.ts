import type { Fonts } from './fonts.ts'
import { inVisualOrder, type Run } from './visual-order.ts'

/** A line of text, as it is read. */
export type Line = readonly Run[]

export type TextLayout = {
  /** A text broken into lines no wider than so many points. */
  readonly linesOf: (text: string, width: number) => Line[]
  /** Draws a line with its start, or its end, at `x`; `y` is its top. */
  readonly draw: (line: Line, x: number, y: number, atEnd?: boolean) => void
  /** The size of its letters, and how far below the top of a line they stand, in points. */
  readonly size: number
  readonly ascent: number
  /** How wide a text is on one line, in points. */
  readonly widthOf: (text: string) => number
}

/** `size` in points, `colour` as #rrggbb. */
export type TextStyle = { readonly size: number; readonly colour: string }

/** Lays text out by the width of its characters, or of its words where letters change with their neighbours. */
export function openTextLayout(
  doc: PDFKit.PDFDocument,
  letters: Fonts,
  { size, colour }: TextStyle,
): TextLayout {
  const widthOf = ({ font, text }: Omit<Run, 'width'>) => doc.font(font).fontSize(size).widthOfString(text)
  const known = new Map<string, number>()
  function characterOf(text: string, font: string): Run {
    let width = known.get(`${font} ${text}`)
    if (width === undefined) {
      width = widthOf({ font, text })
      known.set(`${font} ${text}`, width)
    }
    return { font, text, width }
  }

  function* runsOf(word: string): Generator<Run> {
    let shaped = ''
    let before: string | undefined
    for (const character of word) {
      const font = letters.fontOf(character, before)
      if (shaped && font !== before) {
        yield measured(before!, shaped)
        shaped = ''
      }
      before = font
      if (letters.isShaped(font)) shaped += character
      else if (!isUnseen.test(character)) yield characterOf(character, font)
    }
    if (shaped) yield measured(before!, shaped)
  }

  const measured = (font: string, text: string): Run => ({ font, text, width: widthOf({ font, text }) })

  /** As much of a run as is no wider than so many points. Every column is wider than any one character. */
  function beginningOf({ font, text }: Run, width: number): Run {
    let beginning: Run = { font, text: '', width: 0 }
    for (const character of text) {
      const longer = measured(font, beginning.text + character)
      if (longer.width > width) break
      beginning = longer
    }
    return beginning
  }

  function broken(text: string, width: number): Line[] {
    const lines: Run[][] = [[]]
    let left = width
    function turn(): void {
      lines.push([])
      left = width
    }
    for (const word of text.split(/(?<= )/)) {
      const runs = [...runsOf(word)]
      const needed = widthOfRuns(runs)
      // A word that no line can hold is broken where it ends.
      if (needed > left && needed <= width) turn()
      for (const run of runs) {
        for (let rest: Run | undefined = run; rest; ) {
          const fits: Run = rest.width <= left ? rest : beginningOf(rest, left)
          if (fits.text === '') {
            turn()
            continue
          }
          left -= fits.width
          append(lines.at(-1)!, fits)
          rest = fits === rest ? undefined : measured(rest.font, rest.text.slice(fits.text.length))
        }
      }
    }
    return lines
  }

  const laid = new Map<string, Line[]>()

  return {
    size,
    ascent: size * ascentOfOne,
    widthOf: (text) => text.split(/(?<= )/).reduce((sum, word) => sum + widthOfRuns([...runsOf(word)]), 0),
    linesOf(text, width) {
      const key = `${width} ${text}`
      let lines = laid.get(key)
      if (!lines) {
        lines = broken(text, width)
        // Names, statuses and days come again and again; a long paper has many more texts that do not.
        if (laid.size === laidMax) laid.clear()
        laid.set(key, lines)
      }
      return lines
    },
    draw(line, x, y, atEnd = false) {
      let at = atEnd ? x - widthOfRuns(line) : x
      // Fonts differ in how far they reach above the line; they all stand on it.
      const baseline = y + size * ascentOfOne
      doc.fillColor(colour)
      for (const { font, text, width } of inVisualOrder(line, widthOf)) {
        doc.font(font).fontSize(size).text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic' })
        at += width
      }
    },
  }
}

/** How many broken texts are remembered. */
const laidMax = 2_000

function widthOfRuns(runs: Line): number {
  return runs.reduce((sum, { width }) => sum + width, 0)
}

/** How far the usual font reaches above the line its letters stand on, for each point of their size. */
const ascentOfOne = 1.069

/** Joins emoji and chooses between their looks: nothing to see where each character is drawn by itself. */
const isUnseen = /^\p{Default_Ignorable_Code_Point}$/u

function append(line: Run[], run: Run): void {
  const last = line.at(-1)
  if (last?.font === run.font) {
    line[line.length - 1] = { ...last, text: last.text + run.text, width: last.width + run.width }
  } else line.push(run)
}
