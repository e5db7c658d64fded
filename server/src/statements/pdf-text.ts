import { fileURLToPath } from 'node:url'

/** Text in one of the fonts: as much of a line as that font has the characters for. */
type Run = { font: string; text: string; width: number }

export type TextLayout = {
  /** A text broken into lines no wider than so many points, each of runs. */
  readonly linesOf: (text: string, width: number) => Run[][]
  /** Draws a line with its start, or its end, at `x`. */
  readonly draw: (line: readonly Run[], x: number, y: number, atEnd?: boolean) => void
}

/** Every alphabet we have letters for, the usual one first. What is in none of them is shown as a question mark. */
const alphabets = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese', 'devanagari']

/** Lays text out by the width of each character, in letters of so many points. */
export function openTextLayout(doc: PDFKit.PDFDocument, size: number): TextLayout {
  // Opened when a character asks for it: most statements need the first alone.
  const opened = new Map<string, Covered>()
  const covers = (alphabet: string, point: number) => {
    let font = opened.get(alphabet)
    if (!font) {
      const path = import.meta.resolve(`@fontsource/noto-sans/files/noto-sans-${alphabet}-400-normal.woff`)
      doc.registerFont(alphabet, fileURLToPath(path)).font(alphabet)
      font = (doc as unknown as { _font: { font: Covered } })._font.font
      opened.set(alphabet, font)
    }
    return font.hasGlyphForCodePoint(point)
  }
  const known = new Map<string, Run>()
  const runOf = (character: string): Run => {
    let run = known.get(character)
    if (!run) {
      const found = alphabets.find((alphabet) => covers(alphabet, character.codePointAt(0)!))
      const text = found ? character : '?'
      const font = found ?? 'latin'
      run = { font, text, width: doc.font(font).fontSize(size).widthOfString(text) }
      known.set(character, run)
    }
    return run
  }
  return {
    linesOf(text, width) {
      const lines: Run[][] = [[]]
      let left = width
      for (const word of text.split(/(?<= )/)) {
        const runs = [...word].map(runOf)
        const needed = runs.reduce((sum, run) => sum + run.width, 0)
        // A word that no line can hold is broken where it ends.
        if (needed > left && needed <= width) {
          lines.push([])
          left = width
        }
        for (const run of runs) {
          if (run.width > left) {
            lines.push([])
            left = width
          }
          left -= run.width
          append(lines.at(-1)!, run)
        }
      }
      return lines
    },
    draw(line, x, y, atEnd = false) {
      let at = atEnd ? x - line.reduce((sum, { width }) => sum + width, 0) : x
      for (const { font, text, width } of line) {
        doc.font(font).fontSize(size).text(text, at, y, { lineBreak: false })
        at += width
      }
    },
  }
}

type Covered = { readonly hasGlyphForCodePoint: (point: number) => boolean }

function append(line: Run[], run: Run): void {
  const last = line.at(-1)
  if (last?.font === run.font) {
    last.text += run.text
    last.width += run.width
  } else line.push({ ...run })
}
