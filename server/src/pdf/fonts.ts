import { fileURLToPath } from 'node:url'
import { unpackWoff } from './woff.ts'

/** The letters of an alphabet, and whether they change with their neighbours: then only a whole word has a width. */
type Alphabet = { readonly name: string; readonly file: string; readonly isShaped?: true }

export type Fonts = {
  /** The name of the font to set a character in. `before` is the one its neighbour stands in: marks stay with it. */
  readonly fontOf: (character: string, before: string | undefined) => string
  readonly isShaped: (font: string) => boolean
}

/** How heavy letters are: 400 is regular, 600 semibold. */
export type FontWeight = 400 | 600

/** The usual one first. The last has a plain letter for almost everything people write, of every script, in one weight. */
function alphabetsOf(weight: FontWeight): readonly Alphabet[] {
  const noto = (alphabet: string): Alphabet => ({
    name: `${alphabet}-${weight}`,
    file: `noto-sans/files/noto-sans-${alphabet}-${weight}-normal.woff`,
  })
  const ownNoto = (alphabet: string): Alphabet => ({
    name: `${alphabet}-${weight}`,
    file: `noto-sans-${alphabet}/files/noto-sans-${alphabet}-${alphabet}-${weight}-normal.woff`,
    isShaped: true,
  })
  return [
    noto('latin'),
    noto('latin-ext'),
    noto('greek'),
    noto('cyrillic'),
    noto('cyrillic-ext'),
    noto('vietnamese'),
    { ...noto('devanagari'), isShaped: true },
    ownNoto('arabic'),
    ownNoto('hebrew'),
    ownNoto('thai'),
    { name: 'everything', file: 'unifontex/files/unifontex-latin-400-normal.woff' },
  ]
}

/** The fonts of a document in one weight, each opened when a character asks for it: most papers need the first alone. */
export function openFonts(doc: PDFKit.PDFDocument, weight: FontWeight): Fonts {
  const alphabets = alphabetsOf(weight)
  const opened = new Map<string, Covering>()
  function covers({ name, file }: Alphabet, character: string): boolean {
    let font = opened.get(name)
    if (!font) {
      const path = fileURLToPath(import.meta.resolve(`@fontsource/${file}`))
      doc.registerFont(name, unpackWoff(path)).font(name)
      font = (doc as unknown as { _font: { font: Covering } })._font.font
      opened.set(name, font)
    }
    return font.hasGlyphForCodePoint(character.codePointAt(0)!)
  }
  const found = new Map<string, string>()
  const shaped = new Set(alphabets.filter(({ isShaped }) => isShaped).map(({ name }) => name))
  return {
    fontOf(character, before) {
      if (before && isMark.test(character)) {
        const alphabet = alphabets.find(({ name }) => name === before)!
        if (covers(alphabet, character)) return before
      }
      let font = found.get(character)
      if (!font) {
        font = (alphabets.find((alphabet) => covers(alphabet, character)) ?? alphabets[0]!).name
        found.set(character, font)
      }
      return font
    },
    isShaped: (font) => shaped.has(font),
  }
}

/** What stands on or joins other characters. */
const isMark = /^[\p{M}\u200c\u200d]$/u

type Covering = { readonly hasGlyphForCodePoint: (point: number) => boolean }
