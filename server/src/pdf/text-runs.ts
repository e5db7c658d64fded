import { openBoundedCache } from './bounded-cache.ts'
import type { Fonts } from './fonts.ts'
import type { Run } from './visual-order.ts'

export type TextRuns = {
  /** Splits a word into runs of one font each. */
  readonly runsOf: (word: string) => readonly Run[]
  /** The longest beginning of a run that is no wider than `width` points. Every column is wider than any one character. */
  readonly beginningOf: (run: Run, width: number) => Run
  /** The same run from the character at `start`. */
  readonly restOf: (run: Run, start: number) => Run
  readonly measure: (run: Omit<Run, 'width'>) => number
}

// The words of a document repeat: names, dates, the parts of a sentence.
const cachedWordsMax = 5_000

/** Measures text of one size by its characters, or by its words where the script joins characters. */
export function openTextRuns(doc: PDFKit.PDFDocument, fonts: Fonts, size: number): TextRuns {
  const words = openBoundedCache<readonly Run[]>(cachedWordsMax)
  const widthIn = (font: string, text: string) => doc.font(font).fontSize(size).widthOfString(text)
  const widthsByFont = new Map<string, Map<string, number>>()

  function widthOfCharacter(font: string, character: string): number {
    let widths = widthsByFont.get(font)
    if (!widths) {
      widths = new Map()
      widthsByFont.set(font, widths)
    }
    let width = widths.get(character)
    if (width === undefined) {
      width = widthIn(font, character)
      widths.set(character, width)
    }
    return width
  }
  const measure: TextRuns['measure'] = ({ font, text }) => {
    if (fonts.isShaped(font)) return widthIn(font, text)
    let width = 0
    for (const character of text) width += widthOfCharacter(font, character)
    return width
  }
  const measured = (font: string, text: string): Run => ({ font, text, width: measure({ font, text }) })

  function splitByFont(word: string): Run[] {
    const runs: Run[] = []
    let text = ''
    let fontBefore: string | undefined
    for (const character of word) {
      const font = fonts.fontOf(character, fontBefore)
      if (text && font !== fontBefore) {
        runs.push(measured(fontBefore!, text))
        text = ''
      }
      fontBefore = font
      if (fonts.isShaped(font) || !isInvisible.test(character)) text += character
    }
    if (text) runs.push(measured(fontBefore!, text))
    return runs
  }

  return {
    measure,
    runsOf: (word) => words.get(word, () => splitByFont(word)),
    beginningOf({ font, text }, width) {
      const characters = [...text]
      const beginning = (count: number) => measured(font, characters.slice(0, count).join(''))
      // By halving, because a shaped text is measured as a whole.
      let [fitting, tooMany] = [0, characters.length]
      while (tooMany - fitting > 1) {
        const middle = (fitting + tooMany) >> 1
        if (beginning(middle).width <= width) fitting = middle
        else tooMany = middle
      }
      return beginning(fitting)
    },
    restOf: ({ font, text }, start) => measured(font, text.slice(start)),
  }
}

/** Joiners and variation selectors, which are invisible where each character is drawn separately. */
const isInvisible = /^\p{Default_Ignorable_Code_Point}$/u

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
