import { openBoundedCache } from './bounded-cache.ts'
import type { Fonts } from './fonts.ts'
import { wholeText } from './shaped-font.ts'
import type { Run } from './visual-order.ts'

export type TextRuns = {
  /** Splits a word into runs of one font each. */
  readonly runsOf: (word: string) => readonly Run[]
  /** A beginning of a run that is about `width` points wide, and no wider. Every column is wider than any one character. */
  readonly beginningOf: (run: Run, width: number) => Run
  readonly measured: (font: string, text: string) => Run
}

// The words of a document repeat: names, dates, the parts of a sentence.
const cachedWordsMax = 5_000

/** Splits and measures text of one size. */
export function openTextRuns(doc: PDFKit.PDFDocument, fonts: Fonts, size: number): TextRuns {
  const words = openBoundedCache<readonly Run[]>(cachedWordsMax)
  const measured = (font: string, text: string): Run => ({
    font,
    text,
    width: doc.font(font, size).widthOfString(text, wholeText),
  })

  function splitByFont(word: string): Run[] {
    const runs: { font: string; text: string }[] = []
    for (const character of word) {
      const last = runs.at(-1)
      const font = fonts.fontOf(character, last?.font)
      if (last?.font === font) last.text += character
      else runs.push({ font, text: character })
    }
    return runs.map(({ font, text }) => measured(font, text))
  }

  return {
    measured,
    runsOf: (word) => words.get(word, () => splitByFont(word)),
    beginningOf(run, width) {
      const characters = [...run.text]
      // Measured as a whole, because letters may join: by the average at first, and shorter until it fits.
      for (let count = Math.ceil((characters.length * width) / run.width); count > 0; count--) {
        const beginning = measured(run.font, characters.slice(0, count).join(''))
        if (beginning.width <= width) return beginning
      }
      return { ...run, text: '', width: 0 }
    },
  }
}

export function widthOfRuns(runs: readonly Run[]): number {
  return runs.reduce((sum, { width }) => sum + width, 0)
}

/** Appends a run to a line, joined with the last one of the same font. */
export function appendRun(line: Run[], run: Run): void {
  const last = line.at(-1)
  if (last?.font === run.font) {
    line[line.length - 1] = { ...last, text: last.text + run.text, width: last.width + run.width }
  } else line.push(run)
}
