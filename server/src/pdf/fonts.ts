import { fileURLToPath } from 'node:url'
import { type Font, openShapedFont } from './shaped-font.ts'

export type Fonts = {
  /** The font that has a character, by its file. A combining mark stays in `fontBefore`, the font of the character before it. */
  readonly fontOf: (character: string, fontBefore: string | undefined) => string
}

/** 400 is regular, 600 semibold. */
export type FontWeight = 400 | 600

/** The files in order of preference: the typeface of the screens, then those of other scripts. The last one covers almost every script, in one weight. */
function fontFiles(weight: FontWeight): readonly string[] {
  const screens = (subset: string) =>
    `atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-${subset}-${weight}-normal.woff`
  const noto = (subset: string) => `noto-sans/files/noto-sans-${subset}-${weight}-normal.woff`
  const notoOfScript = (script: string) =>
    `noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff`
  return [
    screens('latin'),
    screens('latin-ext'),
    noto('latin'),
    noto('latin-ext'),
    noto('greek'),
    noto('cyrillic'),
    noto('cyrillic-ext'),
    noto('vietnamese'),
    noto('devanagari'),
    notoOfScript('arabic'),
    notoOfScript('hebrew'),
    notoOfScript('thai'),
    'unifontex/files/unifontex-latin-400-normal.woff',
  ]
}

/** The fonts of a document in one weight. Each is opened when a character first needs it: most documents need only one. */
export function openFonts(doc: PDFKit.PDFDocument, weight: FontWeight): Fonts {
  const files = fontFiles(weight)
  const opened = new Map<string, Font>()
  function covers(file: string, character: string): boolean {
    let font = opened.get(file)
    if (!font) {
      font = openShapedFont(fileURLToPath(import.meta.resolve(`@fontsource/${file}`)))
      // The types do not know that the library takes an open font.
      doc.registerFont(file, font as unknown as Buffer)
      opened.set(file, font)
    }
    return font.hasGlyphForCodePoint(character.codePointAt(0)!)
  }
  const fontOfCharacter = new Map<string, string>()
  return {
    fontOf(character, fontBefore) {
      if (fontBefore && isMark.test(character) && covers(fontBefore, character)) return fontBefore
      let font = fontOfCharacter.get(character)
      if (!font) {
        font = files.find((file) => covers(file, character)) ?? files[0]!
        fontOfCharacter.set(character, font)
      }
      return font
    },
  }
}

/** Combining marks and joiners. */
const isMark = /^[\p{M}\u200c\u200d]$/u
