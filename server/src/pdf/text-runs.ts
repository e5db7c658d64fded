import type { Fonts } from './fonts.ts'
import type { Run } from './visual-order.ts'

export type TextRuns = {
  /** Splits a word into runs of one font each. */
  readonly runsOf: (word: string) => Run[]
  /** The longest beginning of a run that is no wider than `width` points. Every column is wider than any one character. */
  readonly beginningOf: (run: Run, width: number) => Run
  /** The same run from the character at `start`. */
  readonly restOf: (run: Run, start: number) => Run
  readonly measure: (run: Omit<Run, 'width'>) => number
}

/** Measures text of one size by its characters, or by its words where the script joins characters. */
export function openTextRuns(doc: PDFKit.PDFDocument, fonts: Fonts, size: number): TextRuns {
  const characterRuns = new Map<string, Run>()
  const measure: TextRuns['measure'] = ({ font, text }) => doc.font(font).fontSize(size).widthOfString(text)
  const measured = (font: string, text: string): Run => ({ font, text, width: measure({ font, text }) })

  function characterRun(font: string, character: string): Run {
    const key = `${font} ${character}`
    let run = characterRuns.get(key)
    if (!run) {
      run = measured(font, character)
      characterRuns.set(key, run)
    }
    return run
  }

  return {
    measure,
    runsOf(word) {
      const runs: Run[] = []
      let shaped = ''
      let fontBefore: string | undefined
      for (const character of word) {
        const font = fonts.fontOf(character, fontBefore)
        if (shaped && font !== fontBefore) {
          runs.push(measured(fontBefore!, shaped))
          shaped = ''
        }
        fontBefore = font
        if (fonts.isShaped(font)) shaped += character
        else if (!isInvisible.test(character)) runs.push(characterRun(font, character))
      }
      if (shaped) runs.push(measured(fontBefore!, shaped))
      return runs
    },
    beginningOf({ font, text }, width) {
      let beginning: Run = { font, text: '', width: 0 }
      for (const character of text) {
        const longer = measured(font, beginning.text + character)
        if (longer.width > width) break
        beginning = longer
      }
      return beginning
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
