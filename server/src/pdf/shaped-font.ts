// @ts-expect-error: fontkit has no types; those used are declared below.
import { create } from 'fontkit'
import { openBoundedCache } from './bounded-cache.ts'
import { unpackWoff } from './woff.ts'

/** A font of the font library. */
export type Font = {
  readonly unitsPerEm: number
  readonly hasGlyphForCodePoint: (point: number) => boolean
  layout: (text: string, features?: Readonly<Record<string, boolean>>) => GlyphRun
}

/** Glyphs from left to right and their positions, in units of the font. */
type GlyphRun = {
  readonly glyphs: object[]
  readonly positions: object[]
  readonly advanceWidth: number
}

// A word takes about a kilobyte.
const cachedWordsMax = 5_000

/** With these options the PDF library asks a font for a whole text at a time, and does not keep the answer. */
export const wholeText: PDFKit.Mixins.TextOptions = { features: [] }

/**
 * Opens a WOFF file as a font that shapes each word once: shaping takes most of the time of a long document, and its words
 * repeat. The PDF library shapes a text each time that it measures or draws it, or else keeps all of them.
 */
export function openShapedFont(path: string): Font {
  const font: Font = create(unpackWoff(path))
  // The PDF library scales the positions in place to 1,000 units to the em. They can be shared where that changes nothing.
  if (font.unitsPerEm !== 1_000) return font
  const layOut = font.layout.bind(font)
  const words = openBoundedCache<GlyphRun>(cachedWordsMax)
  // A text is asked for several times, one time after another.
  const lastText = openBoundedCache<GlyphRun>(1)
  const shapeParts = (text: string) =>
    joined(partsOf(text).map((part) => words.get(part, () => shape(layOut, part))))
  font.layout = (text) => lastText.get(text, () => shapeParts(text))
  return font
}

/** Words with the space behind them. Amounts hardly repeat, so they are taken apart: their characters are not kerned. */
function partsOf(text: string): string[] {
  return text.split(/(?<= )/).flatMap((word) => (isNumber.test(word) ? [...word] : [word]))
}

const isNumber = /^-?[$€£]?[\d.,/]+ ?$/

/** Digits of one width, so that those of a column are below each other. */
const tabular = { tnum: true }

/** The font library throws at a mark for which the font has no place on the letter before it. Such marks are not placed. */
function shape(layOut: Font['layout'], word: string): GlyphRun {
  try {
    return layOut(word, tabular)
  } catch {
    return layOut(word, { ...tabular, mark: false, mkmk: false })
  }
}

function joined(runs: readonly GlyphRun[]): GlyphRun {
  const glyphs: GlyphRun['glyphs'] = []
  const positions: GlyphRun['positions'] = []
  let advanceWidth = 0
  for (const run of runs) {
    glyphs.push(...run.glyphs)
    positions.push(...run.positions)
    advanceWidth += run.advanceWidth
  }
  return { glyphs, positions, advanceWidth }
}
