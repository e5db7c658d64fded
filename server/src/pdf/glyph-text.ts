import { openBoundedCache } from './bounded-cache.ts'

/** Text in one font, with its start at `x` on the baseline `y`; in points from the top left corner. */
type PlacedText = { readonly font: string; readonly text: string; readonly x: number; readonly y: number }

/** `size` in points, `colour` as #rrggbb. */
export type TextStyle = { readonly size: number; readonly colour: string }

/** Draws text in a style. */
export type GlyphText = (style: TextStyle) => (placed: PlacedText) => void

// A word takes about 100 bytes.
const cachedWordsMax = 5_000

/**
 * Draws text by the numbers of its glyphs. The library shapes every text again each time it draws it, which takes most of the
 * time of a long document; here every word is shaped once, and numbers by their characters.
 */
export function openGlyphText(doc: PDFKit.PDFDocument): GlyphText {
  const operandsByFont = new Map<string, (text: string) => string | typeof moved>()

  return ({ size, colour }) => {
    const ink = `${colourOperands(colour)} rg`
    return ({ font: name, text, x, y }) => {
      doc.font(name)
      const font = (doc as unknown as { _font: EmbeddedFont })._font
      let operandsOf = operandsByFont.get(name)
      if (!operandsOf) {
        operandsOf = openOperands(font)
        operandsByFont.set(name, operandsOf)
      }
      const glyphs = operandsOf(text)
      if (glyphs === moved) {
        doc.fillColor(colour).fontSize(size).text(text, x, y, { lineBreak: false, baseline: 'alphabetic' })
        return
      }
      doc.page.fonts[font.id] ??= font.ref()
      // The coordinates of the page have their origin at the top, so the letters are turned over.
      const place = `1 0 0 -1 ${rounded(x)} ${rounded(y)} Tm`
      doc.addContent(asciiBytes(`BT ${ink} /${font.id} ${size} Tf ${place} [${glyphs}] TJ ET\n`))
    }
  }
}

/** The operands of a text in a font: glyph numbers and kerning. */
function openOperands(font: EmbeddedFont): (text: string) => string | typeof moved {
  const words = openBoundedCache<string | typeof moved>(cachedWordsMax)
  return (text) => {
    let operands = ''
    for (const word of partsOf(text)) {
      const one = words.get(word, () => wordOperands(font, word))
      if (one === moved) return moved
      operands += one
    }
    return operands
  }
}

/** A word with glyphs that are not on the baseline one after the other, such as combining marks. The library places them. */
const moved = Symbol('moved')

/** Glyph numbers in hexadecimal digits, and the kerning after them in thousandths of the font size. */
function wordOperands(font: EmbeddedFont, word: string): string | typeof moved {
  const [glyphs, positions] = font.encode(word)
  let operands = ''
  let open = ''
  for (const [at, { xOffset, yOffset, xAdvance, advanceWidth }] of positions.entries()) {
    if (xOffset !== 0 || yOffset !== 0) return moved
    open += glyphs[at]
    if (xAdvance !== advanceWidth) {
      operands += `<${open}>${rounded(advanceWidth - xAdvance)} `
      open = ''
    }
  }
  return open === '' ? operands : `${operands}<${open}>`
}

/** Words with the space behind them. Amounts hardly repeat, so they are taken apart: their characters are not kerned. */
function partsOf(text: string): string[] {
  return text.split(/(?<= )/).flatMap((word) => (isNumber.test(word) ? [...word] : [word]))
}

const isNumber = /^-?[$€£]?[\d.,/]+ ?$/

/** Red, green and blue from 0 to 1. */
function colourOperands(colour: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return parts.map((part) => rounded(part / 255)).join(' ')
}

/** The library converts a text character by character, which takes longer. */
function asciiBytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}

/** In thousandths, far below what a printer shows. */
function rounded(points: number): number {
  return Math.round(points * 1_000) / 1_000
}

/** The library's font. Its types do not describe it. */
type EmbeddedFont = {
  readonly id: string
  readonly ref: () => unknown
  /** The glyphs of a text in hexadecimal digits, and their places in thousandths of the font size. Embeds them. */
  readonly encode: (text: string) => [glyphs: string[], positions: GlyphPosition[]]
}

type GlyphPosition = { readonly [Part in 'xOffset' | 'yOffset' | 'xAdvance' | 'advanceWidth']: number }
