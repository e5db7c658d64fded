import { fileURLToPath } from 'node:url'
import { unpackWoff } from './woff.ts'

/** A font file. In a shaped font characters join, so that only a whole word can be measured. */
type FontFile = { readonly name: string; readonly file: string; readonly isShaped?: true }

export type Fonts = {
  /** The name of the font that has a character. A combining mark stays in `fontBefore`, the font of the character before it. */
  readonly fontOf: (character: string, fontBefore: string | undefined) => string
  readonly isShaped: (font: string) => boolean
}

/** 400 is regular, 600 semibold. */
export type FontWeight = 400 | 600

/** In order of preference. The last one covers almost every script, in one weight. */
function fontFiles(weight: FontWeight): readonly FontFile[] {
  const noto = (subset: string): FontFile => ({
    name: `${subset}-${weight}`,
    file: `noto-sans/files/noto-sans-${subset}-${weight}-normal.woff`,
  })
  const notoOfScript = (script: string): FontFile => ({
    name: `${script}-${weight}`,
    file: `noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff`,
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
    notoOfScript('arabic'),
    notoOfScript('hebrew'),
    notoOfScript('thai'),
    { name: 'everything', file: 'unifontex/files/unifontex-latin-400-normal.woff' },
  ]
}

/** The fonts of a document in one weight. Each is opened when a character first needs it: most documents need only one. */
export function openFonts(doc: PDFKit.PDFDocument, weight: FontWeight): Fonts {
  const files = fontFiles(weight)
  const opened = new Map<string, LaidOutFont>()
  function covers({ name, file }: FontFile, character: string): boolean {
    let font = opened.get(name)
    if (!font) {
      const path = fileURLToPath(import.meta.resolve(`@fontsource/${file}`))
      doc.registerFont(name, unpackWoff(path)).font(name)
      font = (doc as unknown as { _font: { font: LaidOutFont } })._font.font
      placeMarksWherePossible(font)
      opened.set(name, font)
    }
    return font.hasGlyphForCodePoint(character.codePointAt(0)!)
  }
  const fontOfCharacter = new Map<string, string>()
  const shaped = new Set(files.filter(({ isShaped }) => isShaped).map(({ name }) => name))
  return {
    fontOf(character, fontBefore) {
      if (fontBefore && isMark.test(character)) {
        const file = files.find(({ name }) => name === fontBefore)!
        if (covers(file, character)) return fontBefore
      }
      let font = fontOfCharacter.get(character)
      if (!font) {
        font = (files.find((file) => covers(file, character)) ?? files[0]!).name
        fontOfCharacter.set(character, font)
      }
      return font
    },
    isShaped: (font) => shaped.has(font),
  }
}

/** Combining marks and joiners. */
const isMark = /^[\p{M}\u200c\u200d]$/u

/**
 * The library throws at a mark for which the font has no place on the letter before it. Such a text is
 * laid out without placing its marks.
 */
function placeMarksWherePossible(font: LaidOutFont): void {
  const layOut = font.layout.bind(font)
  font.layout = (text, features) => {
    try {
      return layOut(text, features)
    } catch {
      return layOut(text, { mark: false, mkmk: false })
    }
  }
}

/** The font of the library below. Its types do not describe it. */
type LaidOutFont = {
  readonly hasGlyphForCodePoint: (point: number) => boolean
  layout: (text: string, features?: object) => unknown
}
